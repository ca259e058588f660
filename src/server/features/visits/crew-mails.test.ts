import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import type { EventKind } from '../../../domain/events.ts'
import type { VendorRole } from '../../../domain/team/colleague.ts'
import { createPool } from '../../db/pool.ts'
import { joinTeam, type Person } from '../../demo/person.ts'

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>
/** A second member of curb's crew, and one of its office. */
let gil: Person
let olive: Person
let service: string
/** Nine weekly visits from December 1 on. Cole goes to the first four, Gil to the others. */
let series: string[]

beforeAll(async () => {
  const connection = await createWorldDatabase('crew_mails')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
  const join = (name: string, vendor_role: VendorRole) =>
    joinTeam(world.portal, world.people.curb, {
      ...{ first_name: name, last_name: 'Test', email: `${name.toLowerCase()}@example.com` },
      ...{ password: PASSWORD, vendor_role },
    })
  gil = await join('Gil', 'crew')
  olive = await join('Olive', 'office')
})
afterAll(async () => {
  post.close()
  await Promise.all([db.end(), world.close()])
})
beforeEach(async () => {
  await db.query('truncate events, building_services cascade')
  service = await world.request('Landscaping', {
    required_every_weeks: 1,
    preferred_start_date: '2026-12-01',
    preferred_end_date: '2027-01-26',
  })
  await world.accept(service, await world.quote('curb', service, 50_00))
  series = (await curb().upcoming({ page: 1 })).visits.map(({ id }) => id)
  expect(series).toHaveLength(9)
  await curb().assign({ id: at(1), person: world.idOf('cole'), scope: 'all', visits: 9 })
  await curb().assign({ id: at(5), person: gil.id, scope: 'later', visits: 5 })
  await db.query('truncate mails cascade')
})

const curb = () => world.as('curb').visits
const maya = () => world.as('maya').visits
const at = (place: number) => series[place - 1] ?? ''
const reason = 'The gate is being painted.'

/** The visit of a place in the series, as a dialog sends it. */
async function shown(place: number) {
  const visit = (await curb().upcoming({ page: 1, all: true })).visits.find(({ id }) => id === at(place))
  if (!visit) throw new Error(`There is no visit ${place}`)
  return { id: visit.id, shown_date: visit.scheduled_date, shown_time: visit.scheduled_time, reason }
}

/** Who was mailed about events of a kind since the assignments. */
async function mailed(kind: EventKind): Promise<string[]> {
  const { rows } = await db.query(
    `select split_part(recipient, '@', 1) as who from mails m join events e on e.id = m.event_id
     where e.kind = $1 order by 1`,
    [kind],
  )
  return rows.map(({ who }) => who)
}

/** The newest mail to somebody, in one line. */
const newestTo = async (who: string) =>
  (await post.mailsTo(`${who}@example.com`)).at(-1)?.replace(/\s+/g, ' ') ?? 'no mail'

const LATER = { scheduled_date: '2026-12-31', scheduled_time: '10:00' }

test('a move of all visits from the fifth on reaches those who go to the first four, too [Product 1.8]', async () => {
  await maya().moveSeries({ ...(await shown(5)), ...LATER, scope: 'all', visits: 9 })
  expect(await mailed('series_moved')).toEqual(['cole', 'curb', 'gil', 'olive'])
  const mail = await newestTo('cole')
  expect(mail).toContain('The HOA representative of 1431 Minor Ave moved 9 Landscaping visits')
  expect(mail).toContain(`Their reason: ${reason} Some or all of them are yours. Today shows where you go.`)
  expect(mail).toContain('Open Today: http://127.0.0.1:3000/vendor/today ')
  expect(mail).not.toMatch(/\/home\/|appointments|\$/)
  expect(await newestTo('olive')).toContain('http://127.0.0.1:3000/vendor/appointments ')
})

test('one visit that is taken back into its series is told as one', async () => {
  const { shown_date: scheduled_date, shown_time: scheduled_time } = await shown(1)
  await maya().move({ ...(await shown(3)), scheduled_date: '2026-12-16', scheduled_time: '14:30' })
  await db.query('truncate mails cascade')
  const there = { scheduled_date, scheduled_time: scheduled_time.slice(0, 5) }
  await maya().moveSeries({ ...(await shown(1)), ...there, scope: 'all', visits: 9, realign: true })
  const mail = await newestTo('curb')
  expect(mail).toContain(
    'moved 1 Landscaping visit at 1431 Minor Ave. The visit of Wed, Dec 16 at 2:30 PM is on Tue, Dec 15 at 9:00 AM now. Their',
  )
})

test('a move of later visits reaches nobody who goes to earlier ones, also if one of these was moved behind it', async () => {
  await maya().move({ ...(await shown(2)), scheduled_date: '2027-01-20', scheduled_time: '09:00' })
  await db.query('truncate mails cascade')
  await curb().moveSeries({ ...(await shown(5)), ...LATER, scope: 'later', visits: 5 })
  expect(await mailed('series_moved')).toEqual(['gil', 'maya'])
})

