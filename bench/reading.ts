import type pg from 'pg'
import { ask, type SideName, type Workload } from './measure.ts'
import { servicesQuery } from './peer.ts'
import type { Person } from './servers.ts'

/** As `quotes.counts` says. */
const PAGE_SIZE = 24

type Calls = [procedure: string, input?: unknown][]

/** The one batched call of a screen. */
function batch(calls: Calls): string {
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

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** In these days a vendor of the city has some 60 stops, as a busy one has in a week. */
const STOPS_DAYS = 21

/** The calendars: six weeks of a building, and some 60 stops of a vendor, whose double bookings are looked for. */
export function calendars(origins: Record<SideName, string>, resident: Person, vendor: Person): Workload[] {
  const of = (name: string, path: string, { cookie }: Person, days: number): Workload => {
    const input = { from: dayIn(0), until: dayIn(days) }
    const limit = `${path}?from=${input.from}&until=${input.until}`
    return {
      name,
      run: (side, warm) =>
        ask(
          `${origins[side]}${side === 'portal' ? batch([['visits.calendar', input]]) : limit}`,
          cookie,
          warm,
        ),
    }
  }
  return [
    of('W11 a month of a building', '/calendar', resident, 42),
    of('W12 60 stops of a vendor', '/stops', vendor, STOPS_DAYS),
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
