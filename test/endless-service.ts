import { createPool } from '../src/server/db/pool.ts'
import { createWorldDatabase } from './database.ts'
import { NOW, openWorld } from './world.ts'

/** A world in which the vendor hilltop serves 1431 Minor Ave until one of the two ends it. */
export async function openEndlessServices(name: string) {
  const connection = await createWorldDatabase(name)
  const world = await openWorld(connection)
  const db = createPool({ ...connection, max: 1 })
  return {
    connection,
    world,
    db,
    close: () => Promise.all([db.end(), world.close()]),

    /** No service and no mail, at the world's beginning. */
    async reset(): Promise<void> {
      world.clock.now = NOW
      await db.query('truncate events, building_services cascade')
    },

    /** Starts a service every N weeks, from November 24 on; its mails so far are gone. Returns its id. */
    async start(service: string, weeks: number): Promise<string> {
      const id = await world.request(service, {
        required_every_weeks: weeks,
        preferred_start_date: '2026-11-24',
        preferred_end_date: null,
        until_ended: true,
      })
      await world.accept(id, await world.quote('hilltop', id, 50_00))
      await db.query('truncate mails cascade')
      return id
    },
  }
}
