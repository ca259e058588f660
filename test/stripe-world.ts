import { createPool } from '../src/server/db/pool.ts'
import { WEBHOOK_PATH } from '../src/server/features/payments/route.ts'
import { createWorldDatabase } from './database.ts'
import { serve } from './serve.ts'
import { startStripe } from './stripe/server.ts'
import { openWorld, type World } from './world.ts'

/** A world whose portal takes payments: a test server stands in Stripe's place, and sends its events to it. */
export async function openStripeWorld(name: string) {
  const opened: { world?: World } = {}
  const stripe = await startStripe({ now: () => opened.world?.clock.now ?? new Date() })
  const connection = await createWorldDatabase(name)
  const world = await openWorld(connection, stripe.env)
  opened.world = world
  const db = createPool({ ...connection, max: 2 })
  const served = await serve(world.portal, connection)
  stripe.sendTo(served.origin + WEBHOOK_PATH)
  const close = () => Promise.all([stripe.close(), served.close(), db.end(), world.close()])
  return { stripe, world, db, served, close }
}

export type StripeWorld = Awaited<ReturnType<typeof openStripeWorld>>
