import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { ApiError, METHODS, type MethodName, openBooks, type StripeObject } from './books.ts'
import { startDeliveries } from './deliveries.ts'
import { at, type Fields, parseForm } from './form-body.ts'
import { checkoutPage, disputesPage, onboardingPage } from './pages.ts'

/** How an answer goes wrong: nothing is done; or it is done, and the answer is lost with an error, or never comes. */
export type Fault = 'refused' | 'lost' | 'silent'
type Options = { port?: number; now?: () => Date; chance?: () => number; webhook?: string }
type Answer = { status: number; body: unknown }

const SILENCE = 60_000
const EXPANDED = [
  'payment_intent',
  'setup_intent',
  'latest_charge',
  'payment_method',
  'source',
  'balance_transaction',
]

/**
 * A server that speaks the part of Stripe's interface that the portal uses, its hosted pages and signed webhooks included. No money
 * moves. What an idempotency key was answered is answered again.
 */
export async function startStripe({
  port = 0,
  now = () => new Date(),
  chance = Math.random,
  webhook,
}: Options = {}) {
  const key = 'sk_test_only_for_tests'
  const secret = 'whsec_only_for_tests'
  let target = webhook
  let origin = ''
  const deliveries = startDeliveries({ url: () => target, secret, now, chance })
  const books = openBooks(now, deliveries.emit, () => origin)
  const answered = new Map<string, { request: string; answer: Answer }>()
  const faults: { path: RegExp; fault: Fault; times: number }[] = []
  const calls: { method: string; path: string; key: string | undefined }[] = []
  const problems = new Map<string, string>()
  const app = new Hono()

  app.all('/v1/*', async (context) => {
    const { method, path } = context.req
    const idempotencyKey = context.req.header('idempotency-key')
    calls.push({ method, path, key: idempotencyKey })
    if (context.req.header('authorization') !== `Bearer ${key}`)
      return context.json(
        { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
        401,
      )
    const fault = faults.find((each) => each.times > 0 && each.path.test(`${method} ${path}`))
    if (fault) fault.times -= 1
    if (fault?.fault === 'refused')
      return context.json({ error: { type: 'api_error', message: 'Try again' } }, 500)
    const text = method === 'GET' ? new URL(context.req.url).search.slice(1) : await context.req.text()
    const account = context.req.header('stripe-account') ?? null
    const request = `${method} ${path} ${account} ${text}`
    const known = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey)
    if (known && known.request !== request)
      return context.json(
        { error: { type: 'idempotency_error', message: 'The key was used for another request' } },
        400,
      )
    const answer = known?.answer ?? answerTo(method, path, parseForm(text), account)
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, { request, answer })
    if (fault?.fault === 'silent') await sleep(SILENCE, undefined, { ref: false })
    if (fault?.fault === 'lost')
      return context.json({ error: { type: 'api_error', message: 'Try again' } }, 500)
    return context.body(JSON.stringify(answer.body), answer.status as 200, {
      'content-type': 'application/json',
    })
  })

  function answerTo(method: string, path: string, fields: Fields, account: string | null): Answer {
    try {
      const found = route(method, path.split('/').slice(2), fields, account)
      return { status: 200, body: expand(structuredClone(found), fields) }
    } catch (error) {
      if (error instanceof ApiError)
        return { status: error.status, body: { error: structuredClone(error.body) } }
      throw error
    }
  }

  const list = (found: StripeObject[], fields: Fields) => {
    const newest = [...found].reverse()
    const from = newest.findIndex(({ id }) => id === at(fields, 'starting_after')) + 1
    const limit = Number(at(fields, 'limit') ?? 10)
    return {
      object: 'list',
      data: newest.slice(from, from + limit),
      has_more: newest.length > from + limit,
      url: '/v1',
    }
  }

  function route(
    method: string,
    [noun = '', ...rest]: string[],
    fields: Fields,
    account: string | null,
  ): object {
    const [first = '', second = ''] = rest
    const own = (object: string) => books.all(object).filter((each) => each.account === account)
    const by = (object: string, name: string) =>
      own(object).filter((each) => at(fields, name) === undefined || each[name] === at(fields, name))
    switch (
      `${method} ${[noun, ...rest.map((part, index) => (/^[a-z]+(_test)?_[0-9a-f]{24}$/.test(part) ? ':id' : index < 2 ? part : ''))].join('/')}`
    ) {
      case 'POST checkout/sessions':
        return books.createSession(fields, account)
      case 'GET checkout/sessions':
        return list(by('checkout.session', 'payment_intent'), fields)
      case 'GET checkout/sessions/:id':
        return books.find('checkout.session', second, account)
      case 'POST checkout/sessions/:id/':
        return books.expireSession(books.find('checkout.session', second, account))
      case 'POST payment_intents':
        return books.createIntent(fields, account)
      case 'GET payment_intents':
        return list(by('payment_intent', 'customer'), fields)
      case 'GET payment_intents/:id':
        return books.find('payment_intent', first, account)
      case 'GET payment_methods/:id':
        return books.find('payment_method', first, account)
      case 'POST payment_methods/:id/detach': {
        const found = books.find('payment_method', first, account)
        books.changeMethod(found, 'detached')
        return found
      }
      case 'POST customers':
        return books.add('cus', 'customer', account, { metadata: {} })
      case 'POST refunds':
        return books.createRefund(fields, account)
      case 'GET refunds':
        return list(by('refund', 'payment_intent'), fields)
      case 'GET refunds/:id':
        return books.find('refund', first, account)
      case 'GET disputes/:id':
        return books.find('dispute', first, account)
      case 'POST accounts':
        return books.createAccount(fields)
      case 'GET accounts/:id':
        return books.find('account', first, null)
      case 'POST account_links':
        return {
          object: 'account_link',
          url: `${origin}/connect/${at(fields, 'account')}?back=${encodeURIComponent(at(fields, 'return_url') ?? '')}`,
        }
      case 'GET payouts/:id':
        return books.find('payout', first, account)
      case 'GET balance_transactions':
        return list(by('balance_transaction', 'payout'), fields)
      default:
        throw new ApiError(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${method}: /v1/${noun})`,
        })
    }
  }

  /** Objects in place of their ids, wherever `expand` names them. */
  function expand(answer: object, fields: Fields): object {
    const paths = Object.values(typeof fields.expand === 'object' ? fields.expand : {}).filter(
      (path) => typeof path === 'string',
    )
    for (const path of paths) expandPath(answer as Record<string, unknown>, path.split('.'))
    return answer
  }
  function expandPath(inside: Record<string, unknown>, [name = '', ...rest]: string[]): void {
    if (name === 'data' && Array.isArray(inside.data)) {
      for (const each of inside.data) expandPath(each, rest)
      return
    }
    const value = inside[name]
    if (EXPANDED.includes(name) && typeof value === 'string')
      inside[name] = structuredClone(books.objects.get(value) ?? value)
    const next = inside[name]
    if (rest.length > 0 && typeof next === 'object' && next !== null)
      expandPath(next as Record<string, unknown>, rest)
  }

  const sessionOf = (context: Context) => books.objects.get(context.req.param('id') ?? '')
  app.get('/checkout/:id', (context) => {
    const session = sessionOf(context)
    if (session?.status !== 'open') return context.text('This page has expired.', 410)
    return context.html(checkoutPage(session, problems.get(session.id) ?? null))
  })
  app.post('/checkout/:id/pay', async (context) => {
    const session = sessionOf(context)
    if (!session) return context.notFound()
    const { method } = await context.req.parseBody()
    if (books.paySession(session, method as MethodName))
      return context.redirect(String(session.success_url), 303)
    problems.set(session.id, 'Your card was declined.')
    return context.redirect(`/checkout/${session.id}`, 303)
  })
  app.post('/checkout/:id/cancel', (context) =>
    context.redirect(String(sessionOf(context)?.cancel_url ?? '/'), 303),
  )

  const back = new Map<string, string>()
  app.get('/connect/:id', (context) => {
    const account = sessionOf(context)
    if (!account) return context.notFound()
    back.set(account.id, context.req.query('back') ?? '/')
    return context.html(onboardingPage(account))
  })
  app.post('/connect/:id/:what', (context) => {
    const account = sessionOf(context)
    if (!account) return context.notFound()
    if (context.req.param('what') === 'finish') books.setAccount(account, true)
    return context.redirect(back.get(account.id) ?? '/', 303)
  })

  // For who tries the portal: what a bank would do with a payment.
  app.get('/', (context) => context.html(disputesPage(books.all('payment_intent'), books.all('dispute'))))
  app.post('/dispute/:id/:what', (context) => {
    const found = sessionOf(context)
    const what = context.req.param('what')
    if (found?.object === 'payment_intent' && found.status === 'succeeded') books.openDispute(found)
    else if (found?.object === 'dispute') books.closeDispute(found, what === 'won')
    else return context.notFound()
    return context.redirect('/', 303)
  })

  const server: Server = createServer(getRequestListener(app.fetch))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  origin = `http://127.0.0.1:${address.port}`

  return {
    origin,
    books,
    deliveries,
    calls,
    methods: METHODS,
    /** The settings of a portal that uses it. */
    env: { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: origin },
    secret,
    /** Where the events go from now on; undefined: nowhere. */
    sendTo(url: string | undefined): void {
      target = url
    },
    /** The next so many calls that match, such as /^POST .*sessions/, go wrong. */
    fail(path: RegExp, fault: Fault, times = 1): void {
      faults.push({ path, fault, times })
    },
    /** From now on all goes well. */
    mend(): void {
      faults.length = 0
    },
    async close(): Promise<void> {
      await deliveries.stop()
      server.close()
      server.closeAllConnections()
    },
  }
}

export type StripeServer = Awaited<ReturnType<typeof startStripe>>