test('cancelled visits are told to those who were to go there, not to those of visits cancelled before', async () => {
  await curb().assign({ id: at(9), person: world.idOf('cole'), scope: 'this', visits: 1 })
  await curb().cancel(await shown(9))
  await db.query('truncate mails cascade')
  await maya().cancelSeries({ ...(await shown(5)), scope: 'later', visits: 4 })
  expect(await mailed('series_cancelled')).toEqual(['curb', 'gil', 'olive'])
  const mail = await newestTo('gil')
  expect(mail).toContain('cancelled 4 Landscaping visits at 1431 Minor Ave, the first one on')
  expect(mail).toContain('Open Today: http://127.0.0.1:3000/vendor/today ')
})

test('somebody of the office who goes there hears of what a colleague changes, and of nothing that they change', async () => {
  await curb().assign({ id: at(2), person: olive.id, scope: 'this', visits: 1 })
  await curb().move({ ...(await shown(2)), scheduled_date: '2026-12-09', scheduled_time: '09:00' })
  expect(await mailed('visit_moved')).toEqual(['maya', 'olive'])
  expect(await newestTo('olive')).toContain('http://127.0.0.1:3000/vendor/appointments ')
  await db.query('truncate mails cascade')
  await olive.call.visits.cancel(await shown(2))
  expect(await mailed('visit_cancelled')).toEqual(['maya'])
})

test('a time that is accepted is told to the person who goes there, who did not suggest it', async () => {
  const suggested = { ...(await shown(1)), scheduled_date: '2026-12-02', scheduled_time: '10:00' }
  await maya().suggestTime(suggested)
  expect(await mailed('time_suggested')).toEqual(['curb', 'olive'])
  const answer = { id: at(1), suggested_date: '2026-12-02', suggested_time: '10:00' }
  await curb().acceptTime(answer)
  expect(await mailed('time_accepted')).toEqual(['cole', 'maya'])
  const mail = await newestTo('cole')
  expect(mail).toContain(
    'Curb & Corner accepted that the Landscaping visit at 1431 Minor Ave of Tue, Dec 1 moves',
  )
  expect(mail).toContain('/vendor/today')
})

test('a moved day is told to those who go there that day', async () => {
  const day = { date: '2026-12-08', scheduled_date: '2026-12-10' }
  await curb().moveDay({ ...day, visits: 1, reason: 'Ice on the roads.' })
  expect(await mailed('day_moved')).toEqual(['cole', 'maya'])
  expect(await newestTo('cole')).toContain('/vendor/today')
})

test('a pause and an end are told to those whose visits they cancel', async () => {
  const pause = { id: service, from_date: '2026-12-05', until_date: '2026-12-20', visits: 2, reason }
  await maya().pauseService(pause)
  expect(await mailed('service_paused')).toEqual(['cole', 'curb', 'olive'])
  expect(await newestTo('cole')).toContain('2 visits are cancelled')
  await curb().endService({ id: service, from_date: '2027-01-01', visits: 4, reason })
  expect(await mailed('service_ended')).toEqual(['gil', 'maya'])
  const mail = await newestTo('gil')
  expect(mail).toContain('Curb & Corner ends Landscaping at 1431 Minor Ave from')
  expect(mail).not.toContain('ask vendors')
  expect(mail).toContain('/vendor/today')
  expect(await newestTo('maya')).toContain('You can ask vendors for the service again.')
})

test('mail to crew waits like all other until its sender has confirmed their address', async () => {
  const confirm = (verified: boolean) =>
    db.query('update auth_users set email_verified = $2 where id = $1', [world.idOf('curb'), verified])
  await confirm(false)
  await curb().cancel(await shown(1))
  const held = async () => (await db.query('select distinct held from mails')).rows
  expect(await mailed('visit_cancelled')).toEqual(['cole', 'maya'])
  expect(await held()).toEqual([{ held: 'unconfirmed' }])
  await confirm(true)
  expect(await held()).toEqual([{ held: null }])
  expect(await newestTo('cole')).toContain('Curb & Corner cancelled the Landscaping visit at 1431 Minor Ave')
})

test('a person of another company is not mailed, whatever an event says', async () => {
  await db.query(
    `insert into events (actor, building_id, vendor_id, kind, subject, data)
     select $1, building_id, vendor_id, 'series_moved', building_service_id, jsonb_build_object('assigned', $2::uuid[])
     from appointments limit 1`,
    [world.idOf('curb'), [world.idOf('hilltop'), world.idOf('otto'), gil.id]],
  )
  expect(await mailed('series_moved')).toEqual(['gil', 'maya'])
})
