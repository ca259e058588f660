import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'
import { remindOfOverdue } from './reminders.ts'

// A building decides about what it was sent: Product 3.2.
let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('approvals')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

let visit: string
let building: string
const FACTS = { number: 'INV-0001', date: TODAY, due_date: '2026-12-20', tax_rate: 1000, note: null }
const CHECK = { date: TODAY, amount: 20_00, method: 'Check', reference: '1042' } as const
const KEYS = { description: 'A set of keys', amount: 15_00 }

beforeEach(async () => {
  world.clock.now = NOW
  await forgetInvoices(db)
  visit = await world.visitToday('curb', 'Snow Removal')
  const { visits } = world.as('curb')
  await visits.checkIn({ id: visit, at: NOW.toISOString() })
  await visits.finish({ id: visit, at: NOW.toISOString(), note: null, place: null })
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  building = rows[0]?.building_id
})

/** An invoice for the finished visit at 50.00, and for these extras, sent. Returns its id and its lines. */
async function sent(extras: (typeof KEYS)[] = []) {
  const id = randomUUID()
  const { invoices } = world.as('curb')
  const lines = { visits: [{ id: visit, amount: 50_00 }], starts: [], extras }
  await invoices.create({ id, building_id: building, ...FACTS, ...lines })
  const { total } = await invoices.get({ id })
  await invoices.send({ id, version: 1, total })
  const { lines: read } = await world.as('ned').invoices.get({ id })
  return { id, extras: read.filter(({ kind }) => kind === 'extra').map((line) => line.id) }
}

const maya = () => world.as('maya').invoices
const balances = async () => {
  const { rows } = await db.query(`select a.kind, sum(e.amount)::int as balance from ledger_entries e
    join accounts a on a.id = e.account_id join transfers t on t.id = e.transfer_id join payables o on o.id = t.payable_id
    where o.kind = 'invoice' group by a.kind having sum(e.amount) <> 0`)
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}
const told = async (kind = 'invoice_decided') => {
  const { rows } = await db.query(
    'select recipient, e.data from mails m join events e on e.id = m.event_id where e.kind = $1 order by m.id',
    [kind],
  )
  return rows
}

