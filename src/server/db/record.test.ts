import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { asSystem } from './as-viewer.ts'
import { createPool } from './pool.ts'
import { type NewEvent, record } from './record.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('record')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate events, mails cascade'))

const write = (...events: NewEvent[]) => asSystem(world.portal.db, (tx) => record(tx, ...events))
const recorded = async () => (await db.query('select kind, subject, data from events order by id')).rows

test('records 500 events in order with one statement', async () => {
  await db.query(`create sequence statements;
    create function count_statement() returns trigger language plpgsql security definer
      as $$ begin perform nextval('statements'); return null; end $$;
    create trigger counted after insert on events for each statement execute function count_statement()`)
  const vendor_id = world.companyOf('curb')
  const prices = Array.from({ length: 500 }, (_, index) => index + 1)
  await write(
    ...prices.map((per_visit_price) => ({
      kind: 'quote_updated' as const,
      actor: world.idOf('curb'),
      building_id: null,
      vendor_id,
      data: { per_visit_price },
    })),
  )
  expect((await db.query('select last_value::int as count from statements')).rows).toEqual([{ count: 1 }])
  expect((await recorded()).map(({ data }) => data.per_visit_price)).toEqual(prices)
})

test('a payload of the wrong shape is rejected, and no event is recorded', async () => {
  const good = { kind: 'payment_received', actor: null, building_id: null, data: { amount: 1 } } as const
  for (const data of [{}, { amount: '1' }, { amount: 1.5 }, undefined]) {
    const wrong = { ...good, data } as NewEvent
    await expect(write(good, wrong), JSON.stringify(data)).rejects.toThrow('expected')
  }
  expect(await recorded()).toEqual([])
})

test('drops payload fields that the catalog does not name', async () => {
  const data = { amount: 1, note: 'private' }
  await write({ kind: 'payment_received', actor: null, building_id: null, data })
  await write({ kind: 'password_reset_requested', actor: null, subject: null })
  expect(await recorded()).toEqual([
    { kind: 'payment_received', subject: null, data: { amount: 1 } },
    { kind: 'password_reset_requested', subject: null, data: {} },
  ])
})

test('no event sends no statement', async () => {
  await write()
  expect(await recorded()).toEqual([])
})
