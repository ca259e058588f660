import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { breachesOf } from '../src/server/cli/check.ts'
import { createPool } from '../src/server/db/pool.ts'
import { openBrowser, type Procedures } from '../src/server/demo/person.ts'
import { createPortal } from '../src/server/portal.ts'
import { createWorldDatabase } from './database.ts'
import { chances, size } from './faults/drill.ts'
import { type Name, openWorld } from './world.ts'

/** Without one of the locks a race fails within its first rounds, so `npm test` runs few; `npm run test:faults` runs all. */
export const ROUNDS = size(20, 200)
export const TIME = size(60_000, 240_000)

/** The world on one database and two servers. */
export async function openTwoServers(name: string, env: NodeJS.ProcessEnv = {}) {
  const connection = await createWorldDatabase(name)
  const world = await openWorld(connection, env)
  const db = createPool({ ...connection, max: 1 })
  const other = createPortal(
    { ...connection, application_name: 'other server' },
    world.portal.config,
    () => world.clock.now,
  )
  const random = chances()
  return {
    world,
    db,
    other: other.portal,
    here: (who: Name): Procedures => world.as(who),
    there: (who: Name): Procedures => openBrowser(other.portal, '127.0.0.1', world.people[who].jar),

    /**
     * Both at once, one of them first by some milliseconds in every other round: by more in later rounds, since on a slow machine
     * the quicker change would always be first. Whether each went through; the other is refused in one of these ways.
     */
    async race(
      round: number,
      one: () => Promise<unknown>,
      another: () => Promise<unknown>,
      longest = 20,
      refusals = ['CONFLICT'],
    ) {
      const after = async (waits: boolean, change: () => Promise<unknown>) => {
        if (waits) await sleep(random() * longest * Math.min(8, 1 + round / 3))
        await change()
      }
      const ends = await Promise.allSettled([after(round % 2 === 0, one), after(round % 2 === 1, another)])
      expect(await breachesOf(world.portal.db)).toEqual([])
      const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
      expect(codes.filter((code) => !refusals.includes(code))).toEqual([])
      return ends.map(({ status }) => status === 'fulfilled')
    },
    close: () => Promise.all([other.close(), db.end(), world.close()]),
  }
}
