import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'

// A building says why it can't approve an invoice as it is: Product 3.2.
let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('invoice_disputes')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

let visit: string
/** An invoice for a finished visit at 50.00, sent. */
let id: string
const WHY = 'Nobody was here on Friday.'

beforeEach(async () => {
  world.clock.now = NOW
  await forgetInvoices(db)
  visit = await world.visitToday('curb', 'Snow Removal')
  const { visits, invoices } = world.as('curb')
  await visits.checkIn({ id: visit, at: NOW.toISOString() })
  await visits.finish({ id: visit, at: NOW.toISOString(), note: null, place: null })
  const { rows } = await db.query('select building_id from appointments where id = $1', [visit])
  id = randomUUID()
  const facts = { number: 'INV-0001', date: TODAY, due_date: '2026-12-20', tax_rate: 0, note: null }
  const lines = { visits: [{ id: visit, amount: 50_00 }], starts: [], extras: [] }
  await invoices.create({ id, building_id: rows[0]?.building_id, ...facts, ...lines })
  await invoices.send({ id, version: 1, total: 50_00 })
})

const maya = () => world.as('maya').invoices
const curb = () => world.as('curb').invoices
const told = async () => {
  const { rows } = await db.query(`select e.kind, m.recipient from mails m join events e on e.id = m.event_id
    where e.kind in ('invoice_disputed', 'invoice_answered') order by m.id`)
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`)
}

test('a building disputes an invoice, both sides write, and the decision ends it', async () => {
  const dispute = { id, message_id: randomUUID(), words: WHY }
  await expect(world.as('ned').invoices.dispute(dispute)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const early = { id, message_id: randomUUID(), words: 'Hello?' }
  await expect(curb().answer(early)).rejects.toThrow('this invoice is not disputed')
  await maya().dispute(dispute)
  await maya().dispute(dispute)
  await expect(maya().dispute({ ...dispute, message_id: randomUUID() })).rejects.toThrow('disputed already')
  const answer = { id, message_id: randomUUID(), words: 'We were, at six.' }
  await curb().answer(answer)
  await curb().answer(answer)
  await expect(curb().answer({ ...answer, words: 'We were not.' })).rejects.toThrow('was sent before it')
  await maya().answer({ id, message_id: randomUUID(), words: 'Then it is fine.' })
  await expect(
    world.as('ned').invoices.answer({ id, message_id: randomUUID(), words: 'I saw them.' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })

  // A neighbor reads along.
  const { state, messages } = await world.as('ned').invoices.get({ id })
  expect([state, messages.map(({ side, words }) => `${side}: ${words}`)]).toEqual([
    'disputed',
    [`captain: ${WHY}`, 'vendor: We were, at six.', 'captain: Then it is fine.'],
  ])
  expect(await curb().list({ tab: 'disputed', page: 1 })).toMatchObject([{ id }])
  expect(await curb().counts()).toMatchObject({
    tabs: { sent: { count: 0 }, disputed: { count: 1, total: 50_00 } },
  })
  expect(await told()).toEqual([
    'invoice_disputed curb@example.com',
    'invoice_answered maya@example.com',
    'invoice_answered curb@example.com',
  ])

  await maya().approve({ id, refused: [], approved: 50_00 })
  await expect(curb().answer({ ...answer, message_id: randomUUID() })).rejects.toThrow('not disputed')
  await expect(maya().dispute({ ...dispute, message_id: randomUUID() })).rejects.toThrow('decided meanwhile')
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('the database refuses the same to both sides themselves', async () => {
  const viewerOf = async (who: 'maya' | 'curb' | 'ned') =>
    (await world.as(who).accounts.session())?.viewer ?? null
  const { rows } = await db.query('select building_id, vendor_id from invoices')
  const write = async (who: 'maya' | 'curb' | 'ned', side: 'vendor' | 'captain', person = who) =>
    asViewer(world.portal.db, await viewerOf(who), (tx) =>
      tx
        .insertInto('invoice_messages')
        .values({
          ...rows[0],
          id: randomUUID(),
          invoice_id: id,
          side,
          person: world.idOf(person),
          words: 'x',
          sent_at: NOW,
        })
        .execute(),
    )
  await expect(write('curb', 'vendor')).rejects.toThrow('this invoice is not disputed')
  await maya().dispute({ id, message_id: randomUUID(), words: WHY })
  await write('curb', 'vendor')
  await write('maya', 'captain')
  for (const [who, side, person] of [
    ['curb', 'captain', 'curb'],
    ['maya', 'vendor', 'maya'],
    ['maya', 'captain', 'ned'],
    ['ned', 'captain', 'ned'],
  ] as const)
    await expect(write(who, side, person)).rejects.toThrow('row-level security')
  await expect(db.query(`update invoice_messages set words = 'y'`)).rejects.toThrow('what was written stays')
  await expect(db.query('delete from invoice_messages')).rejects.toThrow('what was written stays')
})

test('a visit of an approved invoice is no more disputed, nor taken back', async () => {
  await maya().approve({ id, refused: [], approved: 50_00 })
  const dispute = world.as('maya').visits.dispute({ id: visit, words: WHY })
  await expect(dispute).rejects.toThrow('an invoice with this visit was approved')
})
