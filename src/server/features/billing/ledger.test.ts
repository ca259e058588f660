import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, createWorldDatabase } from '../../../../test/database.ts'
import { copyIntoEarlier, migrateTo, migrations } from '../../../../test/upgrade.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { migrate } from '../../db/migrate.ts'
import { createPool } from '../../db/pool.ts'
import { chargeFees } from './charge-fees.ts'
import { recordPayment, unpaidFees } from './db.ts'

let world: World
let pool: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('ledger')
  world = await openWorld(connection)
  pool = createPool(connection)
  world.clock.now = new Date('2027-02-10T20:00:00Z')
  await chargeFees(world.portal)
})
afterAll(() => Promise.all([pool.end(), world.close()]))

/** The balances of this captain's building, in cents. */
async function balances(captain: 'maya' | 'otto', from: pg.Pool = pool) {
  const { rows } = await from.query(
    `select a.kind, sum(amount)::int as balance from ledger_entries e join accounts a on a.id = e.account_id
     join buildings b on b.id = e.building_id where b.captain_id = $1 group by a.kind`,
    [world.idOf(captain)],
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}

const date = '2027-02-10'
const payment = { date, method: 'Check', description: 'Service fee' }
const earliest = (captain: 'maya' | 'otto') =>
  asSystem(world.portal.db, (tx) =>
    unpaidFees(tx)
      .innerJoin('buildings', 'buildings.id', 'payables.building_id')
      .where('captain_id', '=', world.idOf(captain))
      .select(['fees.id', 'fees.building_id', 'amount'])
      .orderBy('due_date')
      .executeTakeFirstOrThrow(),
  )

/** Four fees were charged: 91.67 and three of 250.00. */
const CHARGED = 841_67

test('charges and payments are in the books of their building [Product 3]', async () => {
  expect(await balances('maya')).toEqual({ spend: CHARGED, owed: -CHARGED })
  const fee = await earliest('maya')
  await asSystem(world.portal.db, (tx) => recordPayment(tx, fee, { ...payment, amount: fee.amount }))
  expect(await balances('maya')).toEqual({ spend: CHARGED, owed: fee.amount - CHARGED, paid: -fee.amount })
  expect(await balances('otto')).toEqual({ spend: CHARGED, owed: -CHARGED })
  const { rows } = await pool.query('select sum(amount)::int as sum from ledger_entries')
  expect(rows).toEqual([{ sum: 0 }])
})

test('a payment is in the books from its confirmation until it fails, and never twice', async () => {
  const before = await balances('otto')
  const fee = await earliest('otto')
  const add = async () => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into payments (building_id, payable_id, date, amount, status, method, description)
       values ($1, $2, $3, $4, 'pending', 'Card', 'Service fee') returning id`,
      [fee.building_id, fee.id, date, fee.amount],
    )
    return rows[0]?.id
  }
  const become = async (id: string | undefined, status: string) =>
    void (await pool.query('update payments set status = $2 where id = $1', [id, status]))
  const [first, second] = [await add(), await add()]
  const booked = { ...before, owed: fee.amount - CHARGED, paid: -fee.amount }
  await become(first, 'failed')
  expect(await balances('otto')).toEqual(before)
  // The method failed, and another try of the same payment did not.
  await become(first, 'paid')
  await become(first, 'paid')
  expect(await balances('otto')).toEqual(booked)
  await expect(become(second, 'paid')).rejects.toThrow('fees_are_paid_in_full')
  expect(await balances('otto')).toEqual(booked)
  await become(first, 'failed')
  expect(await balances('otto')).toEqual({ ...before, paid: 0 })
  await expect(become(first, 'paid')).rejects.toThrow('booked_once')
  await become(second, 'paid')
  expect(await balances('otto')).toEqual(booked)
  const { rows } = await pool.query('select kind from transfers where payment_id = $1 order by id', [first])
  expect(rows.map(({ kind }) => kind)).toEqual(['payment', 'reversal'])
})

test('nobody changes anything in the books', async () => {
  const change = (statement: string) => pool.query(statement)
  const stays = 'a transfer stays as it is'
  await expect(change('update transfers set amount = amount + 1')).rejects.toThrow(stays)
  await expect(change('delete from transfers')).rejects.toThrow(stays)
  const confirmed = 'a confirmed payment stays as it is'
  await expect(change(`update payments set amount = 1 where status = 'paid'`)).rejects.toThrow(confirmed)
  await expect(change('delete from payments')).rejects.toThrow('foreign key')
  await expect(change('update payables set amount = amount + 1')).rejects.toThrow('a charge stays as it is')
  const twice = `insert into transfers (building_id, from_account, to_account, amount, payable_id, payment_id, kind)
    select building_id, from_account, to_account, amount, payable_id, payment_id, kind from transfers where kind = `
  await expect(change(`${twice} 'charge'`)).rejects.toThrow('charged_once')
  await expect(change(`${twice} 'payment'`)).rejects.toThrow('booked_once')
  await change(`insert into payments (building_id, payable_id, date, amount, status, method, description)
    select building_id, id, '${date}', amount, 'pending', 'Card', 'Service fee' from payables limit 1`)
  await expect(
    change(`insert into transfers (building_id, from_account, to_account, amount, payable_id, payment_id, kind)
      select p.building_id, t.from_account, t.to_account, 1, p.payable_id, p.id, 'payment'
      from payments p join transfers t on t.building_id <> p.building_id where p.status = 'pending' limit 1`),
  ).rejects.toThrow('transfers_from_account_building_id_fkey')
})

test('what was charged and paid before there were books is in them after the upgrade', async () => {
  const earlier = createPool(await createTestDatabase('before_ledger'))
  try {
    await migrateTo(earlier, migrations.indexOf('073_ledger.sql'))
    await copyIntoEarlier(pool, earlier)
    await migrate(earlier)
    for (const captain of ['maya', 'otto'] as const)
      expect(await balances(captain, earlier)).toEqual(await balances(captain))
    // Each dated as it happened.
    const { rows } = await earlier.query(
      'select count(*)::int as count from transfers t join payables o on o.id = t.payable_id where t.payment_id is null and t.at <> o.created_at',
    )
    expect(rows).toEqual([{ count: 0 }])
  } finally {
    await earlier.end()
  }
})
