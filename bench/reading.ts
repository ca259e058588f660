import type pg from 'pg'
import { ask, type SideName, type Workload } from './measure.ts'
import { servicesQuery } from './peer.ts'
import type { Person } from './servers.ts'

/** As `quotes.counts` says. */
const PAGE_SIZE = 24

type Calls = [procedure: string, input?: unknown][]

/** The one batched call of a screen. */
export function batch(calls: Calls): string {
  const inputs = Object.fromEntries(calls.flatMap(([, input], index) => (input ? [[index, input]] : [])))
  const names = calls.map(([procedure]) => procedure).join()
  return `/api/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`
}

const session: Calls = [['accounts.session']]
const quotes = (page: number): Calls => [...session, ['quotes.counts'], ['quotes.list', { tab: 'all', page }]]
const visits = { page: 1, all: true }

/** The pages that a vendor visits, and the search term: 98 addresses in the largest city match it. */
export const FAR = { page: 100, part: '1 Minor' }

/** The batched call of each whole screen. */
export function reading(
  origins: Record<SideName, string>,
  resident: Person,
  vendor: Person,
  { page, part } = FAR,
): Workload[] {
  const screen = (name: string, calls: Calls, path: string, person?: Person): Workload => ({
    name,
    run: (side, warm) =>
      ask(`${origins[side]}${side === 'portal' ? batch(calls) : path}`, person?.cookie, warm),
  })
  return [
    screen(
      'W1 services',
      [...session, ['services.list'], ['visits.upcoming', visits]],
      '/services',
      resident,
    ),
    screen('W2 vendor quotes, page 1', quotes(1), '/quotes?offset=0', vendor),
    screen(
      `W2 vendor quotes, page ${page}`,
      quotes(page),
      `/quotes?offset=${(page - 1) * PAGE_SIZE}`,
      vendor,
    ),
    screen('W5 documents', [['documents.list']], '/documents', resident),
    screen(
      `W6 search, '${part}'`,
      [['buildings.suggest', { address: part }]],
      `/search?part=${encodeURIComponent(part)}`,
    ),
  ]
}

/** So many stops has a busy vendor in a week. */
const STOPS = 60
const WEEKS_SHOWN = 6

/** The calendars: six weeks of a building, and the days of a vendor's next 60 stops, whose double bookings are looked for. */
export async function calendars(
  db: pg.Pool | pg.Client,
  origins: Record<SideName, string>,
  resident: Person,
  vendor: Person,
): Promise<Workload[]> {
  const { rows } = await db.query<{ from: string; month: string; stops: string }>(
    `select day::text as from, (day + 7 * $1::int)::text as month,
       (select (scheduled_date + 1)::text from appointments a join profiles p using (vendor_id)
        where p.email = $2 and scheduled_date >= day order by scheduled_date offset $3 limit 1) as stops
     from (values (current_date)) today (day)`,
    [WEEKS_SHOWN, vendor.email, STOPS - 1],
  )
  const [days] = rows
  if (!days) throw new Error(`The vendor has fewer than ${STOPS} stops`)
  const of = (name: string, path: string, { cookie }: Person, until: string): Workload => {
    const calls = batch([['visits.calendar', { from: days.from, until }]])
    const limit = `${path}?from=${days.from}&until=${until}`
    return {
      name,
      run: (side, warm) => ask(`${origins[side]}${side === 'portal' ? calls : limit}`, cookie, warm),
    }
  }
  return [
    of('W11 a month of a building', '/calendar', resident, days.month),
    of(`W12 ${STOPS} stops of a vendor`, '/stops', vendor, days.stops),
  ]
}

/** W1 on the peer: a resident of the same building reads the same. */
export async function withPeer(
  workload: Workload,
  db: pg.Pool,
  origin: string,
  { email }: Person,
): Promise<Workload> {
  const { rows } = await db.query('select id, building_id from profiles where email = $1', [email])
  const body = servicesQuery(rows[0].id, rows[0].building_id)
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { errors } = (await answer.json()) as { errors?: unknown }
  if (errors) throw new Error(`PostGraphile refuses the query: ${JSON.stringify(errors)}`)
  return { ...workload, peer: (warm) => ask(`${origin}/graphql`, undefined, warm, body) }
}
