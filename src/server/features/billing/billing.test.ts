import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, createWorldDatabase } from '../../../../test/database.ts'
import { copyIntoEarlier, migrateTo, migrations } from '../../../../test/upgrade.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { feeLabel } from '../../../domain/billing/fees.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { migrate } from '../../db/migrate.ts'
import { createPool } from '../../db/pool.ts'
import { chargeFees } from './charge-fees.ts'
import { recordPayment, unpaidFees } from './db.ts'

let world: World
let pool: pg.Pool

beforeEach(async () => {
  const connection = await createWorldDatabase('billing')
  world = await openWorld(connection)
  pool = createPool(connection)
})
afterEach(() => Promise.all([pool.end(), world.close()]))

async function onDay(day: string): Promise<void> {
  world.clock.now = new Date(`${day}T20:00:00Z`)
  await chargeFees(world.portal)
}

/** Pays a building's earliest unpaid fee. */
async function pay(captain: 'maya' | 'otto', date: string): Promise<void> {
  await asSystem(world.portal.db, async (tx) => {
    const fee = await unpaidFees(tx)
      .innerJoin('buildings', 'buildings.id', 'payables.building_id')
      .where('captain_id', '=', world.idOf(captain))
      .select(['fees.id', 'fees.building_id', 'month', 'amount', 'fees.kind'])
      .orderBy('due_date')
      .executeTakeFirstOrThrow()
    const { amount } = fee
    await recordPayment(tx, fee, { date, amount, method: 'Bank transfer', description: feeLabel(fee) })
  })
}

describe('next payment and history', () => {
  test('the next payment is the earliest unpaid fee, the same for every member of the building [2.billing.1]', async () => {
    const first = { month: '2026-11-01', amount: 9167, due_date: '2026-12-01', kind: 'first' }
    for (const name of ['maya', 'ned', 'otto'] as const)
      expect(await world.as(name).billing.next()).toMatchObject({
        ...first,
        unpaid_count: 1,
        unpaid_amount: 9167,
      })

    await onDay('2027-01-10')
    expect(await world.as('ned').billing.next()).toMatchObject({
      ...first,
      unpaid_count: 3,
      unpaid_amount: 59_167,
    })
    await pay('maya', '2027-01-10')
    const isPaid = async (month: string) => (await world.as('ned').billing.month({ month })).fee?.is_paid
    expect([await isPaid('2026-11'), await isPaid('2026-12')]).toEqual([true, false])
    expect(await world.as('ned').billing.next()).toMatchObject({
      month: '2026-12-01',
      amount: 25_000,
      due_date: '2027-01-01',
      unpaid_count: 2,
      unpaid_amount: 50_000,
    })
    expect(await world.as('otto').billing.next()).toMatchObject(first)
  })

  test('nothing is due when everything is paid; a failed or pending payment does not count', async () => {
    const status = (value: string) => pool.query('update payments set status = $1', [value])
    await pay('maya', '2026-11-20')
    expect(await world.as('maya').billing.next()).toBeNull()
    for (const open of ['pending', 'failed']) {
      await status(open)
      expect(await world.as('maya').billing.next()).toMatchObject({ amount: 9167 })
    }
    await expect(pay('maya', '2026-11-21')).resolves.toBeUndefined()
    expect(await world.as('maya').billing.next()).toBeNull()
  })

  test('the history starts empty, then shows the building’s own payments, newest first, page by page [2.billing.3]', async () => {
    expect(await world.as('ned').billing.payments({ page: 1 })).toEqual({
      total: 0,
      page_size: 12,
      payments: [],
    })
    await onDay('2027-12-10')
    for (let month = 1; month <= 13; month += 1)
      await pay('maya', `2028-01-${String(month).padStart(2, '0')}`)
    const first = await world.as('ned').billing.payments({ page: 1 })
    expect(first.total).toBe(13)
    expect(first.payments.map(({ date }) => date)).toEqual(
      Array.from({ length: 12 }, (_, index) => `2028-01-${String(13 - index).padStart(2, '0')}`),
    )
    expect(first.payments[0]).toEqual({
      id: expect.any(String),
      date: '2028-01-13',
      amount: 25_000,
      status: 'paid',
      method: 'Bank transfer',
      description: 'Service fee, November 2027',
      taken_back_reason: null,
      ...{ refunded: 0, returning: 0, disputed: 0, lost: 0 },
    })
    const second = await world.as('ned').billing.payments({ page: 2 })
    expect(second.payments).toMatchObject([{ amount: 9167, description: 'First service fee, November 2026' }])
    expect((await world.as('otto').billing.payments({ page: 1 })).total).toBe(0)
    const told = await pool.query(
      `select from events where kind = 'payment_received' and building_id is not null`,
    )
    expect(told.rowCount).toBe(13)
  })
})

