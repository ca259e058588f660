import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openStream } from '../../../test/event-stream.ts'
import { createClient } from '../../../test/http-client.ts'
import { startJobsOf } from '../../../test/mail-server.ts'
import { serve } from '../../../test/serve.ts'
import { openWorld, PASSWORD, testConfig, type World } from '../../../test/world.ts'

const TOKEN = 'whoever-has-this-may-read-the-figures'

let connection: pg.PoolConfig
let world: World
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  connection = await createWorldDatabase('metrics')
  world = await openWorld(connection)
  await (await startJobsOf(connection, world, { smtpUrl: 'smtp://127.0.0.1:9' }))()
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await site.close()
  await world.close()
})

async function figures(headers = {}): Promise<string[]> {
  const answer = await fetch(`${site.origin}/metrics`, { headers })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain/),
  ])
  return (await answer.text()).split('\n')
}

/** The value behind a name and its labels. */
async function figure(name: string): Promise<number | undefined> {
  const line = (await figures()).find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describe('the metrics', () => {
  test('count requests by route and status, and calls by outcome; no label contains a link’s token', async () => {
    const client = createClient(site.origin)
    await client.accounts.session.query()
    await client.services.list.query().catch(() => undefined)
    for (const path of ['/files/a-token-of-a-link', '/some/page', '/api/nothing'])
      await fetch(`${site.origin}${path}`)
    const count = 'http_request_duration_seconds_count'
    const calls = 'stoop_call_duration_seconds_count'
    expect(await figure(`${count}{method="GET",route="/api/trpc/*",status="200"}`)).toBe(1)
    expect(await figure(`${count}{method="GET",route="/api/trpc/*",status="401"}`)).toBe(1)
    expect(await figure(`${count}{method="GET",route="/files/:link",status="403"}`)).toBe(1)
    expect(await figure(`${count}{method="GET",route="/*",status="200"}`)).toBe(1)
    expect(await figure(`${count}{method="GET",route="/api/*",status="404"}`)).toBe(1)
    expect(await figure(`${calls}{procedure="accounts.session",outcome="OK"}`)).toBe(1)
    expect(await figure(`${calls}{procedure="services.list",outcome="UNAUTHORIZED"}`)).toBe(1)
    expect((await figures()).join()).not.toContain('a-token')
  })

  test('count waiting and given-up mails, due jobs, and connections', async () => {
    const db = new pg.Client(connection)
    await db.connect()
    const waiting = await figure('stoop_mails{state="waiting"}')
    expect(waiting).toBeGreaterThan(1)
    await db.query(
      `update mails set due_at = 'infinity' where id = (select min(id) from mails where sent_at is null)`,
    )
    expect(await figure('stoop_mails{state="waiting"}')).toBe(Number(waiting) - 1)
    expect(await figure('stoop_mails{state="given_up"}')).toBe(1)
    await db.query(`update mails set due_at = 'infinity', held = 'unconfirmed' where due_at = 'infinity'`)
    expect(await figure('stoop_mails{state="given_up"}')).toBe(0)
    expect(await figure('stoop_mails{state="unconfirmed"}')).toBe(1)
    const due = Number(await figure('stoop_jobs_waiting{queue="sweep"}'))
    await db.query(`insert into jobs.job (name, policy) values ('sweep', 'short')`)
    expect(await figure('stoop_jobs_waiting{queue="sweep"}')).toBe(due + 1)
    await db.end()
    expect(await figure('stoop_database_connections{pool="portal",state="idle"}')).toBeGreaterThan(0)
  })

  test('count the browsers that subscribe to live updates', async () => {
    expect(await figure('stoop_live_connections')).toBe(0)
    const jar = new Map<string, string>()
    await createClient(site.origin, jar).accounts.signIn.mutate({
      email: 'ned@example.com',
      password: PASSWORD,
    })
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const stream = await openStream(site.origin, { cookie })
    expect(await figure('stoop_live_connections')).toBe(1)
    stream.close()
    await expect.poll(() => figure('stoop_live_connections')).toBe(0)
  })

  test('are served without their database part while the database is down', async () => {
    const away = await serve({ ...world.portal, db: (await closedWorld()).portal.db }, connection)
    const answer = await fetch(`${away.origin}/metrics`)
    const text = await answer.text()
    await away.close()
    expect(answer.status).toBe(200)
    expect(text).toContain('stoop_live_connections 0')
    expect(text).not.toMatch(/^stoop_mails\{/m)
  })
})

/** One whose database is closed to it. */
async function closedWorld(): Promise<World> {
  const closed = await openWorld(connection)
  await closed.close()
  return closed
}

describe('access to the metrics', () => {
  test('is open to programs on this machine, but not through a proxy', async () => {
    const answer = await fetch(`${site.origin}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } })
    expect([answer.status, await answer.text()]).toEqual([
      403,
      'Set METRICS_TOKEN, and send it as a bearer token.',
    ])
  })

  test('requires a token where the portal serves more than this machine', async () => {
    for (const env of [{ PUBLIC_URL: 'https://portal.example.com' }, { TRUST_PROXY: '127.0.0.1' }]) {
      const own = await serve({ ...world.portal, config: testConfig(env) }, connection)
      const { status } = await fetch(`${own.origin}/metrics`)
      await own.close()
      expect([env, status]).toEqual([env, 403])
    }
  })

  test('requires the right token where one is set', async () => {
    const config = { ...world.portal.config, metricsToken: TOKEN }
    const own = await serve({ ...world.portal, config }, connection)
    const ask = (authorization?: string) =>
      fetch(`${own.origin}/metrics`, {
        headers: { 'x-forwarded-for': '192.0.2.1', ...(authorization && { authorization }) },
      })
    const statuses = await Promise.all([ask(), ask('Bearer wrong'), ask(`Bearer ${TOKEN}`)])
    await own.close()
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200])
  })
})
