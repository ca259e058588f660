import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import type { MailedMessage } from '../../src/server/features/messages/mail.ts'
import { messageFileAttachment } from '../../src/server/features/messages/message-file.ts'
import { addFile } from '../../src/server/storage/add-file.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { all, either, nobody, ofAccepted, type Rule, vendorOwn, withPower } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'
import type { World } from '../world.ts'

const PLAN = pdf('Plan')
const message = {
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  author: 'Otto Ray',
  words: 'We come at nine.',
  files: ['Plan.pdf'],
} satisfies MailedMessage

/** An accepted quote of this vendor at 1431 Minor Ave, for what no other feature asks for. */
async function agreement(world: World, service: string): Promise<string> {
  await asSystem(world.portal.db, (tx) =>
    tx
      .insertInto('vendor_services')
      .values({ vendor_id: world.companyOf('curb'), service_type_id: world.typeId(service) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const asked = await world.request(service)
  const quote = await world.quote('curb', asked, 90_00)
  await world.accept(asked, quote)
  return quote
}

/** Sends a file for a message of this vendor. Returns its id. */
export async function addMessageFileBy(world: World, quote: string): Promise<string> {
  const viewer = (await world.as('curb').accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error('curb is no vendor')
  const query = { quote, id: randomUUID(), name: 'Plan.pdf' }
  return (await addFile(world.portal, messageFileAttachment, viewer, { query, body: Readable.from([PLAN]) }))
    .id
}

const officer = withPower('manage_visits')
const ofEither: Rule = either(vendorOwn, officer)
const ofOwnSide: Rule = either(
  all(vendorOwn, ({ side }) => side === 'vendor'),
  all(officer, ({ side }) => side === 'captain'),
)
const inOwnName: Rule = ({ person }, { id }) => person === id
const ownFile: Rule = ({ added_by }, { id }) => added_by === id
const isUnsent: Rule = ({ message_id }) => message_id === null

/** Sends a file of the attachment's case in a message, once. */
let sendWith: (file: string) => Promise<void>

type Ids = Record<'thread', string>

export const messages = {
  async prepare(world) {
    const thread = await agreement(world, 'Bulk Item Pickup')
    await world
      .as('curb')
      .messages.send({ quote: thread, id: randomUUID(), words: 'We come at six.', files: [] })
    return { thread }
  },
  procedures: {
    thread: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'curb',
      input: (_, { thread }) => ({ quote: thread, last: 50 }),
      strangers: { quote: ['evergreen', 'hilltop'] },
    },
    unread: { audiences: ['resident', 'vendor'], by: 'maya', input: nothing },
    send: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { thread }) => ({ quote: thread, id: randomUUID(), words: 'The gate is open.', files: [] }),
      strangers: { quote: ['otto'], id: ['otto'] },
    },
    read: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { thread }) => ({ quote: thread, number: 1 }),
      strangers: { quote: ['otto'] },
    },
  },
  async grow(world, { thread }) {
    const file = await addMessageFileBy(world, thread)
    await world.as('curb').messages.send({ quote: thread, id: randomUUID(), words: null, files: [file] })
    const other = await agreement(world, 'Delivery Acceptance')
    await world
      .as('curb')
      .messages.send({ quote: other, id: randomUUID(), words: 'Snow on Friday.', files: [] })
  },
  async seed({ portal }, db) {
    const { rows } = await db.query(`
      with refused as (insert into refused_answers (id, mail_id) select gen_random_uuid(), id from mails order by id limit 1),
      thread as (
        select q.*, b.captain_id, (select id from profiles p where p.vendor_id = q.vendor_id limit 1) as otto
        from service_quotes q join buildings b on b.id = q.building_id where q.status = 'accepted'),
      sent as (
        insert into messages (id, service_quote_id, building_service_id, building_id, vendor_id, number, side, person, words, file_count,
          by_mail, sent_at)
        select gen_random_uuid(), t.id, building_service_id, building_id, vendor_id, number, side,
          case side when 'vendor' then otto else captain_id end, 'We come at nine.', case side when 'vendor' then 1 else 0 end, false, now()
        from thread t, (values (1, 'vendor'), (2, 'captain')) as m (number, side) returning *),
      told as (
        insert into events (kind, actor, building_id, vendor_id, subject, data)
        select 'message_sent', person, building_id, vendor_id, service_quote_id, jsonb_build_object('number', number) from sent),
      seen as (
        insert into message_reads (service_quote_id, person, building_service_id, building_id, vendor_id, side, number, read_at)
        select id, captain_id, building_service_id, building_id, vendor_id, 'captain', 1, now() from thread)
      insert into message_files (id, service_quote_id, building_service_id, building_id, vendor_id, side, message_id, file_name, file_path,
        file_size, added_by)
      select file.id, service_quote_id, building_service_id, building_id, vendor_id, side, case number when 1 then sent.id end, 'Plan.pdf',
        'message-files/' || file.id || '-1795000000000.pdf', ${PLAN.length}, person
      from sent cross join lateral (select gen_random_uuid() as id where sent.id is not null) file returning file_path`)
    for (const { file_path } of rows)
      await portal.files.put(file_path, Readable.from([PLAN]), { size: PLAN.length, mime: 'application/pdf' })
  },
  tables: {
    messages: ofEither,
    message_files: all(
      ofEither,
      either(({ message_id }) => message_id !== null, ownFile),
    ),
    message_reads: ofEither,
    refused_answers: nobody,
  },
  writes: {
    messages: { insert: all(ofOwnSide, inOwnName, ofAccepted) },
    message_files: {
      insert: all(ofOwnSide, ownFile, ofAccepted),
      update: all(ownFile, isUnsent, ofEither),
      delete: all(ownFile, isUnsent, ofEither),
    },
    message_reads: { insert: all(ofOwnSide, inOwnName, ofAccepted), update: all(inOwnName, ofEither) },
  },
  attachments: {
    'message-file': {
      addedBy: [{ resident: 'manage_visits' }, 'vendor'],
      seenBy: [{ resident: 'manage_visits' }, 'vendor'],
      maxSize: 10 * 1024 * 1024,
      backedUp: true,
      by: 'curb',
      query: async (world) => {
        const quote = await agreement(world, 'Irrigation Care')
        // Until its message is sent, it is its sender's alone.
        sendWith = (id) => world.as('curb').messages.send({ quote, id, words: null, files: [id] })
        return `?quote=${quote}&id=${randomUUID()}&name=Plan.pdf`
      },
      sample: PLAN,
      addressOf: async (_, { id = '', url }) => {
        await sendWith(id)
        return url
      },
      strangers: ['otto', 'hilltop'],
    },
  },
  events: {
    message_sent: { data: { number: 1 }, read: message, by: 'maya', mailedTo: ['curb'] },
    thread_read: { data: { number: 1 } },
    message_not_taken: {
      data: { service: 'Landscaping', reason: 'it was too long', was_sent: true },
      mailedTo: ['pia'],
    },
  },
  refusedUpdates: [['what was written', `update messages set words = 'Never.' returning id`]],
  breaches: [
    ['a message has the files that it counts', `delete from message_files where message_id is not null`],
    ['each message has its event', `delete from events where kind = 'message_sent'`],
    [
      'a thread is of an accepted quote',
      `update service_quotes set status = 'declined' where status = 'accepted'`,
    ],
    ['nobody has read further than the thread goes', 'update message_reads set number = 9'],
  ],
} satisfies FeatureCases<'messages', Ids>
