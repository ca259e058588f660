import fc from 'fast-check'
import { BODIES, HEADERS, LINES, LOOKALIKES, METHODS, MINOR_ONLY, NUMBERS, TEXTS, TYPES } from './hostile.ts'
import type { Procedure } from './procedures.ts'
import { jpg, pdf, png } from './sample-files.ts'

export type FuzzRequest = {
  who: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

type Schema = NonNullable<Procedure['schema']> & { minimum?: number; maximum?: number }
type Target = Pick<Procedure, 'path' | 'type' | 'schema'> & { input: Record<string, unknown> | undefined }

/** Random JSON values, partly from the corpus. */
const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, ...LOOKALIKES, ...NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { $gt: '' }, ['__proto__']),
  fc.constantFrom<unknown>(
    Array.from({ length: 3000 }, (_, index) => index),
    { constructor: { prototype: { role: 'admin' } } },
    JSON.parse('{"then":1,"__proto__":{"role":"admin"}}'),
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }),
)

const text = fc.oneof(
  fc.constantFrom(...TEXTS, ...LOOKALIKES),
  fc.string({ unit: 'grapheme', maxLength: 250 }),
  fc.stringMatching(/^[ -~]{1,60}$/),
)

/** Values that match a schema, so many of them reach the rules and rows behind it. */
function valuesOf(schema: Schema, ids: string[]): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each, ids)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'array')
    return fc.array(valuesOf(schema.items ?? {}, ids), { maxLength: 8, size: 'medium' })
  if (schema.type === 'object') return objectsOf(schema, ids)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = -1000, maximum = 1000 } = schema
    return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(...NUMBERS))
  }
  if (schema.pattern?.includes('{8}') || schema.format?.includes('uid'))
    return fc.oneof({ arbitrary: fc.constantFrom(...ids), weight: 4 }, fc.uuid())
  const date = fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10))
  const mail = fc.emailAddress()
  return fc.oneof({ arbitrary: text, weight: 3 }, date, mail, fc.constantFrom(...ids, '09:00', 'WA', '98101'))
}

function objectsOf(schema: Schema, ids: string[]): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {})
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field, ids)])))
}

/** A valid input with one changed field, or with an unknown field. */
function changed({ schema, input = {} }: Target, ids: string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema?.properties ?? {})
  const slipped = fc
    .tuple(
      fc.constantFrom('role', 'status', 'building_id', 'captain_id', 'id', 'vendor_id', '__proto__', 'then'),
      hostileValue,
    )
    .map(([name, value]) => ({ ...input, [name]: value }))
  if (fields.length === 0) return slipped
  const one = fc
    .constantFrom(...fields)
    .chain(([name, field]) =>
      fc
        .oneof({ arbitrary: valuesOf(field, ids), weight: 3 }, { arbitrary: hostileValue, weight: 2 })
        .map((value) => ({ ...input, [name]: value })),
    )
  return fc.oneof({ arbitrary: one, weight: 6 }, slipped)
}

const json = (value: unknown) => JSON.stringify(value) ?? ''
const query = (input: unknown) => `?input=${encodeURIComponent(json(input).toWellFormed())}`

type Bare = Omit<FuzzRequest, 'who'>
const bare = (path: string, more: Partial<Bare> = {}): Bare => ({
  method: 'GET',
  path,
  headers: {},
  body: undefined,
  ...more,
})

function send({ path, type }: Target, input: unknown): Bare {
  if (type !== 'mutation' && json(input).length < 8000) return bare(`/api/trpc/${path}${query(input)}`)
  const headers = { 'content-type': 'application/json' }
  return bare(`/api/trpc/${path}`, { method: 'POST', headers, body: json(input) })
}

function calls(target: Target, ids: string[]): fc.Arbitrary<Bare> {
  const call = (input: unknown) => send(target, input)
  const odd = fc
    .record({
      method: fc.constantFrom(...METHODS),
      type: fc.constantFrom(...TYPES),
      headers: fc.constantFrom(...HEADERS),
      body: fc.oneof(fc.constantFrom(...BODIES), fc.json()),
    })
    .map(({ method, type, headers, body }) => {
      const own = { ...headers, 'content-type': type }
      return bare(`/api/trpc/${target.path}`, { method, headers: own, body: bodyOf(method, body) })
    })
  const generated = target.schema ? objectsOf(target.schema, ids) : hostileValue
  return fc.oneof(
    { arbitrary: fc.constant(target.input).map(call), weight: 4 },
    { arbitrary: changed(target, ids).map(call), weight: 10 },
    { arbitrary: generated.map(call), weight: 3 },
    { arbitrary: hostileValue.map(call), weight: 2 },
    { arbitrary: odd, weight: 3 },
  )
}

