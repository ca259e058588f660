import { once } from 'node:events'
import { type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentExtension } from '../src/domain/documents/document-type.ts'
import { attachments } from '../src/server/app.ts'
import { documentAttachment } from '../src/server/features/documents/attachment.ts'
import { domainErrorResponse } from '../src/server/rpc/procedure.ts'
import type { Env } from '../src/server/rpc/request-log.ts'
import { sendStreams } from '../src/server/rpc/send-stream.ts'
import type { Attachment, Query } from '../src/server/storage/attachment.ts'
import { downloadRoutes } from '../src/server/storage/download-route.ts'
import { KEPT_FILES } from '../src/server/storage/kept-files.ts'
import { uploadRoutes } from '../src/server/storage/upload-route.ts'
import { createWorldDatabase } from './database.ts'
import type { AttachmentCase } from './feature-cases.ts'
import { documents } from './features/documents.ts'
import { attachmentCases } from './features.ts'
import { serve } from './serve.ts'
import { isAdmitted, unassignOlga, visitors } from './visitors.ts'
import { type Name, openWorld, type World } from './world.ts'

type Answer = Record<string, string>

let world: World
let site: Awaited<ReturnType<typeof serve>>
let db: pg.Client

beforeAll(async () => {
  const connection = await createWorldDatabase('attachments')
  world = await openWorld(connection)
  await unassignOlga(world)
  site = await serve(world.portal, connection)
  db = new pg.Client(connection)
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await site.close()
  await world.close()
})

function cookieOf(who: Name | 'anonymous'): string {
  return who === 'anonymous' ? '' : world.known[who].cookies.map((each) => each.split(';')[0]).join('; ')
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of world.portal.files.olderThan(new Date(Date.now() + 60_000))) keys.push(key)
  return keys
}

/** How long a response to an announced body may take, in milliseconds. */
const ANNOUNCED = 3000

/** Sends a body. A number only announces so many bytes; status 0 then means that the portal waits for them. */
async function send(
  url: string,
  who: Name | 'anonymous',
  body: Buffer | Readable | number,
  method = 'POST',
): Promise<{ status: number; answer: Answer }> {
  const headers = { cookie: cookieOf(who), ...(typeof body === 'number' && { 'content-length': body }) }
  const sending = request(url, { method, agent: false, headers })
  // A portal may close the connection while the rest is still being sent.
  sending.on('error', () => undefined)
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  if (typeof body === 'number') sending.flushHeaders()
  else if (body instanceof Readable) body.pipe(sending)
  else sending.end(body)
  const waiting = typeof body === 'number' ? [sleep(ANNOUNCED, [])] : []
  const [response] = await Promise.race([answered, ...waiting])
  if (!response) {
    sending.destroy()
    return { status: 0, answer: {} }
  }
  const answer = (await json(response)) as Answer
  sending.destroy()
  return { status: response.statusCode ?? 0, answer }
}

async function statusOf(url: string, who: Name | 'anonymous'): Promise<number> {
  const response = await fetch(url, { headers: { cookie: cookieOf(who) } })
  await response.arrayBuffer()
  return response.status
}

/** The status that this person gets for the file. A signed link needs no session. */
async function seen(origin: string, { addressOf }: AttachmentCase, answer: Answer, who: Name | 'anonymous') {
  try {
    const person = who === 'anonymous' ? world.anonymous : world.as(who)
    return await statusOf(origin + (await addressOf(person, answer)), who)
  } catch (error) {
    if (error instanceof TRPCError) return getHTTPStatusCodeFromError(error)
    throw error
  }
}

/** Checks a kind of file against its case. Returns everything that is wrong. */
async function faultsOf(origin: string, kind: Attachment, own: AttachmentCase): Promise<string[]> {
  const faults: string[] = []
  const expected = (what: string, status: number, found: number) => {
    if (found !== status) faults.push(`${what}: ${found}`)
  }
  const { by, sample, maxSize, strangers } = own
  const query = typeof own.query === 'string' ? own.query : await own.query(world)
  const url = `${origin}${kind.path}${query}`
  const tooMuch = Buffer.concat([sample, Buffer.alloc(maxSize - sample.length + 1)])

  // Denied, or refused for its size, before the body is read.
  const announced = await Promise.all(visitors.map(({ who }) => send(url, who, maxSize + 1)))
  for (const [index, visitor] of visitors.entries()) {
    const denied = visitor.who === 'anonymous' ? 401 : 403
    const isAdder = isAdmitted(visitor, own.addedBy)
    expected(`${visitor.kind} adds`, isAdder ? 413 : denied, announced[index]?.status ?? 0)
    if (!kind.remove) continue
    const removal = await send(url, visitor.who, Buffer.alloc(0), 'DELETE')
    expected(`${visitor.kind} removes`, isAdder ? 200 : denied, removal.status)
  }
  const before = await storedKeys()
  expected('too large', 413, (await send(url, by, Readable.from([tooMuch]))).status)
  expected('another content', 415, (await send(url, by, Buffer.from('<!doctype html><p>Hello'))).status)
  if ((await storedKeys()).length !== before.length) faults.push('a refused file is left')

  const { status, answer } = await send(url, by, tooMuch.subarray(0, maxSize))
  expected('the largest', kind.status, status)
  const added = (await storedKeys()).filter((key) => !before.includes(key))
  if (added.length !== 1) return faults
  if (!added.every((key) => kind.isKey(key))) faults.push('its key is unknown')
  const { rowCount } = await db.query(`select from (${KEPT_FILES}) f where key = any ($1)`, [added])
  if (Boolean(rowCount) !== own.backedUp) faults.push('backup')

  for (const visitor of visitors) {
    const denied = visitor.who === 'anonymous' ? 401 : 403
    const right = isAdmitted(visitor, own.seenBy) ? 200 : denied
    expected(`${visitor.kind} sees`, right, await seen(origin, own, answer, visitor.who))
  }
  for (const who of strangers) expected(`stranger ${who} sees`, 404, await seen(origin, own, answer, who))
  return faults
}