test('an invoice that matches in full is approved as it is; then it is owed, once', async () => {
  const { id } = await sent()
  await expect(world.as('ned').invoices.approve({ id, refused: [], approved: 55_00 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(maya().approve({ id, refused: [], approved: 54_00 })).rejects.toThrow('changed meanwhile')
  expect(await balances()).toEqual({})
  await maya().approve({ id, refused: [], approved: 55_00 })
  await maya().approve({ id, refused: [], approved: 55_00 })
  expect(await world.as('curb').invoices.get({ id })).toMatchObject({ status: 'approved', approved: 55_00 })
  expect(await balances()).toEqual({ spend: 55_00, owed: -55_00 })
  expect(await told()).toMatchObject([
    { recipient: 'curb@example.com', data: { approved: 55_00, refused: 0, total: 55_00 } },
  ])
  await expect(maya().approve({ id, refused: [], approved: 0 })).rejects.toThrow('decided meanwhile')
  expect(await world.as('curb').invoices.counts()).toMatchObject({
    tabs: { approved: { count: 1, total: 55_00 } },
  })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('both sides see who decided and when, by the name of that time [Product 3.2]', async () => {
  const { id } = await sent()
  expect(await world.as('curb').invoices.get({ id })).toMatchObject({ decided_at: null, decided_name: null })
  await maya().approve({ id, refused: [], approved: 55_00 })
  await db.query(`update profiles set first_name = 'May' where id = $1`, [world.idOf('maya')])
  for (const name of ['curb', 'ned'] as const)
    expect(await world.as(name).invoices.get({ id })).toMatchObject({
      decided_at: NOW,
      decided_name: 'Maya Test',
    })
  await db.query(`update profiles set first_name = 'Maya' where id = $1`, [world.idOf('maya')])
  await expect(db.query(`update invoices set decided_name = 'Otto'`)).rejects.toThrow('stays as it is')
})

test('an extra is refused with its reason, and not owed, nor its tax', async () => {
  const { id, extras } = await sent([KEYS, { description: 'A lock', amount: 40_00 }])
  const refused = [{ id: extras[0] ?? '', reason: 'Nobody lost a key.' }]
  await maya().approve({ id, refused, approved: 99_00 })
  const { lines, approved } = await world.as('curb').invoices.get({ id })
  expect(lines.map(({ refused_reason }) => refused_reason)).toEqual([null, 'Nobody lost a key.', null])
  expect([approved, await balances()]).toEqual([99_00, { spend: 99_00, owed: -99_00 }])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a disputed visit freezes its invoice until it is settled; one that is not charged is left out', async () => {
  const { id } = await sent([KEYS])
  await world.as('maya').visits.dispute({ id: visit, words: 'The ramp is icy.' })
  await expect(maya().approve({ id, refused: [], approved: 71_50 })).rejects.toThrow(
    'is disputed. Settle that first',
  )
  await world.as('curb').visits.waiveVisit({ id: visit })
  await expect(maya().approve({ id, refused: [], approved: 71_50 })).rejects.toThrow('changed meanwhile')
  await maya().approve({ id, refused: [], approved: 16_50 })
  const { lines } = await maya().get({ id })
  expect(lines.map(({ refused_reason }) => refused_reason)).toEqual(['The visit is not charged', null])
  expect(await balances()).toEqual({ spend: 16_50, owed: -16_50 })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('an invoice of which nothing is approved is refused, and nothing is owed', async () => {
  const { id, extras } = await sent([KEYS])
  await world.as('maya').visits.dispute({ id: visit, words: 'Nobody came.' })
  await world.as('curb').visits.waiveVisit({ id: visit })
  await maya().approve({ id, refused: [{ id: extras[0] ?? '', reason: 'No.' }], approved: 0 })
  expect(await maya().get({ id })).toMatchObject({ status: 'refused', approved: 0 })
  expect(await balances()).toEqual({})
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a one-time price is charged with the visit that pays it: disputed, not charged, or as agreed', async () => {
  const { rows } = await db.query('select service_quote_id as id from appointments where id = $1', [visit])
  const starts = [{ id: rows[0]?.id, amount: 20_00 }]
  // As if it had been agreed.
  await db.query(
    `set session_replication_role = replica; update service_quotes set start_price = 2000, once_price = 2000 where status = 'accepted'; set session_replication_role = origin`,
  )
  const id = randomUUID()
  const { invoices } = world.as('curb')
  await invoices.create({ id, building_id: building, ...FACTS, visits: [], starts, extras: [KEYS] })
  await invoices.send({ id, version: 1, total: 38_50 })
  await world.as('maya').visits.dispute({ id: visit, words: 'Nobody came.' })
  await expect(maya().approve({ id, refused: [], approved: 38_50 })).rejects.toThrow(
    'pays the one-time price',
  )
  await world.as('curb').visits.waiveVisit({ id: visit })
  await maya().approve({ id, refused: [], approved: 16_50 })
  const { lines } = await maya().get({ id })
  expect(lines.map(({ refused_reason }) => refused_reason)).toEqual(['The visit is not charged', null])
  expect(await breachesOf(world.portal.db)).toEqual([])
  // As if another visit had been finished: it earns it again.
  await db.query(`set session_replication_role = replica; update appointments set status = 'completed';
    delete from visit_disputes; set session_replication_role = origin`)
  const again = { ...FACTS, id: randomUUID(), number: 'INV-0002', building_id: building }
  await invoices.create({ ...again, visits: [{ id: visit, amount: 50_00 }], starts, extras: [] })
})

test('the largest invoice can be approved', async () => {
  const extras = Array.from({ length: 9 }, (_, at) => ({
    description: `Roof, part ${at}`,
    amount: 1_000_000_00,
  }))
  const { id } = await sent(extras)
  const { total } = await maya().get({ id })
  await maya().approve({ id, refused: [], approved: total })
  expect(await balances()).toEqual({ spend: total, owed: -total })
  await maya().recordPayment({ ...CHECK, id: randomUUID(), invoice_id: id, amount: total })
  expect(await balances()).toEqual({ spend: total, paid: -total })
})

test('the same decision again changes nothing; another one of the same sum is refused', async () => {
  const { id, extras } = await sent([KEYS, KEYS])
  const refused = (at: number) => [{ id: extras[at] ?? '', reason: 'No.' }]
  await maya().approve({ id, refused: refused(0), approved: 71_50 })
  await maya().approve({ id, refused: refused(0), approved: 71_50 })
  await expect(maya().approve({ id, refused: refused(1), approved: 71_50 })).rejects.toThrow(
    'decided meanwhile',
  )
  expect(await world.as('curb').invoices.counts()).toMatchObject({
    tabs: { approved: { count: 1, total: 71_50 } },
  })
})

test('an approved invoice is paid in parts, each recorded once, never more than is open [Product 3.3]', async () => {
  const { id } = await sent()
  // The later payment has the lower id.
  const [first, second] = [randomUUID(), randomUUID()].sort().reverse()
  const payment = { ...CHECK, id: first ?? '', invoice_id: id }
  await expect(maya().recordPayment(payment)).rejects.toThrow('nothing of this invoice is open')
  await maya().approve({ id, refused: [], approved: 55_00 })
  await maya().recordPayment(payment)
  await maya().recordPayment(payment)
  await expect(maya().recordPayment({ ...payment, amount: 35_00 })).rejects.toThrow('recorded before it')
  expect((await world.as('curb').invoices.get({ id })).payments).toMatchObject([CHECK])
  expect(await world.as('curb').invoices.get({ id })).toMatchObject({ state: 'approved', paid: 20_00 })
  const rest = { ...payment, id: second ?? '', amount: 35_01 }
  await expect(maya().recordPayment(rest)).rejects.toThrow('At most $35.00')
  const later = { ...rest, amount: 35_00, date: '2026-11-21' }
  await expect(maya().recordPayment(later)).rejects.toThrow('today or earlier')
  await expect(world.as('ned').invoices.recordPayment(rest)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await maya().recordPayment({ ...rest, amount: 35_00 })
  expect(await world.as('curb').invoices.get({ id })).toMatchObject({
    state: 'paid',
    paid: 55_00,
    payments: [{ amount: 20_00 }, { amount: 35_00 }],
  })
  expect(await world.as('curb').invoices.list({ tab: 'paid', page: 1 })).toMatchObject([{ id }])
  expect(await balances()).toEqual({ spend: 55_00, paid: -55_00 })
  const { payments } = await world.as('ned').billing.payments({ page: 1 })
  expect(payments.map(({ amount, description }) => [amount, description.split(',')[0]]).sort()).toEqual([
    [20_00, 'Invoice INV-0001'],
    [35_00, 'Invoice INV-0001'],
  ])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('the database refuses the same to the captain itself', async () => {
  const { id } = await sent([KEYS])
  const viewer = (await world.as('maya').accounts.session())?.viewer ?? null
  const decide = (approved: number, more: object = {}) =>
    asViewer(world.portal.db, viewer, (tx) =>
      tx
        .updateTable('invoices')
        .set({ status: 'approved', approved, decided_by: world.idOf('maya'), decided_at: NOW, ...more })
        .where('id', '=', id)
        .execute(),
    )
  const refuse = (kind: 'visit' | 'extra') =>
    asViewer(world.portal.db, viewer, (tx) =>
      tx.updateTable('invoice_lines').set({ refused_reason: 'No.' }).where('kind', '=', kind).execute(),
    )
  await expect(decide(71_49)).rejects.toThrow('what is approved is the sum of the lines')
  await expect(decide(71_50, { number: 'X' })).rejects.toThrow('a sent invoice stays as it is')
  await expect(decide(71_50, { decided_by: world.idOf('ned') })).rejects.toThrow('row-level security')
  await expect(refuse('visit')).rejects.toThrow('what was agreed and done is not refused')
  await decide(71_50)
  await refuse('extra') // reaches no row
  await expect(
    db.query(`update invoice_lines set refused_reason = 'No.' where kind = 'extra'`),
  ).rejects.toThrow('a decided invoice stays as it is')
  expect((await maya().get({ id })).lines.map(({ refused_reason }) => refused_reason)).toEqual([null, null])
  await expect(db.query('update invoices set decided_by = $1', [world.idOf('ned')])).rejects.toThrow(
    'a sent invoice stays as it is',
  )
  await expect(decide(71_50, { decided_at: new Date() })).rejects.toThrow('a sent invoice stays as it is')
  await expect(db.query('delete from invoices')).rejects.toThrow('a sent invoice stays as it is')
})

test('a building is reminded of what is overdue, each time once, but not while it can’t decide', async () => {
  const { id } = await sent()
  const remind = async (day: string) => {
    const portal = { ...world.portal, now: () => new Date(`${day}T17:00:00Z`) }
    await Promise.all([remindOfOverdue(portal), remindOfOverdue(portal)])
    const reminders = await told('invoice_overdue')
    return reminders.map(({ recipient, data }) => ({ recipient, ...data }))
  }
  await world.as('maya').visits.dispute({ id: visit, words: 'The ramp is icy.' })
  expect(await remind('2026-12-21')).toEqual([])
  await world.as('maya').visits.settleDispute({ id: visit })
  expect(await remind('2026-12-20')).toEqual([])
  const facts = { recipient: 'maya@example.com', number: 'INV-0001', open: 55_00 }
  const first = { ...facts, days: 1, is_approved: false }
  expect(await remind('2026-12-21')).toMatchObject([first])
  expect(await remind('2026-12-22')).toMatchObject([first])
  await maya().approve({ id, refused: [], approved: 55_00 })
  await maya().recordPayment({ ...CHECK, id: randomUUID(), invoice_id: id })
  const second = { ...facts, open: 35_00, days: 16, is_approved: true }
  expect(await remind('2027-01-05')).toMatchObject([first, second])
  await maya().recordPayment({ ...CHECK, id: randomUUID(), invoice_id: id, amount: 35_00 })
  expect(await remind('2027-02-05')).toHaveLength(2)
  expect(await breachesOf(world.portal.db)).toEqual([])
})
