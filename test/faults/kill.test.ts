import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readInvariants } from '../../src/server/cli/check.ts'
import { startEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { type Client, createClient, signUpResident, signUpVendor } from '../http-client.ts'
import { freePort, killPostgres, killStarted, startPortal, untilServing } from '../portal-process.ts'
import { chances, FULL, report, SEED, size } from './drill.ts'
import { type Action, KINDS, type Kind, openStreet, RECURRING, type Street, VISITS } from './kill-actions.ts'
import { judge, NOTHING_WRONG, withDatabase } from './kill-ledger.ts'

const ACCEPTANCES = 50
const AT_ONCE = 8

let dataDir = ''

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-kill-'))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
})

afterEach(() => killStarted([]))
afterAll(() => {
  killStarted([dataDir])
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

/** Fifty services of two buildings, each with one quote that can be accepted. */
async function fiftyQuotes(origin: string) {
  const vendor = createClient(origin)
  const types = (await vendor.services.catalog.query()).map(({ id }) => id).slice(0, ACCEPTANCES / 2)
  await signUpVendor(vendor, types)
  const quotes: { resident: Client; id: string }[] = []
  for (const index of [0, 1]) {
    const resident = createClient(origin)
    await signUpResident(resident, { address: `${index} Kill Street` })
    await Promise.all(
      types.map((service_type_id) => resident.services.request.mutate({ ...RECURRING, service_type_id })),
    )
    for (let left = types.length; left > 0; ) {
      const page = await vendor.quotes.list.query({ tab: 'needs_quote', page: 1 })
      await Promise.all(page.map(({ id }) => vendor.quotes.submit.mutate({ id, per_visit_price: 5000 })))
      quotes.push(...page.map(({ id }) => ({ resident, id })))
      left -= page.length
    }
  }
  return quotes
}

test('a hard kill during 50 acceptances loses none that was acknowledged, and leaves none incomplete', {
  timeout: 120_000,
}, async () => {
  const port = await freePort()
  const portal = startPortal({ dataDir, port })
  await untilServing(portal, port)
  const quotes = await fiftyQuotes(`http://127.0.0.1:${port}`)
  expect(quotes).toHaveLength(ACCEPTANCES)

  const acknowledged: string[] = []
  const waiting = [...quotes]
  const accept = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { resident, id } = next
      const done = await resident.quotes.accept.mutate({ id, per_visit_price: 5000 }).catch(() => null)
      if (done) acknowledged.push(id)
      // The other calls are still in flight.
      if (acknowledged.length === ACCEPTANCES / 2) portal.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, accept))
  expect(await portal.ended).toBe('SIGKILL')
  expect(acknowledged.length).toBeGreaterThanOrEqual(ACCEPTANCES / 2)
  expect(acknowledged.length).toBeLessThan(ACCEPTANCES)

  const again = startPortal({ dataDir, port })
  const slowest_ms = await untilServing(again, port)

  const { connection, stop } = await startEmbedded(dataDir, 'command')
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ id: string; visits: number; events: number; state: string }>(`
    select q.id, visits.count::int as visits, accepted.count::int as events, case
      when q.status = 'accepted' and s.status = 'Accepted' and s.assigned_vendor = q.vendor_id
        and visits.count = ${VISITS} and accepted.count = 1 then 'complete'
      when q.status = 'pending' and s.status = 'Quote' and visits.count = 0 and accepted.count = 0 then 'absent'
      else 'incomplete' end as state
    from service_quotes q join building_services s on s.id = q.building_service_id
    cross join lateral (select count(*) from appointments a where a.service_quote_id = q.id) visits
    cross join lateral (select count(*) from events e where e.kind = 'quote_accepted' and e.subject = q.id) accepted`)
  const breaches = await client.query(await readInvariants())
  await client.end()
  await stop()
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  report({
    drill: 'hard kill in 50 acceptances',
    runs: 1,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => states.get(id) !== 'complete').length,
    doubled: rows.filter(({ visits, events }) => visits > VISITS || events > 1).length,
    slowest_ms,
  })
  expect(breaches.rows).toEqual([])
  expect(rows).toHaveLength(ACCEPTANCES)
  expect(rows.filter(({ state }) => state === 'incomplete')).toEqual([])
  expect(acknowledged.map((id) => states.get(id))).toEqual(acknowledged.map(() => 'complete'))
  // The kill can lose the answers of completed calls, one for each call in flight.
  const complete = rows.filter(({ state }) => state === 'complete').length
  expect(complete).toBeLessThanOrEqual(acknowledged.length + AT_ONCE)

  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})

// The short form makes each of the two faults once: a killed portal, and a power failure.
const KILLS = size(2, 200)
/** Every so many kills the database is killed, too, as in a power failure. */
const POWER = size(2, 10)
/** A portal is killed after at most so many answers and a random delay of at most so many milliseconds. */
const ANSWERS = 25
const DELAY_MS = 60

type Attempt = { action: Action; tries: number }
type Tally = Record<Kind, { acknowledged: number; cutOff: number }>

