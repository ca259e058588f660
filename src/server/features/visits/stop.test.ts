import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEndlessServices } from '../../../../test/endless-service.ts'
import { NOW } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { bookAhead } from './book-ahead.ts'

let endless: Awaited<ReturnType<typeof openEndlessServices>>
let service: string

beforeAll(async () => {
  endless = await openEndlessServices('stops')
})
afterAll(() => endless.close())
beforeEach(async () => {
  await endless.reset()
  service = await endless.start('Snow Removal', 1)
})

const rows = async (status: string) =>
  (
    await endless.db.query(
      'select scheduled_date as day, changed_by, change_reason from appointments where status = $1 order by 1',
      [status],
    )
  ).rows
const end = (by: 'maya' | 'hilltop' | 'curb' | 'otto', from_date: string, visits: number) =>
  endless.world.as(by).visits.endService({ id: service, from_date, visits, reason: 'We do it ourselves' })
const mailed = async () =>
  (await endless.db.query('select recipient from mails order by 1')).rows.map(({ recipient }) => recipient)

test('a captain ends a service from a day on: later visits are cancelled, the vendor is told once, nothing is booked any more [Product 1.6]', async () => {
  expect((await endless.world.as('maya').visits.ofService({ id: service })).visits).toHaveLength(52)
  await end('maya', '2026-12-08', 50)
  expect((await rows('confirmed')).map(({ day }) => day)).toEqual(['2026-11-24', '2026-12-01'])
  expect(await rows('cancelled')).toHaveLength(50)
  expect((await rows('cancelled'))[0]).toEqual({
    day: '2026-12-08',
    changed_by: 'captain',
    change_reason: 'We do it ourselves',
  })
  expect(await mailed()).toEqual(['hilltop@example.com'])
  endless.world.clock.now = new Date('2027-03-01T20:00:00Z')
  await bookAhead(endless.world.portal)
  expect(await rows('confirmed')).toHaveLength(2)
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
})

test('an ended service can be asked for again once its last visit is over', async () => {
  await end('maya', '2026-12-01', 51)
  const again = {
    required_every_weeks: 2,
    preferred_start_date: '2026-12-15',
    preferred_end_date: '2027-02-01',
  }
  await expect(endless.world.request('Snow Removal', again)).rejects.toMatchObject({ code: 'CONFLICT' })
  endless.world.clock.now = new Date('2026-11-25T20:00:00Z')
  expect(await endless.world.request('Snow Removal', again)).toBe(service)
})

test('a vendor gives notice likewise, and the captain is told', async () => {
  await end('hilltop', '2027-01-05', 46)
  expect(await mailed()).toEqual(['maya@example.com'])
  const { stops } = await endless.world.as('maya').visits.ofService({ id: service })
  expect(stops).toEqual([
    { from_date: '2027-01-05', until_date: null, reason: 'We do it ourselves', stopped_by: 'vendor' },
  ])
})

test('both sides read in their lists how a service was ended and paused; a pause that is over is gone [Product 1.6]', async () => {
  const shown = async () => {
    const [services, quotes] = await Promise.all([
      endless.world.as('maya').services.list(),
      endless.world.as('hilltop').quotes.list({ tab: 'accepted', page: 1 }),
    ])
    expect(quotes.map(({ stops }) => stops)).toEqual(services.map(({ stops }) => stops))
    return services.map(({ stops }) => stops)
  }
  expect(await shown()).toEqual([[]])
  const pause = { from_date: '2026-12-01', until_date: '2026-12-15', reason: 'The street is closed' }
  await endless.world.as('maya').visits.pauseService({ ...pause, id: service, visits: 3 })
  await end('hilltop', '2027-01-05', 46)
  const ended = { from_date: '2027-01-05', until_date: null, reason: 'We do it ourselves' }
  const both = [
    { ...pause, stopped_by: 'captain' },
    { ...ended, stopped_by: 'vendor' },
  ]
  expect(await shown()).toEqual([both])
  endless.world.clock.now = new Date('2026-12-15T20:00:00Z')
  expect(await shown()).toEqual([both])
  endless.world.clock.now = new Date('2026-12-16T20:00:00Z')
  expect(await shown()).toEqual([both.slice(1)])
})

