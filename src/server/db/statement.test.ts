import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { asSystem } from './as-viewer.ts'
import { statement } from './statement.ts'

let world: World

beforeAll(async () => {
  world = await openWorld(await createWorldDatabase('statement'))
})
afterAll(() => world.close())

type Street = { street: string; limit: number }

test('a statement is compiled once for each limit, and each call gets the rows of its own values', async () => {
  const build = vi.fn()
  const captains = statement((db, { street, limit }: Street) => {
    build()
    return db
      .selectFrom('buildings')
      .innerJoin('profiles', 'profiles.id', 'buildings.captain_id')
      .where('address', 'like', street)
      .where(sql<boolean>`address like ${street}`)
      .where('profiles.status', '=', 'active')
      .limit(limit)
      .select('address')
  })
  const of = (street: string, limit: number) =>
    asSystem(world.portal.db, (tx) => captains(tx, { street, limit }))
  const [minor, denny, none, cut] = await Promise.all([
    of('%Minor%', 9),
    of('%Denny%', 9),
    of('Nowhere', 9),
    of('%Minor%', 0),
  ])
  expect(minor.map(({ address }) => address)).toEqual([expect.stringContaining('Minor')])
  expect(denny.map(({ address }) => address)).toEqual([expect.stringContaining('Denny')])
  expect([none, cut]).toEqual([[], []])
  expect(build).toHaveBeenCalledTimes(2)
})

test('a statement whose SQL depends on a value throws', async () => {
  const concatenated = statement((db, { street }: Street) =>
    db.selectFrom('buildings').where('address', 'like', `%${street}%`).select('id'),
  )
  const compared = statement((db, { limit }: Street) => {
    const all = db.selectFrom('buildings').select('id')
    return limit > 3 ? all : all.limit(1)
  })
  const values = { street: 'Minor', limit: 9 }
  for (const wrong of [concatenated, compared])
    await expect(asSystem(world.portal.db, (tx) => wrong(tx, values))).rejects.toThrow(
      /can't depend on its value/,
    )
})
