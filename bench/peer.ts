import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installed } from './install.ts'

/** What stands beside the portal as a peer; installed when the bench runs, so that it is no dependency of the portal. */
const PACKAGES = { postgraphile: '5.1.5', graphql: '16.11.0' }

/** Its server: the whole schema, as its own documentation sets it up. */
const SERVER = `
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const pgService = makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'], poolConfig: { max: 20 } })
// Its advice on indexes left out: what has none of its own can be asked for, too.
const instance = postgraphile({ extends: [PostGraphileAmberPreset], disablePlugins: ['PgIndexBehaviorsPlugin'], pgServices: [pgService] })
const server = createServer()
await instance.createServ(grafserv).addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\\n'))
`

/** The file of the peer's server, once it is installed in `folder`. */
export function installPeer(folder: string): string {
  const server = join(installed(join(folder, 'peer'), PACKAGES), 'server.mjs')
  writeFileSync(server, SERVER)
  return server
}

/** W1 in its words, without each service's next visit and without "from a day on": it has less to do than the portal. */
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
