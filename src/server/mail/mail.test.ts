import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, type TestContext, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { partOf } from '../../../test/mail-files.ts'
import { type Received, startJobsOf, startMailServer, until } from '../../../test/mail-server.ts'
import { freePort } from '../../../test/portal-process.ts'
import { slowness } from '../../../test/slowness.ts'
import { openWorld } from '../../../test/world.ts'
import { mails } from '../app.ts'
import { asSystem } from '../db/as-viewer.ts'
import { createPool } from '../db/pool.ts'
import { claimMail } from './db.ts'
import { sendDueMails } from './send-mails.ts'
import { createMailTransport } from './transport.ts'

type OnTestFinished = TestContext['onTestFinished']

/** The test world on a database of its own, so tests run concurrently. */
async function openBlock(onTestFinished: OnTestFinished) {
  const connection = await createWorldDatabase('mail')
  const pool = createPool(connection)
  onTestFinished(() => pool.end())
  const world = await openWorld(connection)
  onTestFinished(() => world.close())
  const servers: (() => Promise<unknown> | unknown)[] = []
  const stopServers = async () => {
    await Promise.all(servers.splice(0).map((stop) => stop()))
  }
  onTestFinished(stopServers)
  return {
    world,
    pool,
    /** The jobs of one more server process. */
    async startServer(to: { smtpUrl?: string; dataDir?: string }): Promise<void> {
      servers.push(await startJobsOf(connection, world, to))
    },
    /** Returns once no server sends any more, so nothing can arrive later. */
    stopServers,
    unsent: async () => (await pool.query('select from mails where sent_at is null')).rowCount ?? 0,
    hasRetried: async () => (await pool.query('select from mails where attempts > 0')).rowCount !== 0,
  }
}

async function mailServer(
  onTestFinished: OnTestFinished,
  port: number,
  refuse: string[] = [],
): Promise<Received[]> {
  const { received, close } = await startMailServer(port, refuse)
  onTestFinished(close)
  return received
}

/** The mails of making the block: ned, pia and olga asked to join, and ned was accepted. */
const BLOCK = [['maya@example.com'], ['maya@example.com'], ['ned@example.com'], ['otto@example.com']]
const recipients = (received: Received[]) => received.map(({ to }) => to).sort()

