import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../../db/pool.ts'
import type { MailContent, MailEvent, Templates } from '../../mail/template.ts'

/** A message as its mail shows it. */
export type MailedMessage = {
  service: string
  company_name: string
  author: string | null
  words: string | null
  files: string[]
}

function newMessage(
  { address, to_vendor, subject_id }: MailEvent<'message_sent'>,
  { service, company_name, author, words, files }: MailedMessage,
): MailContent {
  const from = to_vendor ? (author ?? 'The HOA representative') : `${author ?? 'Somebody'} of ${company_name}`
  return {
    subject: `Message about ${service} at ${address}`,
    subjectOfMany: (count) => `${count} messages about your services`,
    paragraphs: [
      `${from} writes about ${service} at ${address}:`,
      ...(words === null ? [] : [words]),
      ...(files.length > 0
        ? [`${files.length === 1 ? 'A file' : `${files.length} files`}: ${files.join(', ')}`]
        : []),
    ],
    action: { label: 'See the messages', path: threadPath(to_vendor, subject_id) },
    isAnswerable: true,
  }
}

const threadPath = (isVendor: boolean, quote: string | null) =>
  `${isVendor ? '/vendor' : '/home'}/services/messages?quote=${quote}`

function notTaken({
  data: { service, reason, was_sent },
  to_vendor,
}: MailEvent<'message_not_taken'>): MailContent {
  return {
    subject: was_sent
      ? `Not all of your answer about ${service} was taken`
      : `Your answer about ${service} was not sent`,
    paragraphs: [
      was_sent
        ? `Your answer by mail about ${service} is in the thread, but not all of it: ${reason}.`
        : `Your answer by mail about ${service} was not taken: ${reason}.`,
      'Please write it in the portal.',
    ],
    action: { label: 'See your services', path: to_vendor ? '/vendor/services' : '/home/services' },
  }
}

/** The message of an event. Throws when there is none. */
async function readMessage(tx: Tx, { subject_id, data }: MailEvent<'message_sent'>): Promise<MailedMessage> {
  const { files, ...message } = await tx
    .selectFrom('messages as m')
    .innerJoin('service_quotes as q', 'q.id', 'm.service_quote_id')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .leftJoin('profiles as p', 'p.id', 'm.person')
    .where('m.service_quote_id', '=', subject_id)
    .where('m.number', '=', data.number)
    .select(['t.name as service', 'v.company_name', 'p.full_name as author', 'm.words'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('message_files as f')
          .whereRef('f.message_id', '=', 'm.id')
          .orderBy('f.added_at')
          .orderBy('f.file_name')
          .select('f.file_name'),
      ).as('files'),
    )
    .executeTakeFirstOrThrow()
  return { ...message, files: files.map(({ file_name }) => file_name) }
}

export const messageMails = {
  message_sent: { read: readMessage, write: newMessage },
  message_not_taken: notTaken,
} satisfies Templates