test('a service that was ended and asked for again is not ended for its new vendor, but stays so for the earlier one', async () => {
  await end('maya', '2026-11-24', 52)
  const again = await endless.start('Snow Removal', 2)
  expect(again).toBe(service)
  expect((await endless.world.as('maya').services.list()).map(({ stops }) => stops)).toEqual([[]])
  const quotes = await endless.world.as('hilltop').quotes.list({ tab: 'accepted', page: 1 })
  expect(quotes.map(({ stops }) => stops.length)).toEqual([0, 1])
})

test('a pause cancels the visits of its days only, and the service goes on after it', async () => {
  const pause = {
    id: service,
    from_date: '2026-12-01',
    until_date: '2026-12-15',
    reason: 'The street is closed',
  }
  await endless.world.as('maya').visits.pauseService({ ...pause, visits: 3 })
  expect((await rows('cancelled')).map(({ day }) => day)).toEqual(['2026-12-01', '2026-12-08', '2026-12-15'])
  expect(await rows('confirmed')).toHaveLength(49)
  expect(await mailed()).toEqual(['hilltop@example.com'])
  endless.world.clock.now = new Date('2026-12-10T20:00:00Z')
  await bookAhead(endless.world.portal)
  expect(await rows('confirmed')).toHaveLength(52)
})

test('what was finished stays, and a visit whose hour has come is not cancelled', async () => {
  endless.world.clock.now = new Date('2026-12-01T20:00:00Z') // noon of the second visit
  const { visits } = await endless.world.as('hilltop').visits.toComplete({ page: 1 })
  await endless.world.as('hilltop').visits.complete({ id: visits[0]?.id ?? '' })
  await end('maya', '2026-12-01', 50)
  expect(await rows('completed')).toHaveLength(1)
  expect((await rows('confirmed')).map(({ day }) => day)).toEqual(['2026-12-01'])
})

test('other visits than were shown, days that make no sense, a second end and strangers are refused', async () => {
  await expect(end('maya', '2026-12-08', 49)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(end('maya', '2026-11-19', 52)).rejects.toMatchObject({ cause: { field: 'from_date' } })
  const pause = { id: service, reason: 'Snow', visits: 0 }
  const paused = (from_date: string, until_date: string) =>
    endless.world.as('maya').visits.pauseService({ ...pause, from_date, until_date })
  await expect(paused('2026-12-08', '2026-12-07')).rejects.toMatchObject({ cause: { field: 'until_date' } })
  await expect(paused('2026-12-08', '2027-11-20')).rejects.toMatchObject({ cause: { field: 'until_date' } })
  for (const stranger of ['curb', 'otto'] as const)
    await expect(end(stranger, '2026-12-08', 50)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await rows('cancelled')).toEqual([])
  await end('maya', '2026-12-08', 50)
  await expect(end('hilltop', '2027-12-01', 0)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'this service was already ended',
  })
})