/** Several calls in one request, well formed and not. */
function batches(targets: Target[]): fc.Arbitrary<Bare> {
  const some = fc.array(fc.constantFrom(...targets), { minLength: 1, maxLength: 12 })
  const size = fc.constantFrom(0, 1, 12, 200)
  const inputs = fc.oneof(
    fc.constantFrom('', '[]', 'null', '{"0":null,"99":{}}', '{"__proto__":{}}'),
    fc.json(),
  )
  return fc.tuple(some, inputs, fc.boolean(), size).map(([own, input, posted, copies]) => {
    const valid = Object.fromEntries(own.map((target, index) => [index, target.input]))
    const names = [...own.map(({ path }) => path), ...Array(copies).fill('services.catalog')].join()
    const body = input.length % 2 ? json(valid) : input
    const path = `/api/trpc/${names}?batch=1`
    const headers = { 'content-type': 'application/json' }
    return posted
      ? bare(path, { method: 'POST', headers, body })
      : bare(`${path}&input=${encodeURIComponent(body.toWellFormed())}`)
  })
}

const PAGES = [
  '/',
  '/login',
  '/home/services',
  '/vendor/quotes',
  '/healthz',
  '/readyz',
  '/api/trpc/realtime.changes',
  '/metrics',
  '/favicon.svg',
]
/** Other routes than uploads and photos, which random choice covers often enough. */
const ROUTES = [
  '/api/billing/spend.csv',
  '/api/budget/statement.csv',
  '/api/budget/statement.pdf',
  '/api/compliance/queue.csv',
  '/api/invoices/invoices.csv',
  '/api/invoices/received.csv',
  '/api/invoices/invoice.pdf',
  '/api/invoices/credit-note.pdf',
  '/api/members/members.csv',
  '/api/payments/fees.csv',
  '/api/payments/payouts.csv',
  '/api/quotes/comparison.csv',
  '/api/quotes/jobs.csv',
  '/api/quotes/comparison.pdf',
  '/api/visits/past.csv',
  '/api/visits/upcoming.csv',
  '/api/votes/votes.csv',
  '/api/votes/all.csv',
  '/api/votes/result.pdf',
  ...PAGES,
  '/files/a-link',
  '/photos/a.png',
  '/visit-photos/a.jpg',
  '/request-files/a.pdf',
  '/quote-files/a.pdf',
  '/message-files/a.pdf',
  '/invoice-files/a.pdf',
  '/payment-files/a.pdf',
  '/portfolio-photos/a.jpg',
  '/vote-files/a.pdf',
  '/announcement-files/a.pdf',
  '/compliance-files/a.pdf',
  '/stripe/webhook',
  '/ballots',
  `/calendar/${'a'.repeat(43)}.ics`,
  '/calendar/visit/a.ics',
]
/** The token that opens /metrics. */
export const METRICS_TOKEN = 'read-metrics-'.repeat(3)
const METRICS = bare('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
const PLACES = [
  '/api/',
  '/api/trpc/',
  '/files/',
  '/photos/',
  '/visit-photos/',
  '/request-files/',
  '/quote-files/',
  '/message-files/',
  '/invoice-files/',
  '/payment-files/',
  '/portfolio-photos/',
  '/compliance-files/',
  '/calendar/',
  '/stripe/webhook/',
  '/vote-files/',
  '/announcement-files/',
  '/ballots/',
  '/calendar/visit/',
  '/assets/',
  '/home/',
  '/',
  '//',
  '/metrics/',
]

function routes(ids: string[]): fc.Arbitrary<Bare> {
  const name = fc.oneof(fc.constantFrom(...TEXTS, ...LOOKALIKES, ...ids), fc.string({ maxLength: 100 }))
  const encoded = name.map((each) => encodeURIComponent(each.toWellFormed()).slice(0, 8000))
  const path = fc.oneof(
    fc.constantFrom(...PAGES),
    fc.tuple(fc.constantFrom(...PLACES), encoded).map(([place, end]) => place + end),
    fc.tuple(fc.constantFrom(...PAGES), encoded).map(([page, end]) => `${page}?after=${end}&${end}`),
    fc.constantFrom(
      '/%',
      '/%00',
      '/files/%E0%A4%A',
      '/photos/..%2f..%2fa',
      '/assets/%2e%2e/x',
      '/?%',
      '/a;b/c',
    ),
  )
  const plain = fc
    .record({ path, method: fc.constantFrom(...METHODS), headers: fc.constantFrom(...HEADERS) })
    .map((each) => bare(each.path, each))
  const content = fc.oneof(
    fc.constantFrom(pdf(MINOR_ONLY), png, jpg, pdf().subarray(0, 5), Buffer.alloc(0)),
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  )
  const upload = fc
    .tuple(fc.oneof(fc.constantFrom('a.pdf', 'a.png', ...LINES), name), content)
    .map(([file, body]) =>
      bare(`/api/documents?name=${encodeURIComponent(file.toWellFormed()).slice(0, 8000)}`, {
        method: 'POST',
        body,
      }),
    )
  const stripeEvent = fc
    .tuple(fc.constantFrom('POST', 'DELETE', 'PUT'), fc.oneof(fc.json(), name), fc.constantFrom(...HEADERS))
    .map(([method, body, headers]) =>
      bare('/stripe/webhook', { method, body: bodyOf(method, body), headers: { ...headers, ...SIGNED } }),
    )
  const ballot = fc
    .tuple(fc.constantFrom('POST', 'DELETE', 'PUT'), fc.oneof(fc.json(), name, ballotsOf(ids)))
    .map(([method, body]) => bare('/ballots', { method, body: bodyOf(method, body) }))
  const photo = fc
    .tuple(fc.constantFrom('POST', 'DELETE', 'PUT'), content)
    .map(([method, body]) => bare('/api/photo', { method, body: bodyOf(method, body) }))
  const visitPhoto = fc
    .tuple(fc.constantFrom('POST', 'DELETE', 'PUT'), fc.oneof(fc.constantFrom(...ids), name), content)
    .map(([method, visit, body]) => bare(visitPhotos(visit), { method, body: bodyOf(method, body) }))
  const attachedFile = fc
    .tuple(
      fc.constantFrom(
        ...[requestFiles, quoteFiles, messageFiles, invoiceFiles, paymentFiles, portfolioPhotos, voteFiles],
        announcementFiles,
      ),
      fc.constantFrom('POST', 'DELETE', 'PUT'),
      fc.oneof(fc.constantFrom(...ids), name),
      content,
    )
    .map(([address, method, of, body]) => bare(address(of), { method, body: bodyOf(method, body) }))
  const compliance = fc
    .tuple(fc.constantFrom('POST', 'DELETE', 'PUT'), fc.oneof(fc.constantFrom(...LINES), name), content)
    .map(([method, number, body]) => bare(complianceFiles(number), { method, body: bodyOf(method, body) }))
  return fc.oneof(
    { arbitrary: plain, weight: 8 },
    { arbitrary: upload, weight: 3 },
    { arbitrary: photo, weight: 3 },
    { arbitrary: stripeEvent, weight: 2 },
    { arbitrary: ballot, weight: 2 },
    { arbitrary: visitPhoto, weight: 3 },
    { arbitrary: attachedFile, weight: 5 },
    { arbitrary: compliance, weight: 3 },
    fc.constant(METRICS),
  )
}

/** Well-formed secret ballots that nothing signed. */
const ballotsOf = (ids: string[]) =>
  fc
    .record({
      vote: fc.constantFrom(...ids),
      token: fc.stringMatching(/^[\w-]{43}$/),
      signature: fc.oneof(fc.constant(null), fc.stringMatching(/^[\w-]{342}$/)),
      choice: fc.stringMatching(/^[0-9a-f]{8}$/),
    })
    .map((each) => JSON.stringify(each))

/** Of no secret that the portal knows. */
const SIGNED = { 'stripe-signature': 't=1764300000,v1=00' }
const PHOTO_ID = '0188d7a0-0000-7000-8000-00000000000b'
const visitPhotos = (visit: string) =>
  `/api/visit-photos?id=${PHOTO_ID}&visit=${encodeURIComponent(visit.toWellFormed()).slice(0, 8000)}`

const requestFiles = (service: string) =>
  `/api/request-files?id=${PHOTO_ID}&name=Plan.pdf&service=${encodeURIComponent(service.toWellFormed()).slice(0, 8000)}`

const quoteFiles = (quote: string) =>
  `/api/quote-files?id=${PHOTO_ID}&name=Offer.pdf&quote=${encodeURIComponent(quote.toWellFormed()).slice(0, 8000)}`

const messageFiles = (quote: string) =>
  `/api/message-files?id=${PHOTO_ID}&name=Plan.pdf&quote=${encodeURIComponent(quote.toWellFormed()).slice(0, 8000)}`

const invoiceFiles = (invoice: string) =>
  `/api/invoice-files?id=${PHOTO_ID}&name=Plan.pdf&invoice=${encodeURIComponent(invoice.toWellFormed()).slice(0, 8000)}`

const paymentFiles = (payment: string) =>
  `/api/payment-files?id=${PHOTO_ID}&name=Receipt.pdf&payment=${encodeURIComponent(payment.toWellFormed()).slice(0, 8000)}`

const voteFiles = (vote: string) =>
  `/api/vote-files?id=${PHOTO_ID}&name=Plan.pdf&vote=${encodeURIComponent(vote.toWellFormed()).slice(0, 8000)}`

const announcementFiles = (announcement: string) =>
  `/api/announcement-files?id=${PHOTO_ID}&name=Plan.pdf&announcement=${encodeURIComponent(announcement.toWellFormed()).slice(0, 8000)}`

const portfolioPhotos = (photo: string) =>
  `/api/portfolio-photos?id=${encodeURIComponent(photo.toWellFormed()).slice(0, 8000)}`

const complianceFiles = (number: string) =>
  `/api/compliance-files?id=${PHOTO_ID}&name=License.pdf&kind=license&valid_from=2026-01-01&expires_on=2099-01-01&number=${encodeURIComponent(number.toWellFormed()).slice(0, 8000)}`

const bodyOf = <Body>(method: string, body: Body) =>
  ['GET', 'HEAD', 'TRACE'].includes(method) ? undefined : body

/** Every procedure equally often, except those that hash a password, which takes as long as twenty calls. */
function often({ path }: Target, arbitrary: fc.Arbitrary<Bare>) {
  return { arbitrary, weight: /signUp|signIn|Password$|^(factors|sessions)\./.test(path) ? 1 : 4 }
}

/** Requests of these people to every procedure and route, valid and random, reproducible by seed. */
export function createRequests(targets: Target[], people: string[], ids: string[]) {
  const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `10.${parts.join('.')}`)
  const group = fc.nat(0xffff).map((value) => value.toString(16))
  const ipv6 = fc
    .array(group, { minLength: 6, maxLength: 6, size: 'max' })
    .map((groups) => `2001:db8:${groups.join(':')}`)
  const from = fc.oneof(ipv4, ipv6)
  const request = fc.oneof(
    { arbitrary: fc.oneof(...targets.map((target) => often(target, calls(target, ids)))), weight: 16 },
    { arbitrary: batches(targets), weight: 1 },
    { arbitrary: routes(ids), weight: 3 },
  )
  const own = fc.record({ who: fc.constantFrom(...people), from, request })
  const meant = [
    ...targets.map((target) => send(target, target.input)),
    ...ROUTES.map((path) => bare(path)),
    ...['POST', 'DELETE'].map((method) => bare('/api/photo', { method })),
    ...['', '{}', 'null'].map((body) => bare('/stripe/webhook', { method: 'POST', body, headers: SIGNED })),
    ...['POST', 'DELETE'].map((method) => bare(visitPhotos(PHOTO_ID), { method })),
    ...['POST', 'DELETE'].map((method) => bare(requestFiles(PHOTO_ID), { method })),
    ...['POST', 'DELETE'].map((method) => bare(quoteFiles(PHOTO_ID), { method })),
    ...['POST', 'DELETE'].map((method) => bare(messageFiles(PHOTO_ID), { method })),
    ...['POST', 'DELETE'].map((method) => bare(invoiceFiles(PHOTO_ID), { method })),
    ...['POST', 'DELETE'].map((method) => bare(paymentFiles(PHOTO_ID), { method })),
    ...['POST', 'DELETE'].map((method) => bare(portfolioPhotos(PHOTO_ID), { method })),
    METRICS,
    // The batch reader, and a route that answers by who asks.
    ...HEADERS.flatMap((headers) => [
      bare('/api/trpc/services.catalog', { headers }),
      { ...METRICS, headers: { ...METRICS.headers, ...headers } },
    ]),
  ]
  return {
    plain: meant.map((each, index): FuzzRequest => ({ who: people[index % people.length] ?? '', ...each })),
    random: (count: number, seed: number): FuzzRequest[] =>
      fc.sample(own, { numRuns: count, seed }).map(({ who, from, request }) => ({
        who,
        ...request,
        // Spread over addresses, so that rate limits don't hide what is behind them.
        headers: { 'x-forwarded-for': from, ...request.headers },
      })),
  }
}
