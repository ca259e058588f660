import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Attachment, type ParsedMail, simpleParser } from 'mailparser'
import { DomainError } from '../../../domain/errors.ts'
import { fittingWords, isAutomatic, writtenNow } from '../../../domain/messages/mail-answer.ts'
import { MAX_MESSAGE_FILES, SendMessage } from '../../../domain/messages/message.ts'
import { asSystem, asViewer } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { answeredMail } from '../../mail/answer-address.ts'
import type { Portal } from '../../rpc/context.ts'
import { viewerOf } from '../../session/session.ts'
import { addFile } from '../../storage/add-file.ts'
import { findAnswered, noteTold } from './answer.db.ts'
import { messageFileAttachment } from './message-file.ts'
import { readThread, sendMessage, type Writer } from './send.ts'

/** More of a text is not looked at. */
const MAX_TEXT = 1_000_000
/** A smaller picture within a text belongs to a signature. */
const SIGNATURE_BYTES = 20_000

type Incoming = {
  /** Without its body. */
  head: Buffer
  /** Loads the whole mail; null for one that is too large. */
  load: () => Promise<Buffer | null>
  /** Whether it can be taken later, when something prevents it now. */
  canWait: boolean
}

/**
 * Takes an answer to one of the portal's mails into its thread, by the person who got that mail and from their address. They are mailed
 * when it was not taken, or not all of it. Mail that is nobody's answer is left where it is, and so is what a program sent: its body is not
 * even loaded. Throws DomainError for an answer that can be taken later. Product 2.10
 */
export async function takeAnswer(portal: Portal, { head, load, canWait }: Incoming): Promise<void> {
  const { config, db, log } = portal
  const about = await simpleParser(head)
  const answered = config.mailbox && answeredMail(config.mailbox.address, config.secret, addressesOf(about))
  if (!answered) return log.info('a mail in the mailbox is no answer')
  if (isAutomatic((name) => textOf(about, name)))
    return log.info({ mail: answered }, 'a program answered a mail')
  const found = await asSystem(db, (tx) => findAnswered(tx, answered))
  if (!found) return log.info({ mail: answered }, 'an answered mail is of no thread, or too old')
  const { quote, service, number, ...person } = found
  // The same mail gives the same ids, so that it is taken once, however often it is read.
  const idOf = (part: string) => uuidOf(`${answered} ${about.messageId ?? hashOf(head)} ${part}`)
  const tell = async (tx: Tx, reason: string, was_sent: boolean) => {
    if (!(await noteTold(tx, { id: idOf('told'), mail_id: answered }))) return
    await record(tx, {
      kind: 'message_not_taken',
      actor: null,
      subject: person.id,
      data: { service, reason, was_sent },
    })
  }
  const refuse = (reason: string) => asSystem(db, (tx) => tell(tx, reason, false))
  if (!isFrom(about, person.email)) return refuse('it came from another address than that of your account')
  const viewer = viewerOf(person, config.adminsNeedFactor)
  if (viewer?.kind !== 'vendor' && viewer?.kind !== 'resident') return refuse('you can no longer write there')
  const source = await load()
  if (!source) return refuse('it is too large')
  const mail = await simpleParser(source, {
    skipTextToHtml: true,
    maxHtmlLengthToParse: MAX_TEXT,
    keepCidLinks: true,
  })
  const { words, isWhole } = fittingWords(writtenNow((mail.text ?? '').slice(0, MAX_TEXT)))
  const lost = mail.textConversionError ? ['its text could not be read'] : isWhole ? [] : ['it was too long']
  const files = await takeFiles(portal, viewer, { quote, sent: filesOf(mail), idOf, canWait })
  if (files.refused > 0) lost.push(refusedText(files.refused))
  const message = SendMessage.safeParse({ quote, id: idOf('message'), words, files: files.taken })
  if (!message.success) return refuse(message.error.issues[0]?.message ?? 'it could not be read')
  try {
    await asViewer(db, viewer, async (tx) => {
      await sendMessage({ tx, viewer, now: portal.now(), by_mail: true }, message.data)
      await readThread({ tx, viewer, now: portal.now() }, { quote, number })
    })
  } catch (error) {
    if (!(error instanceof DomainError) || (canWait && isTemporary(error))) throw error
    return refuse(error.message)
  }
  if (lost.length > 0) await asSystem(db, (tx) => tell(tx, lost.join('; '), true))
}

const TEMPORARY = ['busy', 'storage_unavailable', 'no_space', 'too_many_attempts']

/** Whether the same can be done later. */
const isTemporary = ({ code }: DomainError) => TEMPORARY.includes(code)

type AnswerFiles = {
  quote: string
  sent: readonly Attachment[]
  idOf: (part: string) => string
  canWait: boolean
}

/** Stores the files of an answer. Returns their ids, and how many were not taken. */
async function takeFiles(portal: Portal, viewer: Writer, { quote, sent, idOf, canWait }: AnswerFiles) {
  const taken: string[] = []
  for (const [index, { filename = 'file', content }] of sent.slice(0, MAX_MESSAGE_FILES).entries()) {
    const id = idOf(`file ${index}`)
    try {
      const upload = {
        query: { quote, id, name: filename },
        body: Readable.from([content]),
        length: content.length,
      }
      await addFile(portal, messageFileAttachment, viewer, upload)
      taken.push(id)
    } catch (error) {
      if (!(error instanceof DomainError) || (canWait && isTemporary(error))) throw error
    }
  }
  return { taken, refused: sent.length - taken.length }
}

// Without their names: an event is read by more people than a thread.
const refusedText = (count: number) =>
  `${count === 1 ? 'a file was' : `${count} files were`} not taken. A message takes ${MAX_MESSAGE_FILES} files of at most 10 MB: PDF, DOCX, XLSX, JPG or PNG`

/** Whether a mail says that it is of this address alone, and the mailbox's server does not say that it is not. */
function isFrom(mail: ParsedMail, email: string): boolean {
  const senders = mail.from?.value ?? []
  const isOne = senders.length === 1 && mail.headerLines.filter(({ key }) => key === 'from').length === 1
  // The first one is that of the last server.
  const isForged = /\bdmarc=fail\b/i.test(textOf(mail, 'authentication-results') ?? '')
  return isOne && !isForged && senders[0]?.address?.toLowerCase() === email
}

/** Not the small pictures of a signature, which its text shows. */
const filesOf = ({ attachments }: ParsedMail) =>
  attachments.filter(({ related, size }) => !related || size > SIGNATURE_BYTES)

/** To whom a mail was sent, in all the ways that mail servers write it down. */
function addressesOf(mail: ParsedMail): string[] {
  const named = [mail.to, mail.cc].flat().flatMap((list) => list?.value ?? [])
  const noted = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'].flatMap(
    (name) => textOf(mail, name)?.split(',') ?? [],
  )
  return [
    ...named.flatMap(({ address }) => address ?? []),
    ...noted.map((each) => each.replace(/[<>\s]/g, '')),
  ]
}

/** A header as it came; the first one of that name. */
function textOf({ headerLines }: ParsedMail, name: string): string | undefined {
  const line = headerLines.find(({ key }) => key === name)?.line
  return line?.slice(line.indexOf(':') + 1).trim()
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const uuidOf = (text: string) => hashOf(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