test('an upgrade keeps the payment history, the next payment and the unpaid fees', async () => {
  await onDay('2027-02-10')
  await pay('maya', '2026-12-01')
  await pay('maya', '2027-01-01')
  await pool.query(`update payments set status = 'failed' where date = '2027-01-01'`)
  const shown = async ({ as }: World) => {
    const { billing } = as('ned')
    return [await billing.next(), await billing.payments({ page: 1 }), await billing.dashboard()]
  }
  const earlier = await createTestDatabase('fees_before')
  const own = createPool({ ...earlier, max: 2 })
  await own.query('drop schema public cascade; create schema public')
  await migrateTo(own, migrations.indexOf('017_people_of_vendors.sql') + 1)
  await copyIntoEarlier(pool, own)
  await migrate(own)
  const upgraded = await openWorld(earlier)
  upgraded.clock.now = world.clock.now
  expect(await shown(upgraded)).toEqual(await shown(world))
  expect(await shown(world)).toMatchObject([{ unpaid_count: 3, unpaid_amount: 75_000 }, { total: 2 }, {}])
  await Promise.all([own.end(), upgraded.close()])
})

describe('dashboard', () => {
  /** A weekly visit at 99.99 from today, the 20th, to December 18. */
  async function weekly(): Promise<void> {
    const service = await world.request('Landscaping', {
      required_every_weeks: 1,
      preferred_end_date: '2026-12-18',
    })
    await world.accept(service, await world.quote('evergreen', service, 9999))
  }
  async function visitOn(day: string): Promise<string> {
    const { rows } = await pool.query('select id from appointments where scheduled_date = $1', [day])
    return rows[0]?.id
  }
  const figures = async () => {
    const { so_far, estimated, services, next_visit } = await world.as('ned').billing.dashboard()
    return [so_far.amount, estimated, services.subscribed, next_visit?.scheduled_date ?? 'None']
  }

  test('shows only the first fee on the first day', async () => {
    expect(await figures()).toEqual([9167, 9167, 0, 'None'])
    expect(await world.as('maya').billing.dashboard()).toEqual({
      today: '2026-11-20',
      fee: { amount: 9167, kind: 'first', due_date: '2026-12-01', is_paid: false },
      so_far: { lines: [expect.objectContaining({ kind: 'fee', amount: 9167 })], amount: 9167 },
      to_come: { lines: [], amount: 0 },
      estimated: 9167,
      services: { subscribed: 0, waiting: 0, quoted: 0 },
      next_visit: null,
    })
  })

  test('counts visits up to today as spent and the month’s others as estimated, but no other months or buildings', async () => {
    await weekly()
    expect(await figures()).toEqual([9167 + 9999, 9167 + 2 * 9999, 1, '2026-11-20'])
    world.clock.now = new Date('2026-11-27T07:59:00Z')
    expect(await figures()).toEqual([9167 + 9999, 9167 + 2 * 9999, 1, '2026-11-27'])
    world.clock.now = new Date('2026-11-27T08:00:00Z')
    expect(await figures()).toEqual([9167 + 2 * 9999, 9167 + 2 * 9999, 1, '2026-11-27'])
    await onDay('2026-12-05')
    expect(await figures()).toEqual([25_000 + 9999, 25_000 + 3 * 9999, 1, '2026-12-11'])
    await onDay('2027-01-05')
    // Without a visit to come the service is finished.
    expect(await figures()).toEqual([25_000, 25_000, 0, 'None'])
    const { so_far, services } = await world.as('otto').billing.dashboard()
    expect([so_far.amount, services.subscribed]).toEqual([25_000, 0])
  })

  test('a cancelled visit costs nothing and is not the next visit; a completed one still counts as spent [2.dashboard.5]', async () => {
    await weekly()
    await onDay('2026-12-05')
    await world.as('evergreen').visits.complete({ id: await visitOn('2026-12-04') })
    await world.as('maya').visits.cancel({
      id: await visitOn('2026-12-11'),
      shown_date: '2026-12-11',
      shown_time: '09:00:00',
      reason: 'The gate is being painted',
    })
    expect(await figures()).toEqual([25_000 + 9999, 25_000 + 2 * 9999, 1, '2026-12-18'])
    const { so_far, to_come } = await world.as('ned').billing.dashboard()
    expect(so_far.lines).toMatchObject([
      { kind: 'fee', amount: 25_000 },
      {
        kind: 'visit',
        source: expect.any(String),
        day: '2026-12-04',
        status: 'completed',
        service: 'Landscaping',
        company_name: 'Evergreen Grounds',
        amount: 9999,
      },
    ])
    expect(to_come.lines.map(({ day }) => day)).toEqual(['2026-12-18'])
  })

  test('a service that waits for a choice is counted separately', async () => {
    const service = await world.request('Snow Removal')
    const services = async () => (await world.as('ned').billing.dashboard()).services
    expect(await services()).toEqual({ subscribed: 0, waiting: 1, quoted: 0 })
    await world.quote('curb', service, 95_00)
    expect(await services()).toEqual({ subscribed: 0, waiting: 1, quoted: 1 })
    await world.as('maya').services.edit({
      id: service,
      description: 'The garage, too',
      service_type: 'on-demand',
      preferred_start_date: '2026-12-01',
    })
    expect(await services()).toEqual({ subscribed: 0, waiting: 1, quoted: 0 })
  })
})