test('nobody moves or suggests a visit to a day of a pause or after the end, alone, with its series or its day', async () => {
  const { maya, hilltop } = {
    maya: endless.world.as('maya').visits,
    hilltop: endless.world.as('hilltop').visits,
  }
  const [first] = (await hilltop.ofService({ id: service })).visits
  const sent = { id: first?.id ?? '', shown_date: '2026-11-24', shown_time: '09:00', reason: 'Storm' }
  const at = (scheduled_date: string) => ({ ...sent, scheduled_date, scheduled_time: '10:00' })
  await hilltop.suggestTime(at('2026-12-16'))
  const pause = (from_date: string, until_date: string, visits: number) =>
    maya.pauseService({ id: service, from_date, until_date, visits, reason: 'The street is closed' })
  await pause('2026-12-07', '2026-12-13', 1)
  await pause('2026-12-16', '2026-12-18', 0)
  await end('maya', '2027-01-05', 46)
  const { visits } = await hilltop.ofService({ id: service })
  expect(visits).toHaveLength(5)
  const paused =
    'nobody comes on Mon, Dec 7: the service is paused from Mon, Dec 7 to Sun, Dec 13. Choose another day'
  const ended = 'nobody comes on Tue, Jan 5: the service ends on Tue, Jan 5. Choose another day'
  for (const [day, message] of [
    ['2026-12-07', paused],
    ['2027-01-05', ended],
  ] as const)
    for (const act of [hilltop.move, maya.suggestTime])
      await expect(act(at(day))).rejects.toMatchObject({ message, cause: { field: 'scheduled_date' } })
  // The visit of December 1 would be within the pause, the one of December 29 after the end.
  const series = { scope: 'all' as const, visits: 5, realign: false }
  await expect(hilltop.moveSeries({ ...at('2026-11-30'), ...series })).rejects.toThrow(
    'nobody comes on Mon, Dec 7: the service is paused',
  )
  await expect(maya.moveSeries({ ...at('2026-12-01'), ...series })).rejects.toThrow(
    'nobody comes on Tue, Dec 8',
  )
  await expect(
    hilltop.moveDay({ date: '2026-11-24', scheduled_date: '2026-12-08', visits: 1, reason: 'Ice' }),
  ).rejects.toThrow('nobody comes on Tue, Dec 8: Snow Removal at 1431 Minor Ave')
  expect((await hilltop.ofService({ id: service })).visits).toEqual(visits)
  // A time that was suggested before the pause is not accepted any more.
  const suggested = { id: sent.id, suggested_date: '2026-12-16', suggested_time: '10:00' }
  await expect(maya.acceptTime(suggested)).rejects.toThrow('nobody comes on Wed, Dec 16')
  await hilltop.move(at('2026-12-14'))
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
})

test('an end and a night of bookings at once leave nothing booked after the end', async () => {
  for (let round = 0; round < 10; round += 1) {
    endless.world.clock.now = NOW
    const id = await endless.world.request('Landscaping', {
      required_every_weeks: 1,
      preferred_start_date: '2026-11-24',
      preferred_end_date: null,
      until_ended: true,
    })
    await endless.world.accept(id, await endless.world.quote('hilltop', id, 50_00))
    const shown = (await endless.world.as('maya').visits.ofService({ id })).visits.length
    endless.world.clock.now = new Date('2026-12-30T20:00:00Z')
    const ending = endless.world
      .as('maya')
      .visits.endService({ id, from_date: '2026-12-31', visits: shown - 6, reason: 'Over' })
    // Whether or not the night came first: then the captain sees other visits, and looks again.
    const [outcome] = await Promise.allSettled([
      ending,
      bookAhead(endless.world.portal),
      bookAhead(endless.world.portal),
    ])
    if (outcome.status === 'rejected') {
      const { visits } = await endless.world.as('maya').visits.ofService({ id })
      const later = visits.filter(({ scheduled_date }) => scheduled_date >= '2026-12-31').length
      await endless.world
        .as('maya')
        .visits.endService({ id, from_date: '2026-12-31', visits: later, reason: 'Over' })
    }
    await bookAhead(endless.world.portal)
    const { rows: left } = await endless.db.query(
      `select from appointments where building_service_id = $1 and status = 'confirmed' and scheduled_date >= '2026-12-31'`,
      [id],
    )
    expect(left).toEqual([])
    await endless.db.query('delete from appointments where building_service_id = $1', [id])
    await endless.db.query('truncate service_stops, events, mails cascade')
    await endless.db.query('delete from service_quotes where building_service_id = $1', [id])
    await endless.db.query('delete from building_services where id = $1', [id])
  }
})
