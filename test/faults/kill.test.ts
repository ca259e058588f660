import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readInvariants } from '../../src/server/commands/check.ts'
import { startEmbedded } from '../../src/server/database/embedded.ts'
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

/** Fifty services with one price each, of two buildings, ready to be accepted. */
async function fiftyQuotes(origin: string) {
  const vendor = createClient(origin)
  const types = (await vendor.services.catalogue.query()).map(({ id }) => id)
  await signUpVendor(vendor, types)
  const quotes: { resident: Client; id: string }[] = []
  for (const [index, share] of [types.slice(0, 25), types.slice(0, 25)].entries()) {
    const resident = createClient(origin)
    await signUpResident(resident, { address: `${index} Kill Street` })
    for (const service_type_id of share)
      await resident.services.request.mutate({ ...RECURRING, service_type_id })
    for (let left = share.length; left > 0; ) {
      const page = await vendor.quotes.list.query({ tab: 'needs_quote', page: 1 })
      for (const { id } of page) {
        await vendor.quotes.submit.mutate({ id, per_visit_price: 5000 })
        quotes.push({ resident, id })
      }
      left -= page.length
    }
  }
  return quotes
}

test('a hard kill in the middle of 50 acceptances loses none that was acknowledged, and leaves no half of one', {
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
      // While others are half way.
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
  const { rows } = await client.query<{ id: string; visits: number; told: number; state: string }>(`
    select q.id, visits.count::int as visits, told.count::int as told, case
      when q.status = 'accepted' and s.status = 'Accepted' and s.assigned_vendor = q.vendor_id
        and visits.count = ${VISITS} and told.count = 1 then 'complete'
      when q.status = 'pending' and s.status = 'Quote' and visits.count = 0 and told.count = 0 then 'absent'
      else 'half' end as state
    from service_quotes q join building_services s on s.id = q.building_service_id
    cross join lateral (select count(*) from appointments a where a.service_quote_id = q.id) visits
    cross join lateral (select count(*) from events e where e.kind = 'quote_accepted' and e.subject = q.id) told`)
  const breaches = await client.query(await readInvariants())
  await client.end()
  await stop()
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  report({
    drill: 'hard kill in 50 acceptances',
    runs: 1,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => states.get(id) !== 'complete').length,
    doubled: rows.filter(({ visits, told }) => visits > VISITS || told > 1).length,
    slowest_ms,
  })
  expect(breaches.rows).toEqual([])
  expect(rows).toHaveLength(ACCEPTANCES)
  expect(rows.filter(({ state }) => state === 'half')).toEqual([])
  expect(acknowledged.map((id) => states.get(id))).toEqual(acknowledged.map(() => 'complete'))
  // An answer can be lost on its way, so up to one more for each that was under way may be complete.
  const complete = rows.filter(({ state }) => state === 'complete').length
  expect(complete).toBeLessThanOrEqual(acknowledged.length + AT_ONCE)

  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})

const KILLS = size(3, 200)
/** Every so often the database is cut off as well, as when the power fails. */
const POWER = size(3, 10)
/** A portal is killed after so many answers at most, and then within so many milliseconds. */
const ANSWERS = 25
const MOMENT = 60

type Try = { action: Action; tries: number }
type Tally = Record<Kind, { acknowledged: number; cutOff: number }>

/** The same look, over all that was acknowledged, names what is then taken, doubled and spoilt. */
async function expectFound(street: Street, acknowledged: Action[], maybe: Action[]): Promise<void> {
  const done: Action[] = []
  const look = (among?: Action[]) =>
    judge(dataDir, { acknowledged: [...acknowledged, ...done], maybe, among })
  const busy = new Set(maybe.map(({ subject }) => subject))
  for (const kind of ['sign-up', 'request', 'quote', 'acceptance', 'upload', 'upload'] as const) {
    street.setQuotes((await look([])).open, busy)
    const action = street.next(kind)
    expect([action.kind, await action.send()]).toEqual([kind, 'ok'])
    done.push(action)
  }
  const [accepted = '', twice = '', spoilt = ''] = done.slice(-3).map(({ subject }) => subject)
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
      [twice],
    )
    const { rows } = await client.query(document, [spoilt])
    const file = openSync(join(dataDir, 'files', rows[0].file_path), 'r+')
    writeSync(file, '?', 0)
    closeSync(file)
  })
  const { wrong } = await look()
  expect(wrong).toEqual({
    breaches: [{ invariant: 'the visits of an accepted quote are those of the formula', row: accepted }],
    lost: [`acceptance ${accepted}`],
    doubled: [`upload ${twice}`],
    spoilt: [spoilt],
    torn: [],
  })
}

