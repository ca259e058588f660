import { createTransport, type SendMailOptions } from 'nodemailer'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { pdf } from '../../../../test/sample-files.ts'
import { NOW, openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { ANSWER_LINE } from '../../../domain/messages/mail-answer.ts'
import { createPool } from '../../db/pool.ts'
import { answerAddress } from '../../mail/answer-address.ts'
import { takeAnswer } from './take-answer.ts'

const MAILBOX = 'reply@portal.example.com'
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

let world: World
let db: pg.Pool
let quote: string
/** The address that an answer of maya to the mail about curb's message goes to. */
let address: string

beforeAll(async () => {
  const connection = await createWorldDatabase('answers')
  const mailbox = { MAILBOX_URL: 'imap://portal:secret@127.0.0.1', MAILBOX_ADDRESS: MAILBOX }
  world = await openWorld(connection, mailbox)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

beforeEach(async () => {
  world.clock.now = NOW
  await db.query(
    'truncate events, building_services, message_files, building_storage, vendor_storage cascade',
  )
  const service = await world.request('Snow Removal')
  quote = await world.quote('curb', service, 90_00)
  await world.accept(service, quote)
  await world
    .as('curb')
    .messages.send({ quote, id: crypto.randomUUID(), words: 'We come at six.', files: [] })
  const { rows } = await db.query(
    `update mails m set sent_at = now() from events e where e.id = m.event_id and e.kind = 'message_sent' returning m.id`,
  )
  address = answerAddress(MAILBOX, world.portal.config.secret, rows[0].id)
})

async function answer(mail: SendMailOptions): Promise<void> {
  const from = 'Maya <maya@example.com>'
  const { message } = await composer.sendMail({ from, to: address, subject: 'Re: Message', ...mail })
  const source = message as Buffer
  const head = source.subarray(0, source.indexOf('\r\n\r\n') + 4)
  await takeAnswer(world.portal, { head, load: async () => source, canWait: false })
}
const shown = async () =>
  (await world.as('curb').messages.thread({ quote, last: 50 })).messages.filter(
    ({ side }) => side === 'captain',
  )
const refusals = async () => {
  const { rows } = await db.query(
    `select subject, data from events where kind = 'message_not_taken' order by id`,
  )
  return rows
}

test('an answer comes into the thread, without what it quotes and its signature [Product 2.10]', async () => {
  const quoted = `On Fri, Nov 20, 2026, Stoop wrote:\n> ${ANSWER_LINE}\n>\n> Hello Maya,\n>\n> We come at six.`
  await answer({ text: `The gate is open.\n\nThe code is 4711.\n\n-- \nMaya Chen\n\n${quoted}` })
  expect(await shown()).toMatchObject([
    { words: 'The gate is open.\n\nThe code is 4711.', author: 'Maya Test', by_mail: true },
  ])
  expect(await refusals()).toEqual([])
})

test('one that only has HTML is read, too; one that is read twice is there once', async () => {
  const messageId = '<once@mail.example.com>'
  await answer({
    html: `<p>The gate is <b>open</b>.</p><blockquote>${ANSWER_LINE}<br>Hello</blockquote>`,
    messageId,
  })
  await answer({
    html: `<p>The gate is <b>open</b>.</p><blockquote>${ANSWER_LINE}<br>Hello</blockquote>`,
    messageId,
  })
  expect(await shown()).toMatchObject([{ words: 'The gate is open.' }])
})

test('its files come with it; what is not taken is told to its sender alone', async () => {
  const file = (filename: string) => ({ filename, content: pdf(filename) })
  const attachments = [
    ...['1', '2', '3', '4', '5', '6'].map((name) => file(`${name}.pdf`)),
    { filename: 'a.exe', content: 'MZ' },
  ]
  await answer({ text: 'Here they are.', attachments })
  const [message] = await shown()
  expect(message?.files.map(({ file_name }) => file_name)).toEqual([
    '1.pdf',
    '2.pdf',
    '3.pdf',
    '4.pdf',
    '5.pdf',
  ])
  expect(await refusals()).toMatchObject([
    {
      subject: world.idOf('maya'),
      data: { was_sent: true, reason: expect.stringContaining('2 files were not taken') },
    },
  ])
  await db.query('update mails set due_at = now() where sent_at is null and held is null')
  const post = openPostOffice(world.portal)
  const [mail] = (await post.mailsTo('maya@example.com')).slice(-1)
  post.close()
  expect(mail?.replaceAll(/\s+/g, ' ')).toContain('but not all of it')
})

describe('nothing is taken, and its sender is told,', () => {
  test.each<[string, SendMailOptions, string]>([
    ['from another address', { from: 'mallory@example.com', text: 'Let me in' }, 'another address'],
    [
      'from two senders',
      { from: ['maya@example.com', 'mallory@example.com'], text: 'Hello' },
      'another address',
    ],
    ['without words', { text: `\n\n> ${ANSWER_LINE}\n> Hello` }, 'Write something'],
  ])('%s', async (_, mail, reason) => {
    await answer(mail)
    expect(await shown()).toEqual([])
    expect(await refusals()).toMatchObject([
      { subject: world.idOf('maya'), data: { was_sent: false, reason: expect.stringContaining(reason) } },
    ])
  })
})

describe('nothing is taken, and nobody is told,', () => {
  test.each<[string, () => SendMailOptions]>([
    ['at an address without a code', () => ({ to: MAILBOX, text: 'Hello' })],
    ['with another code', () => ({ to: address.replace(/\.[0-9a-f]{4}/, '.0000'), text: 'Hello' })],
    ['for another mail', () => ({ to: address.replace(/\+[0-9a-z]+/, '+zz'), text: 'Hello' })],
    ['what a program sends', () => ({ text: 'I am away', headers: { 'Auto-Submitted': 'auto-replied' } })],
    ['what a list sends', () => ({ text: 'Hello', headers: { Precedence: 'bulk' } })],
  ])('%s', async (_, mail) => {
    await answer(mail())
    expect(await shown()).toEqual([])
    expect(await refusals()).toEqual([])
  })
})

test('an address in capitals, or only where the server noted it, is the same', async () => {
  await answer({ to: address.toUpperCase(), text: 'One' })
  await answer({ to: 'list@example.com', text: 'Two', headers: { 'Delivered-To': address } })
  expect((await shown()).map(({ words }) => words)).toEqual(['Two', 'One'])
})

test('somebody who is no officer any more writes nothing by mail', async () => {
  const handOver = async (from: 'maya' | 'ned', to: 'maya' | 'ned') => {
    await world.as(from).members.offerCaptaincy({ id: world.idOf(to), current_password: PASSWORD })
    await world.as(to).members.acceptCaptaincy({})
  }
  await handOver('maya', 'ned')
  try {
    await answer({ text: 'Still here' })
    expect(await shown()).toEqual([])
    expect(await refusals()).toHaveLength(1)
  } finally {
    await handOver('ned', 'maya')
  }
})

test('an answer to an old mail, or one that the mailbox’s server knows as forged, is not taken', async () => {
  await answer({
    text: 'Hello',
    headers: { 'Authentication-Results': 'mx.example.com; dmarc=fail header.from=example.com' },
  })
  expect(await refusals()).toHaveLength(1)
  await db.query(`update events set at = now() - interval '91 days'`)
  await answer({ text: 'Hello' })
  expect(await refusals()).toHaveLength(1)
  expect(await shown()).toEqual([])
})

test('who answers has read the thread', async () => {
  await answer({ text: 'Yes.' })
  expect(await world.as('curb').messages.thread({ quote, last: 50 })).toMatchObject({ read_by_other: 1 })
})
