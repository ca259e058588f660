import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { asSystem } from '../../db/as-viewer.ts'
import type { Portal } from '../../rpc/context.ts'
import type { Env } from '../../rpc/request-log.ts'
import { isolated } from '../../rpc/security-headers.ts'
import { handleEvent } from './handle-event.ts'
import { storeStripeEvent } from './stripe-events.db.ts'

export const WEBHOOK_PATH = '/stripe/webhook'
/** In bytes: Stripe's events are smaller. */
const MAX_EVENT = 512 * 1024
/** In seconds: an older signature may have been recorded. */
const MAX_AGE = 300
const NOTHING_HERE = 'There is nothing here.'

const name = z.string().min(1).max(255)
const StripeEvent = z.object({
  id: name,
  type: name,
  account: name.optional(),
  created: z.int().min(0).max(1e11),
  data: z.object({ object: z.object({ id: name }) }),
})

/**
 * POST /stripe/webhook: an event of Stripe. It is stored once, after its signature and age were checked on the body as it came, and then
 * handled; what could not be stored, Stripe sends again. Product 3.3
 */
export function webhookRoute(portal: Portal): Hono<Env> {
  const app = new Hono<Env>().basePath(WEBHOOK_PATH)
  app.use('*', isolated(portal.config))
  app.post('/', bodyLimit({ maxSize: MAX_EVENT, onError: tooLarge }), async (context) => {
    context.header('cache-control', 'no-store')
    const { stripe, db, log } = portal
    if (stripe === null) return context.text(NOTHING_HERE, 404)
    const body = await context.req.text()
    const isSigned = await isFromStripe(portal, body, context.req.header('stripe-signature') ?? '')
    if (!isSigned) {
      log.warn('an event without a valid signature of Stripe was refused')
      return context.text('The signature is not valid.', 400)
    }
    const event = StripeEvent.safeParse(parsed(body))
    if (!event.success) return context.text('This is no event.', 400)
    const { id, type, account = null, created, data } = event.data
    const stored = { id, type, object_id: data.object.id, account_id: account }
    await asSystem(db, (tx) => storeStripeEvent(tx, { ...stored, created_at: new Date(created * 1000) }))
    // It is stored, so a failure from here on is the job's to mend.
    await handleEvent(portal, id)
    return context.text('ok')
  })
  app.all('*', (context) => context.text(NOTHING_HERE, 404))
  return app
}

async function isFromStripe({ stripe, config, now }: Portal, body: string, signature: string) {
  if (stripe === null || config.stripe === null) return false
  const { webhooks } = await stripe()
  for (const secret of config.stripe.webhookSecrets) {
    const signed = await webhooks.signature
      ?.verifyHeaderAsync(body, signature, secret, MAX_AGE, undefined, now().getTime())
      .catch(() => false)
    if (signed) return true
  }
  return false
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The rest of the body is not read, so the connection can't carry another request. */
const tooLarge = (context: Context) => context.text('That is too much.', 413, { connection: 'close' })
