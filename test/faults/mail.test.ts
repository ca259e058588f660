import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mails as templates } from '../../src/server/app.ts'
import { createPool } from '../../src/server/db/pool.ts'
import { sendDueMails } from '../../src/server/mail/send-mails.ts'
import { createMailTransport } from '../../src/server/mail/transport.ts'
import { createWorldDatabase } from '../database.ts'
import { createClient } from '../http-client.ts'
import { MAIL_FAULTS, type MailFault, type Received, startMailServer } from '../mail-server.ts'
import { freePort } from '../portal-process.ts'
import { serve } from '../serve.ts'
import { openWorld, PASSWORD, type World } from '../world.ts'
import { report, size } from './drill.ts'

/** The longest wait of people while mail fails, in milliseconds; in the short form other tests load the machine. */
const SOON = size(3000, 1000)
/** The delivery timeout for an endless response, instead of the portal's 50 seconds. */
const DELIVERY = size(1000, 30_000)
const FAULTS = ['is down', ...(Object.keys(MAIL_FAULTS) as MailFault[])] as const

let connection: pg.PoolConfig
let db: pg.Pool
let world: World
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  connection = await createWorldDatabase('mail_faults')
  world = await openWorld(connection)
  site = await serve(world.portal, connection)
  db = createPool({ ...connection, max: 2 })
  await db.query(`update mails set due_at = 'infinity'`)
})
afterAll(async () => {
  await site.close()
  await world.close()
  await db.end()
})

const idOf = ({ raw }: Received) => raw.match(/^Message-ID: (.*)\r$/im)?.[1] ?? 'none'
const summaryOf = ({ to, raw }: Received) => `${to} ${raw.match(/^Subject: (.*)\r$/im)?.[1]}`

/** A captain of a new building requests quotes, which causes mails to three vendors. */
async function askThree(address: string): Promise<void> {
  const name = address.toLowerCase().replace(/\W/g, '')
  const captain = await world.resident(name, { address, number_of_units: 12 })
  await captain.call.services.request({
    ...{
      service_type_id: world.typeId('Snow Removal'),
      description: 'When it snows',
      service_type: 'on-demand',
    },
    ...{ required_every_weeks: null, preferred_start_date: '2026-12-01', preferred_end_date: null },
  })
}

const waiting = async () =>
  Number(
    (await db.query(`select count(*) from mails where sent_at is null and due_at < 'infinity'`)).rows[0]
      .count,
  )

describe.each(FAULTS)('a mail server that %s', { timeout: size(60_000, 300_000) }, (fault) => {
  const isLate = fault === 'answers late'
  const isEndless = fault === 'begins to answer and never ends'
  const rounds = size(1, isLate || isEndless ? 2 : 8)

  test('gets each mail once after it recovers; meanwhile requests do not wait [V16.5.2]', async () => {
    // Or an earlier fault's mails would count towards the limit of an hour.
    await db.query(`update mails set sent_at = sent_at - interval '2 hours' where sent_at is not null`)
    const port = await freePort()
    const smtpUrl = `smtp://127.0.0.1:${port}`
    const config = { ...world.portal.config, smtpUrl }
    const transport = createMailTransport(config, world.portal.log, isEndless ? DELIVERY : undefined)
    /** Two servers try all unsent mails, as if they were due. */
    const deliver = async () => {
      await db.query(
        `update mails set due_at = clock_timestamp() where sent_at is null and due_at < 'infinity'`,
      )
      const send = () =>
        sendDueMails({ portal: world.portal, transport, templates }, new AbortController().signal)
      await Promise.all([send(), send()])
    }
    let server = fault === 'is down' ? undefined : await startMailServer(port)
    if (fault !== 'is down') server?.set(fault)
    const client = createClient(site.origin)
    await client.accounts.signIn.mutate({ email: 'maya@example.com', password: PASSWORD })

    let [mails, slowest_ms] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      await askThree(`${round} ${fault.replace(/[^a-z ]/g, '')} street`)
      mails += 3
      let isTrying = true
      const tries = deliver().finally(() => {
        isTrying = false
      })
      do {
        const from = performance.now()
        await client.services.list.query()
        slowest_ms = Math.max(slowest_ms, performance.now() - from)
      } while (isTrying)
      await tries
    }
    if (!isLate) {
      expect(server?.received ?? []).toEqual([])
      expect(await waiting()).toBe(mails)
    }

    server ??= await startMailServer(port)
    server.set()
    const from = performance.now()
    while ((await waiting()) > 0) await deliver()
    const recovery = performance.now() - from
    const { received, seen } = server
    await server.close()
    transport.close()

    const arrived = new Set(received.map(summaryOf)).size
    report({
      drill: `a mail server that ${fault}`,
      runs: rounds,
      acknowledged: mails,
      lost: mails - arrived,
      doubled: received.length - arrived,
      slowest_ms: recovery,
    })
    expect([arrived, received.length]).toEqual([mails, mails])
    // A mail server recognizes a retried mail by its key, which stays the same.
    expect(new Set(seen.map(idOf))).toEqual(new Set(received.map(idOf)))
    expect(new Set(seen.map((mail) => `${idOf(mail)} ${summaryOf(mail)}`)).size).toBe(mails)
    if (fault.startsWith('takes')) expect(seen.length).toBeGreaterThan(mails)
    if (isLate) expect(seen).toHaveLength(mails)
    expect(slowest_ms).toBeLessThan(SOON)
  })
})