/** Proves the drill itself: `judge` reports a visit, an event and a file that are damaged on purpose. */
async function expectDamageFound(street: Street, acknowledged: Action[], maybe: Action[]): Promise<void> {
  const done: Action[] = []
  const inspect = (among?: Action[]) =>
    judge(dataDir, { acknowledged: [...acknowledged, ...done], maybe, among })
  const busy = new Set(maybe.map(({ subject }) => subject))
  for (const kind of ['sign-up', 'request', 'quote', 'acceptance', 'upload', 'upload'] as const) {
    street.setQuotes((await inspect([])).open, busy)
    const action = street.next(kind)
    expect([action.kind, await action.send()]).toEqual([kind, 'ok'])
    done.push(action)
  }
  const [accepted = '', doubled = '', damaged = ''] = done.slice(-3).map(({ subject }) => subject)
  await withDatabase(dataDir, async (client) => {
    await client.query(
      `delete from appointments where (service_quote_id, scheduled_date) in
        (select service_quote_id, max(scheduled_date) from appointments where service_quote_id = $1 group by 1)`,
      [accepted],
    )
    const document = `select d.id, d.file_path from building_documents d join profiles c on c.id = d.uploaded_by
      where c.email || ' ' || d.file_name = $1`
    await client.query(
      `insert into events (actor, building_id, kind, subject, data)
        select actor, building_id, kind, subject, data from events where subject = (select id from (${document}) d)`,
      [doubled],
    )
    const { rows } = await client.query(document, [damaged])
    const file = openSync(join(dataDir, 'files', rows[0].file_path), 'r+')
    writeSync(file, '?', 0)
    closeSync(file)
  })
  const { wrong } = await inspect()
  expect(wrong).toEqual({
    breaches: [{ invariant: 'an accepted quote has the visits of its schedule', row: accepted }],
    lost: [`acceptance ${accepted}`],
    doubled: [`upload ${doubled}`],
    damaged: [damaged],
    torn: [],
  })
}

test(`${KILLS} hard kills at random moments lose nothing that was acknowledged, and store nothing twice (FAULTS_SEED=${SEED})`, {
  timeout: size(120_000, 1_800_000),
}, async () => {
  const chance = chances()
  const port = await freePort()
  // One process: the drill above kills several, and most of the time goes into starts.
  const env = { TRUST_PROXY: '127.0.0.1', THREADS: '1' }
  let portal = startPortal({ dataDir, port, env })
  await untilServing(portal, port)
  const street = await openStreet(`http://127.0.0.1:${port}`, chance)

  const tally = Object.fromEntries(KINDS.map((kind) => [kind, { acknowledged: 0, cutOff: 0 }])) as Tally
  const acknowledged: Action[] = []
  /** Unanswered uploads are not retried, because a retry would add a second document. */
  const uncertain: Action[] = []
  let unanswered: Attempt[] = []
  const surprises: string[] = []
  const outcome = { drill: 'hard kills in all kinds of work', runs: 0, lost: 0, doubled: 0, slowest_ms: 0 }

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const first = acknowledged.length
    const waiting = unanswered
    unanswered = []
    let isDead = false
    const answers = 1 + Math.floor(chance() * ANSWERS)
    const { promise: killNow, resolve: triggerKill } = Promise.withResolvers<void>()
    const attempt = async ({ action, tries }: Attempt): Promise<void> => {
      const { kind, subject } = action
      const answer = await action.send()
      if (answer === 'ok' || (answer && tries > 0 && answer === action.doneAlready)) {
        acknowledged.push(action)
        tally[kind].acknowledged += 1
        if (acknowledged.length === first + answers) triggerKill()
      } else if (isDead && (answer === undefined || answer === 'busy')) {
        tally[kind].cutOff += 1
        if (kind === 'upload') uncertain.push(action)
        else unanswered.push({ action, tries: tries + 1 })
      } else {
        surprises.push(`${kind} ${subject}: ${answer}`)
        triggerKill()
      }
    }
    const run = async (first: Kind): Promise<void> => {
      for (let kind = first; !isDead; kind = KINDS[Math.floor(chance() * KINDS.length)] ?? first)
        await attempt(waiting.pop() ?? { action: street.next(kind), tries: 0 })
    }
    const running = Promise.all([...KINDS, ...KINDS].map(run))
    await killNow
    await sleep(chance() * DELAY_MS)
    isDead = true
    portal.child.kill('SIGKILL')
    if (kill % POWER === 0) killPostgres(dataDir)
    await Promise.all([running, portal.ended])
    unanswered.push(...waiting)

    portal = startPortal({ dataDir, port, env })
    outcome.runs = kill
    outcome.slowest_ms = Math.max(outcome.slowest_ms, await untilServing(portal, port))
    // A sign-up that each kill cuts off would use up its attempts.
    await withDatabase(dataDir, (client) => client.query('truncate sign_in_limits'))
    const maybe = [...uncertain, ...unanswered.map(({ action }) => action)]
    // The last inspection covers everything.
    const among = acknowledged.slice(kill === KILLS ? 0 : first)
    const { open, lost, doubled, wrong } = await judge(dataDir, { acknowledged, maybe, among })
    outcome.lost += lost
    outcome.doubled += doubled
    const isWrong = [...Object.values(wrong), surprises].some((found) => found.length > 0)
    if (kill === KILLS || isWrong) report({ ...outcome, acknowledged: acknowledged.length })
    expect({ kill, ...wrong, surprises }).toEqual({ kill, ...NOTHING_WRONG, surprises: [] })
    street.setQuotes(open, new Set(maybe.map(({ subject }) => subject)))
    if (kill === KILLS) await expectDamageFound(street, acknowledged, maybe)
  }
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)

  const missed = KINDS.filter((kind) => tally[kind].acknowledged === 0 || tally[kind].cutOff === 0)
  if (FULL) expect(missed).toEqual([])
  else expect(missed.length).toBeLessThan(KINDS.length)
})
