import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { Scorecard } from '../../../domain/vendors/scorecard.ts'
import { CLOSURES } from '../../../domain/visits/availability.ts'
import type { Tx } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'
import { requirementsOf } from '../compliance/requirements.db.ts'
import { isOfficer, ownInterests, policyOfService, waitingAwardOf } from './awarding.db.ts'
import { benchmarkOfType } from './benchmark.db.ts'
import { termsOfQuote } from './terms.db.ts'

type ShownFile = { id: string; file_name: string; file_size: number; url: string }

/** The files beside a price, the first one first. Product 2.4 */
const shownFiles = sql<
  ShownFile[]
>`(select coalesce(json_agg(json_build_object('id', f.id, 'file_name', f.file_name,
  'file_size', f.file_size, 'url', '/' || f.file_path) order by f.added_at, f.id), '[]')
  from quote_files f where f.service_quote_id = q.id)`

/** What is known of who comes. Product 2.7 */
const scorecardOfVendor = sql<Scorecard | null>`(select to_jsonb(c) - 'vendor_id'
  from vendor_scorecards c where c.vendor_id = q.vendor_id)`

const receivedService = statement((db, { serviceId }: { serviceId: string }) =>
  db
    .selectFrom('building_services')
    .innerJoin('service_types', 'service_types.id', 'building_services.service_type_id')
    .innerJoin('buildings', 'buildings.id', 'building_services.building_id')
    .where('building_services.id', '=', serviceId)
    .select([...CLOSURES])
    .select(benchmarkOfType.as('benchmark'))
    .select(['building_services.id', 'building_id', 'service_types.name', 'status', 'required_every_weeks'])
    .select([
      'service_type',
      'preferred_end_date',
      'until_ended',
      'scope',
      'building_services.description',
      'number_of_units',
    ])
    .select((eb) => eb.ref('preferred_start_date').$notNull().as('preferred_start_date'))
    .select([
      policyOfService('building_services').as('policy'),
      waitingAwardOf('building_services').as('award'),
      ownInterests('building_services').as('interests'),
      isOfficer('building_services').as('is_officer'),
    ])
    .select(
      sql<number>`(select count(*) from service_quotes q where q.building_service_id = building_services.id
        and q.round = building_services.round and q.status = 'pending'
        and q.vendor_status is distinct from 'quoted')`.as('unanswered'),
    ),
)

const receivedPrices = statement((db, { serviceId }: { serviceId: string }) =>
  db
    .selectFrom('building_services as s')
    .innerJoin('service_quotes as q', (join) =>
      join.onRef('q.building_service_id', '=', 's.id').onRef('q.round', '=', 's.round'),
    )
    .innerJoin('vendor_profiles', 'vendor_profiles.id', 'q.vendor_id')
    .where('s.id', '=', serviceId)
    .where('vendor_status', '=', 'quoted')
    .where('given_up_reason', 'is', null)
    .where('per_visit_price', 'is not', null)
    .select(['q.id', 'q.status', 'vendor_status', 'for_earlier_request', 'vendor_id', 'company_name'])
    .select(['opened_at', 'chosen', 'q.updated_at'])
    .select(['address', 'city', 'vendor_profiles.state', 'weekdays', 'arrives_from', 'arrives_until'])
    .select(termsOfQuote)
    .select(requirementsOf('q').as('requirements'))
    .select([shownFiles.as('files'), scorecardOfVendor.as('scorecard')])
    .select((eb) => eb.ref('per_visit_price').$notNull().as('per_visit_price'))
    .orderBy('per_visit_price')
    .orderBy('q.updated_at')
    .orderBy('q.id'),
)

const givenUpQuotes = statement((db, { serviceId }: { serviceId: string }) =>
  db
    .selectFrom('building_services as s')
    .innerJoin('service_quotes as q', (join) =>
      join.onRef('q.building_service_id', '=', 's.id').onRef('q.round', '=', 's.round'),
    )
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('s.id', '=', serviceId)
    .where('given_up_reason', 'is not', null)
    .select(['q.id', 'v.company_name', 'given_up_reason'])
    .orderBy('v.company_name')
    .orderBy('q.id'),
)

/**
 * The prices of the current round, cheapest first, how many vendors have not named one, and which gave up.
 * [2.received.2] [7.quotes.2]
 */
export async function receivedQuotes(tx: Tx, serviceId: string) {
  // In one round trip.
  const [[service], quotes, given_up] = await Promise.all([
    receivedService(tx, { serviceId }),
    receivedPrices(tx, { serviceId }),
    givenUpQuotes(tx, { serviceId }),
  ])
  if (!service) throw new DomainError('not_found')
  // Once it is decided, members read of the others as far as the building says so: their number and range are in its record.
  const { policy, is_officer, status } = service
  const isNameless = status === 'Accepted' && policy?.names_in_record === false && !is_officer
  return {
    ...service,
    quotes: quotes.filter((quote) => !isNameless || quote.status === 'accepted'),
    given_up: isNameless ? [] : given_up,
  }
}

/** The same of one service of a building, or of all that it asked for. */
export async function listReceived(tx: Tx, buildingId: string, serviceId: string | null) {
  const services = await tx
    .selectFrom('building_services as s')
    .innerJoin('service_types as t', 't.id', 's.service_type_id')
    .where('s.building_id', '=', buildingId)
    .$if(serviceId !== null, (all) => all.where('s.id', '=', serviceId))
    .select('s.id')
    .orderBy('t.name')
    .execute()
  if (serviceId !== null && services.length === 0) throw new DomainError('not_found')
  const received = []
  for (const { id } of services) received.push(await receivedQuotes(tx, id))
  return received
}
