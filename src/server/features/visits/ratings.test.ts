import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
let id: string

beforeAll(async () => {
  const connection = await createWorldDatabase('ratings')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
  id = await world.visitToday('hilltop', 'Snow Removal')
  await db.query('truncate mails cascade')
})

const visits = (name: Parameters<World['as']>[0]) => world.as(name).visits
const complete = () => visits('hilltop').complete({ id })
const ratingsSeenBy = async (name: Parameters<World['as']>[0]) =>
  (await visits(name).proof({ id })).ratings.map(({ full_name, thumb, comment }) => [
    full_name,
    thumb,
    comment,
  ])

test('each resident has one rating of a completed visit, which they change and remove [Product 1.5]', async () => {
  await expect(visits('ned').rate({ id, thumb: 'up', comment: null })).rejects.toThrow(
    'this visit is not completed',
  )
  await complete()
  await visits('ned').rate({ id, thumb: 'up', comment: ' Dry before breakfast. ' })
  world.clock.now = new Date(NOW.getTime() + 60_000)
  await visits('maya').rate({ id, thumb: 'down', comment: null })
  const [ned, maya] = [expect.stringMatching(/^Ned/), expect.stringMatching(/^Maya/)]
  expect(await ratingsSeenBy('ned')).toEqual([
    [ned, 'up', 'Dry before breakfast.'],
    [maya, 'down', null],
  ])
  await visits('ned').rate({ id, thumb: 'down', comment: 'It froze again at noon.' })
  await visits('maya').removeRating({ id })
  await visits('maya').removeRating({ id })
  expect(await ratingsSeenBy('maya')).toEqual([[ned, 'down', 'It froze again at noon.']])
  const { rows } = await db.query(`select kind from events where kind like 'visit_rat%' order by id`)
  expect(rows.map(({ kind }) => kind)).toEqual([
    'visit_rated',
    'visit_rated',
    'visit_rated',
    'visit_rating_removed',
  ])
  const mails = await db.query(
    `select from mails m join events e on e.id = m.event_id where e.kind like 'visit_rat%'`,
  )
  expect(mails.rowCount).toBe(0)
})

test('the vendor reads ratings without the names of residents; others read and write none [Product 1.5]', async () => {
  await complete()
  await visits('ned').rate({ id, thumb: 'up', comment: 'Dry before breakfast.' })
  // The captain, whom the vendor of an accepted service sees elsewhere.
  world.clock.now = new Date(NOW.getTime() + 60_000)
  await visits('maya').rate({ id, thumb: 'down', comment: 'Not the ramp.' })
  const told = await visits('hilltop').proof({ id })
  expect(told.ratings.map(({ person, full_name, comment }) => [person, full_name, comment])).toEqual([
    [null, null, 'Dry before breakfast.'],
    [null, null, 'Not the ramp.'],
  ])
  expect((await ratingsSeenBy('ada')).map(([name]) => name)).toEqual(['Ned Test', 'Maya Test'])
  await expect(visits('otto').rate({ id, thumb: 'down', comment: null })).rejects.toThrow(
    'We could not find that.',
  )
  await expect(visits('otto').removeRating({ id })).rejects.toThrow('We could not find that.')
  expect(await ratingsSeenBy('ned')).toHaveLength(2)
})

test('two ratings of one person at once are one, and the database itself asks for a completed visit', async () => {
  await expect(
    db.query(`insert into visit_ratings (appointment_id, building_id, vendor_id, thumb)
      select id, building_id, vendor_id, 'up' from appointments`),
  ).rejects.toThrow('a rating is of a completed visit')
  await complete()
  await Promise.all(
    (['up', 'down', 'up'] as const).map((thumb) => visits('ned').rate({ id, thumb, comment: null })),
  )
  expect(await ratingsSeenBy('ned')).toHaveLength(1)
})
