import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { refreshScorecards } from './scorecards.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('scorecards')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services, vendor_scorecards cascade')
})

const SNOW = 'Snow Removal'
const card = async (by: 'maya' | 'otto' | 'curb' = 'curb') => {
  await refreshScorecards(world.portal)
  const { scorecard } =
    by === 'curb'
      ? await world.as('curb').vendors.own()
      : await world.as(by).vendors.profile({ id: world.companyOf('curb') })
  return scorecard
}
/** At this hour in the city, in winter. */
const at = (date: string, hour = '09:00:00') => {
  world.clock.now = new Date(`${date}T${hour}-08:00`)
}

/** Six weekly visits from November 23 on, with an arrival window from nine to eleven. */
async function sixVisits() {
  const service = await world.request(SNOW, {
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: '2026-11-23',
    preferred_end_date: '2026-12-28',
  })
  const id = await world.quoteOf('curb', service)
  const availability = { weekdays: [], arrives_from: '09:00', arrives_until: '11:00' }
  await world.as('curb').quotes.submit({ id, per_visit_price: 90_00, availability })
  await world.as('maya').quotes.accept({ id, per_visit_price: 90_00, availability })
  const { visits } = await world.as('curb').visits.upcoming({ page: 1, all: true })
  return visits
}

/** Holds a visit on its day, checked in at this hour. */
async function hold(visit: { id: string; scheduled_date: string }, hour: string): Promise<void> {
  at(visit.scheduled_date, hour)
  const now = world.clock.now.toISOString()
  await world.as('curb').visits.checkIn({ id: visit.id, at: now })
  await world.as('curb').visits.finish({ id: visit.id, at: now, note: null, ticked: null, place: null })
}

test('visits are counted by how they were held: on time until a quarter of an hour after the window [Product 2.7]', async () => {
  const [first, second, third, fourth, fifth] = await sixVisits()
  if (!first || !second || !third || !fourth || !fifth) throw new Error('Six visits were booked')
  await hold(first, '10:00:00')
  await hold(second, '11:14:00')
  await hold(third, '11:16:00')
  // Held, and not as agreed.
  await world.as('maya').visits.dispute({ id: third.id, words: 'The ramp was not salted.' })
  at(fourth.scheduled_date, '12:00:00')
  // Marked in the office: nobody knows when they came.
  await world.as('curb').visits.complete({ id: fourth.id })
  await db.query(`update appointments set status = 'missed' where id = $1`, [fifth.id])
  at('2026-12-22')
  await world.as('maya').visits.rate({ id: first.id, thumb: 'up', comment: null })
  expect(await card()).toMatchObject({ visits: 4, timed: 3, on_time: 2, missed: 1, disputed: 1, liked: 1 })
  // The same however often it is counted.
  expect(await card()).toMatchObject({ visits: 4, timed: 3, on_time: 2, missed: 1 })
  // What is more than a year ago no longer counts.
  at('2027-12-23')
  expect(await card()).toMatchObject({ visits: 0, missed: 0, disputed: 0, won: 0, liked: 0 })
})

test('a visit without a window is on time all of its day', async () => {
  const id = await world.visitToday('curb', SNOW)
  at('2026-11-20', '20:00:00')
  const now = world.clock.now.toISOString()
  await world.as('curb').visits.checkIn({ id, at: now })
  await world.as('curb').visits.finish({ id, at: now, note: null, ticked: null, place: null })
  expect(await card()).toMatchObject({ visits: 1, timed: 1, on_time: 1 })
})

test('answers, prices and ratings: what was raised was not kept, and a withdrawn request counts for nobody', async () => {
  const price = async (service: string, ...cents: number[]) => {
    const request = await world.request(service)
    const id = await world.quoteOf('curb', request)
    const [first = 0, ...more] = cents
    await world.as('curb').quotes.submit({ id, per_visit_price: first })
    for (const per_visit_price of more) await world.as('curb').quotes.update({ id, per_visit_price })
    return { request, id, last: cents.at(-1) ?? 0 }
  }
  // The first round of a request that is asked again.
  const withdrawn = await price(SNOW, 50_00)
  await world.as('maya').services.withdraw({ id: withdrawn.request })
  const kept = await price(SNOW, 90_00, 85_00)
  await world.as('maya').quotes.accept({ id: kept.id, per_visit_price: kept.last })
  const raised = await price('Landscaping', 90_00, 120_00)
  await world.as('maya').quotes.accept({ id: raised.id, per_visit_price: raised.last })
  const [garden, rival] = [
    await world.request('Landscaping', {}, 'otto'),
    await world.request(SNOW, {}, 'otto'),
  ]
  await world.quote('curb', garden, 200_00)
  await world
    .as('otto')
    .quotes.accept({ id: await world.quote('hilltop', garden, 80_00), per_visit_price: 80_00 })
  await world.as('curb').quotes.giveUp({ id: await world.quoteOf('curb', rival), reason: 'We are full.' })
  // Two hours each, by the events.
  await db.query(`update events set at = (select created_at + interval '2 hours' from service_quotes where id = subject)
    where kind in ('quote_submitted', 'quote_given_up')`)
  const counted = await card()
  expect(counted).toMatchObject({ answered: 5, answer_minutes: 120, decided: 3, won: 2, kept: 1 })
})

test('a building sees the scorecard of a vendor that it asked, and of no other', async () => {
  const profile = (by: 'maya' | 'otto') => world.as(by).vendors.profile({ id: world.companyOf('curb') })
  await expect(profile('maya')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.request(SNOW)
  const service = (await world.as('maya').services.list()).find(({ name }) => name === SNOW)
  await world.quote('curb', service?.id ?? '', 80_00)
  await expect(profile('otto')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await refreshScorecards(world.portal)
  const shown = async (visits: number) => {
    await db.query('update vendor_scorecards set visits = $1', [visits])
    const { quotes } = await world.as('maya').quotes.received({ building_service_id: service?.id ?? '' })
    return [(await profile('maya')).scorecard, quotes[0]?.scorecard]
  }
  // Four visits say too little of a company. Its own people count along.
  expect(await shown(4)).toEqual([null, null])
  expect((await world.as('curb').vendors.own()).scorecard).toMatchObject({ visits: 4 })
  expect(await shown(5)).toMatchObject([{ visits: 5 }, { visits: 5, won: 0 }])
})
