import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import EmailReplyParser from 'email-reply-parser'
import { type Attachment, type ParsedMail, simpleParser } from 'mailparser'
import { DomainError } from '../../../domain/errors.ts'
import { aboveLine, fittingWords, isAutomatic } from '../../../domain/messages/mail-answer.ts'
import { MAX_MESSAGE_FILES, SendMessage } from '../../../domain/messages/message.ts'
import { asSystem, asViewer } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { answeredMail } from '../../mail/answer-address.ts'
import type { Portal } from '../../rpc/context.ts'
import { viewerOf } from '../../session/session.ts'
import { addFile } from '../../storage/add-file.ts'
import { findAnswered } from './answer.db.ts'
import { messageFileAttachment } from './message-file.ts'
import { sendMessage, type Writer } from './send.ts'

/** More of a text is not looked at. Its patterns would take long over more. */
const MAX_TEXT = 50_000

/**
 * Takes an answer to one of the portal's mails into its thread, by the person who got that mail and from their address. They are mailed
 * when it was not taken, or not all of it. Mail that is nobody's answer is left where it is, and so is what a program sent. Product 2.10
 */
export async function takeAnswer(portal: Portal, source: Buffer): Promise<void> {
  const { config, db, log } = portal
  const mail = await simpleParser(source, { skipTextToHtml: true, maxHtmlLengthToParse: 1_000_000, keepCidLinks: true })
  const answered = config.mailbox && answeredMail(config.mailbox.address, config.secret, addressesOf(mail))
  if (!answered) return log.info('a mail in the mailbox is no answer')
  if (isAutomatic((name) => textOf(mail, name))) return log.info({ mail: answered }, 'a program answered a mail')
  const found = await asSystem(db, (tx) => findAnswered(tx, answered))
  if (!found) return log.info({ mail: answered }, 'an answered mail is of no thread')
  const { quote, service, ...person } = found
  const refuse = (reason: string, was_sent = false) =>
    asSystem(db, (tx) =>
      record(tx, { kind: 'message_not_taken', actor: null, subject: person.id, data: { service, reason, was_sent } }),
    )
  const from = mail.from?.value[0]?.address?.toLowerCase()
  if (mail.from?.value.length !== 1 || from !== person.email)
    return refuse('it came from another address than that of your account')
  const viewer = viewerOf(person, config.adminsNeedFactor)
  if (viewer?.kind !== 'vendor' && viewer?.kind !== 'resident') return refuse('you can no longer write there')
  // The same mail gives the same ids, so that it is taken once, however often it is read.
  const idOf = (part: string) => uuidOf(`${answered} ${mail.messageId ?? hashOf(source)} ${part}`)
  const { words, isWhole } = fittingWords(wordsOf(mail))
  try {
    const { files, refused } = await takeFiles(portal, viewer, quote, filesOf(mail), idOf)
    const message = SendMessage.safeParse({ quote, id: idOf('message'), words, files })
    if (!message.success) return refuse(message.error.issues[0]?.message ?? 'it could not be read')
    await asViewer(db, viewer, (tx) => sendMessage({ tx, viewer, now: portal.now(), by_mail: true }, message.data))
    const lost = [...(isWhole ? [] : ['it was too long']), ...refused]
    if (lost.length > 0) await refuse(lost.join('; '), true)
  } catch (error) {
    if (!(error instanceof DomainError) || isPassing(error)) throw error
    await refuse(error.message)
  }
}

const PASSING = ['busy', 'storage_unavailable', 'no_space', 'too_many_attempts']

/** Whether the same mail can be taken later. */
export const isPassing = (error: unknown) => error instanceof DomainError && PASSING.includes(error.code)

type TakenFiles = { files: string[]; refused: string[] }

/** Stores the files of an answer, and says which were not taken, and why. */
async function takeFiles(
  portal: Portal,
  viewer: Writer,
  quote: string,
  sent: readonly Attachment[],
  idOf: (part: string) => string,
): Promise<TakenFiles> {
  const files: string[] = []
  const refused: string[] = []
  for (const [index, { filename = 'file', content }] of sent.entries()) {
    if (files.length === MAX_MESSAGE_FILES) {
      refused.push(`${filename}: a message has at most ${MAX_MESSAGE_FILES} files`)
      continue
    }
    const id = idOf(`file ${index}`)
    try {
      const upload = { query: { quote, id, name: filename }, body: Readable.from([content]), length: content.length }
      await addFile(portal, messageFileAttachment, viewer, upload)
      files.push(id)
    } catch (error) {
      if (!(error instanceof DomainError) || isPassing(error)) throw error
      refused.push(`${filename}: ${error.message}`)
    }
  }
  return { files, refused }
}

/** What the person wrote now, without what their program quotes and their signature. */
function wordsOf({ text = '' }: ParsedMail): string {
  const own = aboveLine(text.slice(0, MAX_TEXT).replaceAll('\r\n', '\n'))
  return new EmailReplyParser().read(own).getVisibleText().trim()
}

/** Not the pictures of a signature, which the text shows in its place. */
const filesOf = ({ attachments }: ParsedMail) => attachments.filter(({ related }) => !related)

/** To whom a mail was sent, in all the ways that mail servers write it down. */
function addressesOf(mail: ParsedMail): string[] {
  const named = [mail.to, mail.cc].flat().flatMap((list) => list?.value ?? [])
  const noted = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'].flatMap(
    (name) => textOf(mail, name)?.split(',') ?? [],
  )
  return [...named.flatMap(({ address }) => address ?? []), ...noted.map((each) => each.replace(/[<>\s]/g, ''))]
}

/** A header as it came; the first one of that name. */
function textOf({ headerLines }: ParsedMail, name: string): string | undefined {
  const line = headerLines.find(({ key }) => key === name)?.line
  return line?.slice(line.indexOf(':') + 1).trim()
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const uuidOf = (text: string) => hashOf(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