test('every kind of file has a case in test/features/<noun>.ts (attachments)', () => {
  expect(attachments.map(({ name }) => name).sort()).toEqual(Object.keys(attachmentCases).sort())
})

test('a key belongs to one kind, and names and paths are unique', () => {
  const id = world.idOf('maya')
  const resident = { kind: 'resident', id, building_id: id, powers: [] } as const
  const vendor = { kind: 'vendor', id, vendor_id: id, powers: [] } as const
  const others = {
    crew: { kind: 'crew', id, vendor_id: id },
    admin: { kind: 'admin', id },
    unassigned: { kind: 'unassigned', id },
    pending: { kind: 'pending', id },
    unsecured: { kind: 'unsecured', id },
  } as const
  for (const kind of attachments) {
    const [adder] = kind.addedBy
    const viewer = typeof adder === 'object' ? resident : { ...others, resident, vendor }[adder]
    for (const extension of Object.keys(kind.types)) {
      const of: Record<string, Query> = {
        'request-file': { service: id },
        'quote-file': { quote: id },
        'message-file': { quote: id },
        'invoice-file': { invoice: id },
        'payment-file': { payment: id },
        'portfolio-photo': {},
        'vote-file': { vote: id },
        'announcement-file': { announcement: id },
      }
      const file = { name: `Rules.${extension}`, extension }
      const key = kind.keyOf(viewer, file, 1_795_000_000_000, { ...(of[kind.name] ?? { visit: id }), id })
      expect([key, attachments.filter(({ isKey }) => isKey(key))]).toEqual([key, [kind]])
    }
  }
  for (const values of [attachments.map(({ name }) => name), attachments.map(({ path }) => path)])
    expect(new Set(values).size).toBe(values.length)
})

test.each(
  Object.entries(attachmentCases),
)('%s: only its audiences add and see it, up to its size, and no other building does [6.tenant.1] [V8.2.1] [V8.2.2]', async (name, own) => {
  const kind = attachments.find((each) => each.name === name)
  expect(kind && (await faultsOf(site.origin, kind, own))).toEqual([])
})

describe('a planted kind of file', () => {
  const servers: Server[] = []
  afterAll(() => {
    for (const server of servers) server.close()
  })

  /** Serves one more kind of file with the routes of all others. */
  async function plant(kind: Attachment): Promise<string> {
    const app = new Hono<Env>().use(sendStreams(world.portal.log))
    app.route('/', downloadRoutes(world.portal, [kind])).route('/', uploadRoutes(world.portal, [kind]))
    app.onError((error, context) => {
      const refusal = domainErrorResponse(error)
      return context.json(refusal?.body ?? {}, (refusal?.status ?? 500) as ContentfulStatusCode)
    })
    const server = createAdaptorServer({ fetch: app.fetch }) as Server
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const planted = {
    ...documentAttachment,
    name: 'planted',
    path: '/api/planted',
    seenBy: { by: 'session', path: '/planted', audiences: ['resident'], rowRules: true },
    keyOf: (_, { extension }, milliseconds) => `planted/${milliseconds}.${extension}`,
    isKey: (key) => key.startsWith('planted/'),
    async save(tx, viewer, file, query) {
      const { answer } = await documentAttachment.save(tx, viewer, file)
      return { answer: { ...answer, url: `/${file.key}`, ...query } }
    },
  } satisfies Attachment<{ resident: 'manage_documents' }, DocumentExtension>
  const own: AttachmentCase = {
    ...documents.attachments.document,
    addressOf: async (_, { url }) => url,
  }

  test('passes when it is correct', async () => {
    expect(await faultsOf(await plant(planted), planted, own)).toEqual([])
  })

  const { seenBy } = planted
  test.each<[string, Partial<Attachment>, string]>([
    ['too wide an audience to add', { addedBy: ['resident'] }, 'homeowner adds: 413'],
    ['too narrow an audience to add', { addedBy: ['admin'] }, 'captain adds: 403'],
    ['no size limit', { maxSize: Number.POSITIVE_INFINITY }, 'captain adds: 0'],
    ['too wide an audience to see', { seenBy: { ...seenBy, audiences: ['vendor'] } }, 'vendor sees: 404'],
    ['no row rules', { seenBy: { ...seenBy, rowRules: false } }, 'stranger otto sees: 200'],
    ['another key', { isKey: () => false }, 'its key is unknown'],
  ])('with %s does not pass', async (_, mistake, fault) => {
    const kind: Attachment = { ...planted, ...mistake }
    expect(await faultsOf(await plant(kind), kind, own)).toContain(fault)
  })
})
