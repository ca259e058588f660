import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { pdf } from '../../../../test/sample-files.ts'
import { NOW, openWorld, type Vendor, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'
import { addFile, removeFile } from '../../storage/add-file.ts'
import { dropUnsentFiles, messageFileAttachment } from './message-file.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('messages')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

let quote: string
beforeEach(async () => {
  world.clock.now = NOW
  await db.query(
    'truncate events, building_services, message_files, building_storage, vendor_storage cascade',
  )
  const service = await world.request('Snow Removal')
  quote = await world.quote('curb', service, 90_00)
  await world.accept(service, quote)
})

type By = Vendor | 'maya'
const send = (by: By, words: string | null, files: string[] = [], id = randomUUID() as string) =>
  world.as(by).messages.send({ quote, id, words, files })
const thread = (by: By, last = 50) => world.as(by).messages.thread({ quote, last })
const words = async (by: By) => (await thread(by)).messages.map((message) => message.words)
const due = () => db.query(`update mails set due_at = now() where sent_at is null and held is null`)

async function addMessageFile(by: By, id = randomUUID() as string, content = pdf('Plan')) {
  const viewer = (await world.as(by).accounts.session())?.viewer
  if (viewer?.kind !== 'vendor' && viewer?.kind !== 'resident') throw new Error(`${by} can't write`)
  const upload = { query: { quote, id, name: 'Plan.pdf' }, body: Readable.from([content]) }
  return addFile(world.portal, messageFileAttachment, viewer, upload)
}

test('both sides of an accepted quote write and read; nobody else does [Product 2.10]', async () => {
  await send('curb', ' We come at six. ')
  await send('maya', 'The gate is open.')
  expect(await thread('maya')).toMatchObject({
    service: 'Snow Removal',
    company_name: 'Curb & Corner',
    messages: [
      { number: 2, side: 'captain', words: 'The gate is open.', by_mail: false },
      { number: 1, side: 'vendor', words: 'We come at six.', sent_at: NOW },
    ],
    has_earlier: false,
  })
  expect(await words('curb')).toEqual(['The gate is open.', 'We come at six.'])
  for (const name of ['evergreen', 'hilltop'] as const)
    await expect(world.as(name).messages.thread({ quote, last: 50 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  await expect(world.as('otto').messages.thread({ quote, last: 50 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(world.as('ned').messages.thread({ quote, last: 50 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await world.as('ned').messages.unread()).toEqual([])
})

test('a quote that waits or was declined has no thread', async () => {
  const service = await world.request('Landscaping')
  const waiting = await world.quote('curb', service, 90_00)
  const sent = () =>
    world.as('curb').messages.send({ quote: waiting, id: randomUUID(), words: 'Hello?', files: [] })
  await expect(sent()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.accept(service, await world.quote('hilltop', service, 80_00))
  await expect(sent()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a message that is sent again, as after a lost response, is there once; two at once have two numbers', async () => {
  const id = randomUUID()
  await Promise.all([send('curb', 'Once', [], id), send('curb', 'Once', [], id)])
  await Promise.all([send('curb', 'Two'), send('maya', 'Three')])
  const { messages } = await thread('maya')
  expect(messages.map(({ number }) => number)).toEqual([3, 2, 1])
  const { rows } = await db.query(`select count(*)::integer from events where kind = 'message_sent'`)
  expect(rows).toEqual([{ count: 3 }])
  await expect(send('maya', 'Taken', [], id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a message needs words or a file, and nobody sends more than sixty an hour', async () => {
  await expect(send('maya', '  ')).rejects.toThrow('Write something, or add a file')
  for (let count = 0; count < 59; count += 1) await send('maya', `${count}`)
  const last = await Promise.allSettled([send('maya', '60'), send('maya', '61')])
  expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await send('curb', 'Please call me.')
  world.clock.now = new Date(NOW.getTime() + 61 * 60_000)
  await send('maya', 'An hour later')
  expect(await thread('curb', 50)).toMatchObject({ has_earlier: true, messages: { length: 50 } })
  expect(await thread('curb', 100)).toMatchObject({ has_earlier: false, messages: { length: 62 } })
})

test('files come with their message, at most five; until then they are their sender’s alone', async () => {
  const { id, url } = await addMessageFile('curb')
  await addMessageFile('curb', id)
  const { rows } = await db.query('select file_path, message_id from message_files')
  expect(rows).toEqual([{ file_path: url.slice(1), message_id: null }])
  await expect(send('maya', 'Not mine', [id])).rejects.toThrow('add it again')
  await send('curb', null, [id])
  expect((await thread('maya')).messages).toMatchObject([
    { words: null, files: [{ file_name: 'Plan.pdf', url }] },
  ])
  await expect(send('curb', 'Again', [id])).rejects.toThrow('add it again')
  // What was left over from messages that were never sent gives way.
  const left: string[] = []
  for (let count = 0; count < 6; count += 1) {
    world.clock.now = new Date(NOW.getTime() + count * 1000)
    left.push((await addMessageFile('curb')).id)
  }
  await expect(send('curb', 'All', left)).rejects.toThrow('at most 5')
  await expect(send('curb', 'The first ones', left.slice(0, 5))).rejects.toThrow('add it again')
  await send('curb', 'The last ones', left.slice(1))
})

test('a file that was not sent can be taken back, or goes by itself after a day', async () => {
  const viewer = (await world.as('curb').accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error('curb is no vendor')
  const remove = (id: string) => removeFile(world.portal, messageFileAttachment, viewer, { quote, id })
  const { id: taken } = await addMessageFile('curb')
  await remove(taken)
  const { id: sent } = await addMessageFile('curb')
  await send('curb', 'With a plan', [sent])
  await expect(remove(sent)).rejects.toThrow('sent with its message')
  await addMessageFile('curb')
  await db.query(`update message_files set added_at = now() - interval '2 days' where id <> $1`, [sent])
  await dropUnsentFiles(world.portal)
  const { rows } = await db.query('select id from message_files')
  expect(rows).toEqual([{ id: sent }])
})

test('each side’s files count in its own space', async () => {
  await send('curb', 'A plan', [(await addMessageFile('curb')).id])
  await send('maya', 'Another', [(await addMessageFile('maya')).id])
  const { rows } = await db.query(
    `select (select used_bytes from vendor_storage where vendor_id = $1) as vendor,
    (select used_bytes from building_storage) as building`,
    [world.companyOf('curb')],
  )
  expect(rows).toEqual([{ vendor: 4096, building: 4096 }])
})

test('each side sees what is new, and what the other side has read', async () => {
  await send('curb', 'One')
  await send('curb', 'Two')
  expect(await world.as('maya').messages.unread()).toEqual([{ quote, messages: 2 }])
  expect(await world.as('curb').messages.unread()).toEqual([])
  expect(await thread('curb')).toMatchObject({ read_by_other: 0 })
  await world.as('maya').messages.read({ quote, number: 1 })
  expect(await world.as('maya').messages.unread()).toEqual([{ quote, messages: 1 }])
  await world.as('maya').messages.read({ quote, number: 99 })
  await world.as('maya').messages.read({ quote, number: 1 })
  expect(await thread('curb')).toMatchObject({ read_by_other: 2 })
  const { rows } = await db.query(`select data from events where kind = 'thread_read' order by id`)
  expect(rows).toEqual([{ data: { number: 1 } }, { data: { number: 2 } }])
})

test('the other side is mailed a minute later what it has not read by then', async () => {
  const post = openPostOffice(world.portal)
  try {
    await due()
    const before = (await post.mailsTo('curb@example.com')).length
    await send('maya', 'Please bring salt.\nAnd sand.', [(await addMessageFile('maya')).id])
    expect(await post.mailsTo('curb@example.com')).toHaveLength(before)
    await due()
    const [mail] = (await post.mailsTo('curb@example.com')).slice(-1)
    for (const part of [
      'Maya',
      'Please bring salt.',
      'And sand.',
      'A file: Plan.pdf',
      `/vendor/services/messages?quote=`,
    ])
      expect(mail).toContain(part)
    expect(mail).not.toContain('answer this mail')
    await send('maya', 'Read at once')
    await send('maya', 'Not read')
    await world.as('curb').messages.read({ quote, number: 2 })
    await due()
    const mails = await post.mailsTo('curb@example.com')
    expect(mails.filter((each) => each.includes('Read at once'))).toEqual([])
    expect(mails.filter((each) => each.includes('Not read'))).toHaveLength(1)
  } finally {
    post.close()
  }
})