describe.concurrent('by SMTP', () => {
  test('two servers send each mail once: to the captain about a neighbor, to the neighbor about the decision [4.mail.3] [4.mail.4] [8.pending.1]', async ({
    onTestFinished,
  }) => {
    const { world, startServer, stopServers, unsent } = await openBlock(onTestFinished)
    const port = await freePort()
    const received = await mailServer(onTestFinished, port)
    const to = { smtpUrl: `smtp://127.0.0.1:${port}` }
    await Promise.all([startServer(to), startServer(to)])
    await until(async () => (await unsent()) === 0)
    expect(recipients(received)).toEqual(BLOCK)

    received.length = 0
    await world.as('maya').members.accept({ id: world.idOf('pia') })
    await until(() => received.length > 0, 5)
    expect(recipients(received)).toEqual([['pia@example.com']])
    const [{ raw } = { raw: '' }] = received
    expect(raw).toMatch(/^Subject: You're in: welcome to 1431 Minor Ave\r$/m)
    expect(raw).toMatch(/^To: pia@example\.com\r$/m)
    expect(raw).toMatch(/^Message-ID: <mail-\d+@127\.0\.0\.1>\r$/im)
    expect(raw).toContain('Open Stoop:\r\nhttp://127.0.0.1:3000/dashboard\r\n')

    await world.as('maya').members.remove({ id: world.idOf('pia') })
    await until(async () => received.length > 1 && (await unsent()) === 0, 5)
    await stopServers()
    expect(recipients(received)).toEqual([['pia@example.com'], ['pia@example.com']])
    expect(received[1]?.raw).toMatch(/^Subject: You no longer have access to 1431 Minor Ave\r$/m)
  })

  test('while the mail server is down, only mail waits; afterwards each mail arrives once [4.mail.1] [V16.5.2]', async ({
    onTestFinished,
  }) => {
    const { world, startServer, stopServers, unsent, hasRetried } = await openBlock(onTestFinished)
    const port = await freePort()
    await startServer({ smtpUrl: `smtp://127.0.0.1:${port}` })
    await until(hasRetried)
    const started = Date.now()
    await world.as('maya').members.accept({ id: world.idOf('pia') })
    expect(Date.now() - started).toBeLessThan(1000 * slowness())

    const received = await mailServer(onTestFinished, port)
    await until(async () => (await unsent()) === 0)
    await stopServers()
    expect(recipients(received)).toEqual([...BLOCK, ['pia@example.com']].sort())
  }, 40_000)

  test('after an outage two servers send the mails about quotes and removals once, as text and HTML [4.mail.1] [4.mail.6]', async ({
    onTestFinished,
  }) => {
    const { world, pool, startServer, stopServers, unsent, hasRetried } = await openBlock(onTestFinished)
    const port = await freePort()
    const to = { smtpUrl: `smtp://127.0.0.1:${port}` }
    await Promise.all([startServer(to), startServer(to)])
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
    await until(hasRetried)

    const received = await mailServer(onTestFinished, port)
    await until(async () => (await unsent()) === 2, 60)
    await stopServers()
    const subjects = received.map(({ to: [address], raw }) => {
      const [, subject] = raw.match(/^Subject: (.*(?:\r\n .*)*)\r$/m) ?? []
      return `${address}: ${subject?.replace(/\r\n /g, ' ')}`
    })
    const price = (company: string, cents: string) =>
      `New quote for Snow Removal: ${cents} per visit from ${company}`
    expect(subjects.sort()).toEqual([
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
    // The mails to ned about both prices: he has left the building.
    const { rows } = await pool.query('select recipient, due_at::text from mails where sent_at is null')
    expect(rows).toEqual(Array(2).fill({ recipient: 'ned@example.com', due_at: 'infinity' }))
  }, 90_000)

  test('an address that the mail server rejects permanently delays no other mail', async ({
    onTestFinished,
  }) => {
    const { pool, startServer, unsent } = await openBlock(onTestFinished)
    const port = await freePort()
    const received = await mailServer(onTestFinished, port, ['otto@example.com'])
    await startServer({ smtpUrl: `smtp://127.0.0.1:${port}` })
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

test.concurrent('a mail that is sent while the database fails is not sent again, and delays no other', async ({
  onTestFinished,
}) => {
  const { world, pool, unsent } = await openBlock(onTestFinished)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`
  // Holds the first mail's lock, as the server does for a connection that the network cut off.
  const left = await pool.connect()
  const sent: string[] = []
  let isCut = false
  // The neighbors joined at the same time, so the order of the mails varies. Maya has two.
  const deliver = async ({ key, to }: { key: string; to: string }) => {
    sent.push(key)
    if (isCut || to !== 'maya@example.com') return
    isCut = true
    expect((await pool.query(cut)).rowCount).toBe(1)
    await left.query('begin')
    await left.query('select from mails where id = $1 for update', [key.replace('mail-', '')])
  }
  const never = new AbortController().signal
  const send = () =>
    sendDueMails(
      { portal: world.portal, transport: { deliver, close: () => undefined }, templates: mails },
      never,
    )
  const untilUnsent = (count: number) => until(async () => (await unsent()) === count)
  try {
    await send()
    // The next mail to the same person waits until the first one is marked.
    await untilUnsent(2)
  } finally {
    await left.query('rollback')
    left.release()
  }
  await untilUnsent(1)
  await send()
  await untilUnsent(0)
  expect(await send()).toBeNull()
  expect(sent).toHaveLength(BLOCK.length)
  expect(new Set(sent).size).toBe(sent.length)
})

test.concurrent('without a mail server, each mail is written to a file [4.mail.2]', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { startServer, unsent } = await openBlock(onTestFinished)
  await startServer({ dataDir: folder })
  await until(async () => (await unsent()) === 0)
  const files = readdirSync(join(folder, 'mail'))
  expect(files.map((name) => name.replace(/^mail-\d+-/, '')).sort()).toEqual(BLOCK.map(([to]) => `${to}.eml`))
  const toOtto = readFileSync(join(folder, 'mail', files.find((name) => name.includes('otto')) ?? ''), 'utf8')
  expect(toOtto).toContain('Subject: Olga Test asks to join 420 Denny Way')
  expect(toOtto).toMatch(/^http:\/\/127\.0\.0\.1:3000\/home\/building\r$/m)
})

test('the file of a mail appears only when it is complete', async ({ onTestFinished }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stoop-mail-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { portal } = (await openBlock(onTestFinished)).world
  const transport = createMailTransport({ ...portal.config, smtpUrl: undefined, dataDir }, portal.log)
  const message = { to: 'maya@example.com', subject: 'Long', text: 'text', html: 'A word. '.repeat(200_000) }
  const folder = join(dataDir, 'mail')
  const seen = new Set<string>()
  for (let mail = 0; mail < 10; mail += 1) {
    let written = false
    const writing = transport.deliver({ ...message, key: `mail-${mail}` }).finally(() => {
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

test.concurrent('an event and its mails are stored together, one mail for each recipient', async ({
  onTestFinished,
}) => {
  const { world, pool } = await openBlock(onTestFinished)
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

test('a mail that one server is sending does not delay those of another', async ({ onTestFinished }) => {
  const { world } = await openBlock(onTestFinished)
  const claim = <R>(then: (id?: number) => R) =>
    asSystem(world.portal.db, async (tx) => then((await claimMail(tx, []))?.id))
  const [one, other] = await claim(async (id) => [id, await claim((next) => next)])
  expect(one).toBeDefined()
  expect(other).toBeDefined()
  expect(other).not.toBe(one)
})

test('a sudden burst of thousands of mails does not slow a claim', async ({ onTestFinished }) => {
  const { world, pool } = await openBlock(onTestFinished)
  await pool.query('delete from mails')
  await pool.query('vacuum analyze mails')
  const claim = () => asSystem(world.portal.db, (tx) => claimMail(tx, []))
  for (let call = 0; call < 10; call += 1) expect(await claim()).toBeUndefined()

  await pool.query(`
    with people as (insert into auth_users (name, email)
      select 'Recipient', 'recipient' || n || '@example.com' from generate_series(1, 300) n returning id, email)
    insert into profiles (id, first_name, last_name, email, role, status)
      select id, 'Recipient', 'Recipient', email, 'homeowner', 'active' from people;
    with burst as (insert into events (kind) select 'burst' from generate_series(1, 50) returning id)
    insert into mails (event_id, recipient, person)
      select burst.id, email, p.id from burst cross join profiles p where first_name = 'Recipient' order by 1`)
  const from = performance.now()
  expect(await claim()).toMatchObject({ to: expect.stringMatching(/^recipient\d+@/) })
  expect(performance.now() - from).toBeLessThan(500 * slowness())
})
