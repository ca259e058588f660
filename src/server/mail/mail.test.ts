import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { partOf } from '../../../test/mail-files.ts'
import { type Received, startJobsOf, startMailServer, until } from '../../../test/mail-server.ts'
import { freePort } from '../../../test/portal-process.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { asSystem } from '../database/as-viewer.ts'
import { createPool } from '../database/pool.ts'
import { takeDueMail } from './mails.db.ts'
import { sendDueMails } from './send-mails.ts'
import { createMailTransport } from './transport.ts'

let connection: pg.PoolConfig
let pool: pg.Pool
const opened: (() => Promise<unknown> | unknown)[] = []

beforeEach(async () => {
  connection = await createWorldDatabase('mail')
  pool = createPool(connection)
  opened.push(() => pool.end())
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function mailServer(port: number, refuse: string[] = []): Promise<Received[]> {
  const { received, close } = await startMailServer(port, refuse)
  opened.push(close)
  return received
}

async function jobsOf(world: World, to: { smtpUrl?: string; dataDir?: string }): Promise<void> {
  opened.push(await startJobsOf(connection, world, to))
}

async function block(): Promise<World> {
  const world = await openWorld(connection)
  opened.push(() => world.close())
  return world
}

const unsent = async () => (await pool.query('select from mails where sent_at is null')).rowCount ?? 0

/** The block's own mails: ned, pia and olga ask to join, and ned is accepted. */
const BLOCK = [['maya@example.com'], ['maya@example.com'], ['ned@example.com'], ['otto@example.com']]
const recipients = (received: Received[]) => received.map(({ to }) => to).sort()

describe('by SMTP', () => {
  test('the captain hears of a neighbour and the neighbour of the answer, once each, with two servers', async () => {
    const world = await block()
    const port = await freePort()
    const received = await mailServer(port)
    const to = { smtpUrl: `smtp://127.0.0.1:${port}` }
    await Promise.all([jobsOf(world, to), jobsOf(world, to)])
    await until(async () => (await unsent()) === 0)
    expect(recipients(received)).toEqual(BLOCK)

    received.length = 0
    await world.as('maya').members.accept({ id: world.idOf('pia') })
    await until(() => received.length > 0, 5)
    await sleep(2500)
    expect(recipients(received)).toEqual([['pia@example.com']])
    const [{ raw } = { raw: '' }] = received
    expect(raw).toMatch(/^Subject: You're in: welcome to 1431 Minor Ave\r$/m)
    expect(raw).toMatch(/^To: pia@example\.com\r$/m)
    expect(raw).toMatch(/^Message-ID: <mail-\d+@127\.0\.0\.1>\r$/im)
    expect(raw).toContain('Open Stoop:\r\nhttp://127.0.0.1:3000/dashboard\r\n')

    await world.as('maya').members.remove({ id: world.idOf('pia') })
    await until(() => received.length === 2, 5)
    expect(received[1]?.raw).toMatch(/^Subject: You no longer have access to 1431 Minor Ave\r$/m)
  })

  test('while the mail server is dead mail waits and nothing else does; then it arrives, once', async () => {
    const port = await freePort()
    const world = await block()
    await jobsOf(world, { smtpUrl: `smtp://127.0.0.1:${port}` })
    await until(async () => (await pool.query('select from mails where attempts > 0')).rowCount === 1)
    const started = Date.now()
    await world.as('maya').members.accept({ id: world.idOf('pia') })
    expect(Date.now() - started).toBeLessThan(1000)

    const received = await mailServer(port)
    await until(async () => (await unsent()) === 0)
    await sleep(1500)
    expect(recipients(received)).toEqual([...BLOCK, ['pia@example.com']].sort())
  }, 40_000)

  test('of two servers with a dead mail server, what quotes and removals tell arrives later: once, as text and HTML', async () => {
    const port = await freePort()
    const world = await block()
    const to = { smtpUrl: `smtp://127.0.0.1:${port}` }
    await Promise.all([jobsOf(world, to), jobsOf(world, to)])
    const service = await world.request('Snow Removal', {}, 'ned')
    await world.quote('evergreen', service, 95_00)
    await world.accept(service, await world.quote('curb', service, 90_00))
    await world.as('maya').members.add({
      full_name: 'Tess Lind',
      email: 'tess@example.com',
      unit_number: '7B',
      role: 'member',
    })
    await world.as('maya').members.remove({ id: world.idOf('ned') })
    await until(async () => (await pool.query('select from mails where attempts > 0')).rowCount !== 0)

    const received = await mailServer(port)
    await until(async () => (await unsent()) === 2, 60)
    await sleep(1500)
    const told = received.map(({ to: [address], raw }) => {
      const [, subject] = raw.match(/^Subject: (.*(?:\r\n .*)*)\r$/m) ?? []
      return `${address}: ${subject?.replace(/\r\n /g, ' ')}`
    })
    const price = (company: string, cents: string) =>
      `New quote for Snow Removal: ${cents} per visit from ${company}`
    expect(told.sort()).toEqual([
      'curb@example.com: New quote request: Snow Removal at 1431 Minor Ave',
      'curb@example.com: Your quote for Snow Removal at 1431 Minor Ave was accepted',
      'evergreen@example.com: New quote request: Snow Removal at 1431 Minor Ave',
      'evergreen@example.com: Your quote for Snow Removal at 1431 Minor Ave was not chosen',
      'hilltop@example.com: New quote request: Snow Removal at 1431 Minor Ave',
      'maya@example.com: Ned Test asks to join 1431 Minor Ave',
      `maya@example.com: ${price('Curb & Corner', '$90.00')}`,
      `maya@example.com: ${price('Evergreen Grounds', '$95.00')}`,
      'maya@example.com: Pia Test asks to join 1431 Minor Ave',
      'ned@example.com: You no longer have access to 1431 Minor Ave',
      "ned@example.com: You're in: welcome to 1431 Minor Ave",
      'otto@example.com: Olga Test asks to join 420 Denny Way',
      'tess@example.com: Welcome to Stoop: choose your password',
    ])
    for (const { raw } of received) {
      const link = /http:\/\/127\.0\.0\.1:3000\/[\w/#-]+/
      const [inText] = partOf(raw, 'text/plain').match(link) ?? []
      const [inHtml] = partOf(raw, 'text/html').match(link) ?? []
      expect(inText).toBeDefined()
      expect(inHtml).toBe(inText)
    }
    // The two prices that ned was to hear of; he is not in the building any more.
    const { rows } = await pool.query('select recipient, due_at::text from mails where sent_at is null')
    expect(rows).toEqual(Array(2).fill({ recipient: 'ned@example.com', due_at: 'infinity' }))
  }, 90_000)

  test('an address that the mail server refuses for good holds up nobody else', async () => {
    const port = await freePort()
    const received = await mailServer(port, ['otto@example.com'])
    const world = await block()
    await jobsOf(world, { smtpUrl: `smtp://127.0.0.1:${port}` })
    await until(async () => (await unsent()) === 1)
    expect(recipients(received)).toEqual(BLOCK.filter(([to]) => to !== 'otto@example.com'))
    const { rows } = await pool.query(
      'select recipient, attempts, last_error, due_at::text from mails where sent_at is null',
    )
    expect(rows).toEqual([
      {
        recipient: 'otto@example.com',
        attempts: 1,
        last_error: expect.stringContaining('No such person'),
        due_at: 'infinity',
      },
    ])
  })
})

test('a mail that is sent as the database goes away is not sent again, and holds up no other', async () => {
  const world = await block()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`
  // What the server knows of the first one's transaction, when the network cut it off.
  const left = await pool.connect()
  const sent: string[] = []
  let isCut = false
  // Whose mail comes first is chance: the neighbours moved in at the same time. Maya has two.
  const deliver = async ({ key, to }: { key: string; to: string }) => {
    sent.push(key)
    if (isCut || to !== 'maya@example.com') return
    isCut = true
    expect((await pool.query(cut)).rowCount).toBe(1)
    await left.query('begin')
    await left.query('select from mails where id = $1 for update', [key.replace('mail-', '')])
  }
  const never = new AbortController().signal
  const send = () => sendDueMails(world.portal, { deliver, close: () => undefined }, never)
  const marked = (yet: number) => until(async () => (await unsent()) === yet)
  try {
    await send()
    // The same person's next mail waits for the first one's turn to end.
    await marked(2)
  } finally {
    await left.query('rollback')
    left.release()
  }
  await marked(1)
  await send()
  await marked(0)
  expect(await send()).toBeNull()
  expect(sent).toHaveLength(BLOCK.length)
  expect(new Set(sent).size).toBe(sent.length)
})

test('without a mail server each mail is a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-mail-'))
  opened.push(() => rmSync(folder, { recursive: true }))
  const world = await block()
  await jobsOf(world, { dataDir: folder })
  await until(async () => (await unsent()) === 0)
  const files = readdirSync(join(folder, 'mail'))
  expect(files.map((name) => name.replace(/^mail-\d+-/, '')).sort()).toEqual(BLOCK.map(([to]) => `${to}.eml`))
  const toOtto = readFileSync(join(folder, 'mail', files.find((name) => name.includes('otto')) ?? ''), 'utf8')
  expect(toOtto).toContain('Subject: Olga Test asks to join 420 Denny Way')
  expect(toOtto).toMatch(/^http:\/\/127\.0\.0\.1:3000\/home\/building\r$/m)
})

test('the file of a mail is whole from the moment that it is there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stoop-mail-'))
  opened.push(() => rmSync(dataDir, { recursive: true }))
  const { portal } = await block()
  const transport = createMailTransport({ ...portal.config, smtpUrl: undefined, dataDir }, portal.log)
  const letter = { to: 'maya@example.com', subject: 'Long', text: 'text', html: 'A word. '.repeat(200_000) }
  const folder = join(dataDir, 'mail')
  const seen = new Set<string>()
  for (let mail = 0; mail < 10; mail += 1) {
    let written = false
    const writing = transport.deliver({ ...letter, key: `mail-${mail}` }).finally(() => {
      written = true
    })
    while (!written) {
      await sleep(0)
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
      for (const name of names.filter((each) => !seen.has(each))) {
        expect(readFileSync(join(folder, name), 'utf8')).toMatch(/--\r\n$/)
        seen.add(name)
      }
    }
    await writing
  }
  expect(readdirSync(folder)).toHaveLength(10)
})

test('an event and its mail come and go together; nobody is told twice of one event', async () => {
  const world = await block()
  const { rows } = await pool.query(
    'select e.kind, m.recipient from mails m join events e on e.id = m.event_id order by recipient, m.id',
  )
  expect(rows).toEqual([
    { kind: 'member_joined', recipient: 'maya@example.com' },
    { kind: 'member_joined', recipient: 'maya@example.com' },
    { kind: 'member_accepted', recipient: 'ned@example.com' },
    { kind: 'member_joined', recipient: 'otto@example.com' },
  ])
  await expect(world.as('otto').members.accept({ id: world.idOf('pia') })).rejects.toThrow()
  await expect(world.as('maya').members.accept({ id: world.idOf('ned') })).rejects.toThrow()
  expect((await pool.query('select from mails')).rowCount).toBe(4)
})

test('a mail is found as soon among thousands that nobody foresaw', async () => {
  const { portal } = await block()
  await pool.query('delete from mails')
  await pool.query('vacuum analyze mails')
  const take = () => asSystem(portal.db, (tx) => takeDueMail(tx, []))
  for (let time = 0; time < 10; time += 1) expect(await take()).toBeUndefined()

  await pool.query(`
    with people as (insert into auth_users (name, email)
      select 'Reader', 'reader' || n || '@example.com' from generate_series(1, 300) n returning id, email)
    insert into profiles (id, first_name, last_name, email, role, status)
      select id, 'Reader', 'Reader', email, 'homeowner', 'active' from people;
    with told as (insert into events (kind) select 'burst' from generate_series(1, 50) returning id)
    insert into mails (event_id, recipient, person)
      select told.id, email, p.id from told cross join profiles p where first_name = 'Reader' order by 1`)
  const from = performance.now()
  expect(await take()).toMatchObject({ recipient: expect.stringMatching(/^reader\d+@/) })
  expect(performance.now() - from).toBeLessThan(500)
})