test(`${KILLS} hard kills at any moment lose nothing that was acknowledged, and double nothing (FAULTS_SEED=${SEED})`, {
  timeout: size(120_000, 840_000),
}, async () => {
  const chance = chances()
  const port = await freePort()
  const env = { TRUST_PROXY: '127.0.0.1' }
  let portal = startPortal({ dataDir, port, env })
  await untilServing(portal, port)
  const street = await openStreet(`http://127.0.0.1:${port}`, chance)

  const tally = Object.fromEntries(KINDS.map((kind) => [kind, { acknowledged: 0, cutOff: 0 }])) as Tally
  const acknowledged: Action[] = []
  /** Uploads without an answer: a second try would be a second document, rightly. */
  const uncertain: Action[] = []
  let unanswered: Try[] = []
  const surprises: string[] = []
  const told = { drill: 'hard kills in all kinds of work', runs: 0, lost: 0, doubled: 0, slowest_ms: 0 }

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const first = acknowledged.length
    const waiting = unanswered
    unanswered = []
    let isDead = false
    const answers = 1 + Math.floor(chance() * ANSWERS)
    const { promise: isTime, resolve: itIsTime } = Promise.withResolvers<void>()
    const attempt = async ({ action, tries }: Try): Promise<void> => {
      const { kind, subject } = action
      const answer = await action.send()
      if (answer === 'ok' || (answer && tries > 0 && answer === action.doneAlready)) {
        acknowledged.push(action)
        tally[kind].acknowledged += 1
        if (acknowledged.length === first + answers) itIsTime()
      } else if (isDead && (answer === undefined || answer === 'busy')) {
        tally[kind].cutOff += 1
        if (kind === 'upload') uncertain.push(action)
        else unanswered.push({ action, tries: tries + 1 })
      } else {
        surprises.push(`${kind} ${subject}: ${answer}`)
        itIsTime()
      }
    }
    const live = async (first: Kind): Promise<void> => {
      for (let kind = first; !isDead; kind = KINDS[Math.floor(chance() * KINDS.length)] ?? first)
        await attempt(waiting.pop() ?? { action: street.next(kind), tries: 0 })
    }
    const lives = Promise.all([...KINDS, ...KINDS].map(live))
    await isTime
    await sleep(chance() * MOMENT)
    isDead = true
    portal.child.kill('SIGKILL')
    if (kill % POWER === 0) killPostgres(dataDir)
    await Promise.all([lives, portal.ended])
    unanswered.push(...waiting)

    portal = startPortal({ dataDir, port, env })
    told.runs = kill
    told.slowest_ms = Math.max(told.slowest_ms, await untilServing(portal, port))
    const maybe = [...uncertain, ...unanswered.map(({ action }) => action)]
    // At the end all of it once more.
    const among = acknowledged.slice(kill === KILLS ? 0 : first)
    const { open, lost, doubled, wrong } = await judge(dataDir, { acknowledged, maybe, among })
    told.lost += lost
    told.doubled += doubled
    const isWrong = [...Object.values(wrong), surprises].some((found) => found.length > 0)
    if (kill === KILLS || isWrong) report({ ...told, acknowledged: acknowledged.length })
    expect({ kill, ...wrong, surprises }).toEqual({ kill, ...NOTHING_WRONG, surprises: [] })
    street.setQuotes(open, new Set(maybe.map(({ subject }) => subject)))
    if (kill === KILLS) await expectFound(street, acknowledged, maybe)
  }
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)

  const missed = KINDS.filter((kind) => tally[kind].acknowledged === 0 || tally[kind].cutOff === 0)
  if (FULL) expect(missed).toEqual([])
  else expect(missed.length).toBeLessThan(KINDS.length)
})
