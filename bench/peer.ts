import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installed } from './install.ts'

/** The peer that the portal is compared with, installed when the bench runs, so that it is no dependency of the portal. */
const PACKAGES = { postgraphile: '5.1.5', graphql: '16.11.0' }

/** The peer's server with the whole schema, as its documentation recommends. */
const SERVER = `
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const pgService = makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'], poolConfig: { max: 20 } })
// Disables its index hints, so that columns without an index can be queried, too.
const instance = postgraphile({ extends: [PostGraphileAmberPreset], disablePlugins: ['PgIndexBehaviorsPlugin'], pgServices: [pgService] })
const server = createServer()
await instance.createServ(grafserv).addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\\n'))
`

/** The main file of the peer's server in `folder`. */
export function installPeer(folder: string): string {
  const server = join(installed(join(folder, 'peer'), PACKAGES), 'server.mjs')
  writeFileSync(server, SERVER)
  return server
}

/**
 * W1 in the peer's query language, without the next visit of each service and without the start date, so with less
 * work than the portal.
 */
const SERVICES = `query ($id: UUID!, $building: UUID!) {
  profileByRowId(rowId: $id) { rowId email firstName lastName role
    buildingByBuildingId { rowId name address city state zipCode captainId } }
  allBuildingServices(condition: { buildingId: $building }, orderBy: UPDATED_AT_DESC) { nodes {
    rowId status description serviceType requiredEveryWeeks preferredStartDate preferredEndDate requestedAt round
    serviceTypeByServiceTypeId { rowId name } vendorProfileByAssignedVendor { companyName }
    serviceQuotesByBuildingServiceIdAndBuildingIdAndServiceTypeId { nodes { round status perVisitPrice } } } }
  allAppointments(first: 20, condition: { buildingId: $building }, orderBy: SCHEDULED_DATE_ASC) { totalCount nodes {
    rowId scheduledDate scheduledTime status vendorId buildingId changedBy changeReason earlierDate earlierTime
    serviceQuoteByServiceQuoteIdAndBuildingServiceIdAndBuildingIdAndVendorId { perVisitPrice
      vendorProfileByVendorId { companyName }
      buildingServiceByBuildingServiceIdAndBuildingIdAndServiceTypeId { serviceTypeByServiceTypeId { name }
        buildingByBuildingId { address city state } } } } }
}`

export const servicesQuery = (id: string, building: string) =>
  JSON.stringify({ query: SERVICES, variables: { id, building } })
