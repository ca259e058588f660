import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { VISIT_STATUSES } from '../../../domain/visits/visits.ts'
import { asSystem, asViewer } from '../../db/as-viewer.ts'
import { createPool, type Tx } from '../../db/pool.ts'

let world: World
let db: pg.Pool
let id: string

beforeAll(async () => {
  const connection = await createWorldDatabase('statuses')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  id = await world.visitToday('hilltop', 'Snow Removal')
})
afterAll(() => Promise.all([db.end(), world.close()]))

const PEOPLE = ['hilltop', 'maya', 'ned', 'system'] as const
type Person = (typeof PEOPLE)[number]

/** The visit as it stands before a change, without the triggers that lead there. */
async function stand(columns: string): Promise<void> {
  await db.query('set session_replication_role = replica')
  await db.query(`update appointments set status = 'confirmed', checked_in_at = null, completed_at = null,
    changed_by = 'vendor', change_reason = 'Rain'`)
  await db.query(`update appointments set ${columns}`)
  await db.query('set session_replication_role = origin')
}

/** Whether this person's statement changes the visit; nothing of it stays. */
async function changes(person: Person, columns: string): Promise<boolean> {
  const work = async (tx: Tx) => {
    const { numAffectedRows } =
      await sql`update appointments set ${sql.raw(columns)} where id = ${id}`.execute(tx)
    throw new Undone(numAffectedRows === 1n)
  }
  const viewer = person === 'system' ? null : (await world.as(person).accounts.session())?.viewer
  try {
    await (viewer ? asViewer(world.portal.db, viewer, work) : asSystem(world.portal.db, work))
  } catch (error) {
    if (error instanceof Undone) return error.changed
  }
  return false
}
class Undone extends Error {
  readonly changed: boolean
  constructor(changed: boolean) {
    super()
    this.changed = changed
  }
}

/** Who may write each way between two statuses of a visit at which nobody checked in, by SQL. */
const ALLOWED: Record<string, readonly Person[]> = {
  'confirmed completed': ['hilltop', 'system'],
  'confirmed cancelled': ['hilltop', 'maya', 'system'],
  'confirmed missed': ['system'],
  'completed confirmed': ['hilltop', 'system'],
}

const PAIRS = VISIT_STATUSES.flatMap((from) =>
  VISIT_STATUSES.filter((to) => to !== from).map((to) => ({ from, to })),
)

test.each(PAIRS)('by SQL a $from visit becomes $to for those alone who may say so', async ({ from, to }) => {
  await stand(from === 'completed' ? `status = '${from}', completed_at = now()` : `status = '${from}'`)
  const done = to === 'completed' ? 'now()' : 'null'
  const who = []
  for (const person of PEOPLE)
    if (await changes(person, `status = '${to}', completed_at = ${done}`)) who.push(person)
  expect(who).toEqual(ALLOWED[`${from} ${to}`] ?? [])
})

test('by SQL nobody cancels a visit at which somebody checked in, nor reopens one later than a few minutes after', async () => {
  await stand(`status = 'confirmed', checked_in_at = now()`)
  for (const person of PEOPLE) expect(await changes(person, `status = 'cancelled'`)).toBe(false)
  for (const since of [`now() - interval '3 minutes'`, 'null']) {
    await stand(`status = 'completed', completed_at = ${since}`)
    for (const person of PEOPLE)
      expect(await changes(person, `status = 'confirmed', completed_at = null`)).toBe(false)
  }
})

test('by SQL a missed visit is held by the check-in alone that comes with it [Product 1.5]', async () => {
  await stand(`status = 'missed'`)
  expect(await changes('hilltop', `status = 'confirmed', checked_in_at = now()`)).toBe(true)
  await stand(`status = 'missed', checked_in_at = now() - interval '8 days'`)
  expect(await changes('hilltop', `status = 'confirmed'`)).toBe(false)
})
