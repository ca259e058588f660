import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInvariants } from '../../src/server/cli/check.ts'
import { createClient, signUpResident } from '../http-client.ts'
import { freePort, killStarted, startPortal, untilServing } from '../portal-process.ts'
import type { MethodName } from '../stripe/books.ts'
import { type StripeServer, startStripe } from '../stripe/server.ts'
import { chances, report, SEED, size } from './drill.ts'
import { withDatabase } from './kill-ledger.ts'

/** The least number of deliveries, repeated, wrong and old ones counted. */
const DELIVERIES = size(100, 1000)
const KILLS = size(2, 20)
const BUILDINGS = size(2, 8)
/** For each building, besides its first one. */
const FEES = size(9, 30)
/** A portal is killed after at most so many milliseconds. */
const DELAY_MS = 1500

const chance = chances()
let dataDir = ''
let stripe: StripeServer

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-payments-'))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
  stripe = await startStripe({ chance })
})
afterAll(async () => {
  await stripe.close()
  killStarted([dataDir])
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

/** Fees of earlier months, which nobody paid. */
const OWED = `with fee as (insert into fees (building_id, month, kind)
    select b.id, (date '2023-01-01' + make_interval(months => n))::date, 'monthly' from buildings b, generate_series(0, $1 - 1) n
    returning *)
  insert into payables (id, building_id, kind, amount, due_date)
  select id, building_id, 'fee', 25000, (month + interval '1 month')::date from fee`

type Row = { id: string; status: string; amount: number; payable_id: string; paid: number; booked: number }
/** What the portal's history and books say of each payment through Stripe. */
const BOOKED = `select p.id, p.status, p.amount, p.payable_id, o.paid,
    (select count(*)::int from transfers t where t.payment_id = p.id and t.kind = 'payment') as booked
  from payments p join payables o on o.id = p.payable_id`

async function rowsOf<Found>(sql: string, values: unknown[] = []): Promise<Found[]> {
  let found: Found[] = []
  await withDatabase(dataDir, async (client) => {
    found = (await client.query(sql, values)).rows
  })
  return found
}

const pick = <One>(of: readonly One[]): One => of[Math.floor(chance() * of.length)] as One

test(`${DELIVERIES} deliveries, repeated, late, in any order, some wrong or old, while the portal is killed ${KILLS} times: every payment once, none lost, none invented (FAULTS_SEED=${SEED}) [Product 3.3]`, {
  timeout: size(240_000, 1_800_000),
}, async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...stripe.env, THREADS: '1', TRUST_PROXY: '127.0.0.1' }
  let portal = startPortal({ dataDir, port, env })
  await untilServing(portal, port)
  stripe.sendTo(`${origin}/stripe/webhook`)
  const captains = []
  for (let number = 0; number < BUILDINGS; number += 1) {
    const client = createClient(origin)
    await signUpResident(client, { address: `${number} Payment Street` })
    captains.push(client)
  }
  await withDatabase(dataDir, (client) => client.query(OWED, [FEES]))
  Object.assign(stripe.deliveries.weather, { repeated: 0.5, wrong: 0.2, old: 0.2, delay: 400 })

  let isOver = false
  let slowest_ms = 0
  let kills = 0
  const killing = (async () => {
    while (!isOver && kills < KILLS) {
      await sleep(chance() * DELAY_MS)
      portal.child.kill('SIGKILL')
      await portal.ended
      kills += 1
      portal = startPortal({ dataDir, port, env })
      slowest_ms = Math.max(slowest_ms, await untilServing(portal, port))
    }
  })()

  /** A captain clicks until an answer comes, now and then five times at once, and pays on Stripe's page, or leaves it. */
  const paying = captains.map(async (captain) => {
    for (;;) {
      const fee = await captain.billing.next.query().catch(() => undefined)
      if (fee === null) return
      if (fee === undefined) {
        await sleep(50)
        continue
      }
      const click = () => captain.payments.payFee.mutate({ id: fee.id }).catch(() => null)
      const clicks = await Promise.all(Array.from({ length: chance() < 0.2 ? 5 : 1 }, click))
      const session = stripe.books
        .all('checkout.session')
        .find((each) => each.status === 'open' && clicks.some((answer) => answer?.url === each.url))
      if (!session) {
        // It was paid already, and its event is on its way.
        await sleep(50)
        continue
      }
      const method = pick<MethodName>(['visa', 'visa', 'bank', 'declined'])
      if (!stripe.books.paySession(session, method) || method !== 'bank') continue
      const intent = stripe.books.all('payment_intent').find(({ id }) => id === session.payment_intent)
      if (intent) stripe.books.settle(intent, chance() < 0.7)
    }
  })
  await Promise.all([Promise.all(paying), killing])
  isOver = true
  expect(kills).toBe(KILLS)
  // As many as were meant: repeats change nothing.
  while (stripe.deliveries.counts.sent < DELIVERIES)
    stripe.deliveries.repeat(stripe.deliveries.events.slice(0, 50))
  await stripe.deliveries.settled()

  // What was stored and not handled when a portal was killed, the next one's job handles.
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
  portal = startPortal({ dataDir, port, env })
  await untilServing(portal, port)
  await expect
    .poll(() => rowsOf('select id, type, error from stripe_events where handled_at is null'), {
      timeout: 150_000,
      interval: 500,
    })
    .toEqual([])

  const succeeded = stripe.books.all('payment_intent').filter(({ status }) => status === 'succeeded')
  const asked = (intent: (typeof succeeded)[number]) => (intent.metadata as { payment: string }).payment
  const rows = await rowsOf<Row>(BOOKED)
  const paid = rows.filter(({ status }) => status === 'paid')
  const sentBack = new Set(stripe.books.all('refund').map(({ payment_intent }) => payment_intent))
  const due = succeeded.filter(({ id }) => !sentBack.has(id))
  const lost = due.filter((intent) => !paid.some(({ id }) => id === asked(intent)))
  const doubled = paid.filter(({ booked, amount, paid: sum }) => booked !== 1 || amount !== sum)
  const invented = paid.filter(({ id }) => !succeeded.some((intent) => asked(intent) === id))
  report({
    drill: 'payments while the portal is killed',
    ...{ runs: KILLS, acknowledged: stripe.deliveries.counts.taken, slowest_ms },
    ...{ lost: lost.length, doubled: doubled.length + invented.length },
  })
  expect({ lost, doubled, invented }).toEqual({ lost: [], doubled: [], invented: [] })
  expect(paid).toHaveLength(due.length)
  expect(new Set(paid.map(({ payable_id }) => payable_id)).size).toBe(paid.length)
  expect(await rowsOf('select id from payables where paid < amount - credited')).toEqual([])
  // Each event is stored once, and what was not signed, or too late, not at all.
  const stored = await rowsOf<{ id: string }>('select id from stripe_events')
  expect(stored.map(({ id }) => id).sort()).toEqual(stripe.deliveries.events.map(({ id }) => id).sort())
  expect(stripe.deliveries.counts.sent).toBeGreaterThanOrEqual(DELIVERIES)
  expect(stripe.deliveries.counts.refused).toBeGreaterThan(0)
  expect(await rowsOf(await readInvariants())).toEqual([])
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
})
