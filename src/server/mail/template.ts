import { html } from 'hono/html'
import { EVENTS, type EventKind, type Payload } from '../../domain/events.ts'
import { ANSWER_LINE } from '../../domain/messages/mail-answer.ts'
import { PRODUCT, TAGLINE } from '../../domain/product.ts'
import type { Tx } from '../db/pool.ts'
import type { MailMessage } from './transport.ts'

/** What a mail needs of its event. */
export type MailEvent<K extends EventKind = EventKind> = {
  data: Payload<K>
  subject_id: string | null
  /** The recipient's; null without an account. */
  first_name: string | null
  /** The name and the unit of the person whom the event is about. */
  person: string | null
  unit_number: string | null
  /** The address of the event's building. */
  address: string | null
  /** Whether the recipient is a person of a vendor. */
  to_vendor: boolean
  /** Whether they are of its crew, who has other screens. */
  to_crew: boolean
  /** Whether the event is about them. */
  to_subject: boolean
  /** Opens the link in the mail, for the one mailbox that gets it. */
  token: string | null
}

export type MailContent = {
  subject: string
  /** The subject of one mail in place of so many of this kind. */
  subjectOfMany?: (count: number) => string
  paragraphs: string[]
  action: { label: string; path: string }
  /** It can be answered by mail, where a mailbox takes answers. */
  isAnswerable?: true
}

/** Writes the mail about one kind of event, from what it first reads beyond the event. `read` throws where nothing is left to say. */
type Template<K extends EventKind> =
  | ((event: MailEvent<K>) => MailContent)
  | {
      read(tx: Tx, event: MailEvent<K>): Promise<object>
      write(event: MailEvent<K>, read: object): MailContent
    }
export type Templates = { [K in EventKind]?: Template<K> }

/** The same as it is stored: its kind may be a newer version's, and its payload is yet to be parsed. */
export type StoredEvent<K extends EventKind = EventKind> = Omit<MailEvent, 'data' | 'token'> & {
  kind: K
  data: unknown
}

/** The base URL of links, and the address that takes answers to this mail; null without a mailbox. */
type MailPlace = { publicUrl: string; answersTo: string | null }

/**
 * Writes the mail about an event, or one mail about several of the same kind that were held back. Throws where there is
 * no template, or nothing left to say.
 */
export async function writeMail(
  tx: Tx,
  templates: Templates,
  events: readonly [StoredEvent, ...StoredEvent[]],
  token: string | null,
  { publicUrl, answersTo }: MailPlace,
): Promise<MailMessage> {
  const [first] = events
  const contents: MailContent[] = []
  let failure: unknown
  for (const event of events) {
    try {
      contents.push(await contentOf(tx, templates, { ...event, token }))
    } catch (error) {
      failure ??= error
    }
  }
  const content = joined(contents)
  if (!content) throw failure
  const replyTo = events.length === 1 && content.isAnswerable ? answersTo : null
  return compose(content, first.first_name, { publicUrl, answersTo: replyTo })
}

async function contentOf<K extends EventKind>(
  tx: Tx,
  templates: Templates,
  { kind, data, ...event }: StoredEvent<K> & Pick<MailEvent, 'token'>,
): Promise<MailContent> {
  const template = templates[kind]
  if (!template) throw new Error(`no template for the event ${kind}`)
  const known = { ...event, data: EVENTS[kind].payload.parse(data) as Payload<K> }
  return typeof template === 'function'
    ? template(known)
    : template.write(known, await template.read(tx, known))
}

/** How many subjects a mail about several events lists. */
const LISTED = 20

/** One mail in place of several of one kind: what they are about, each in a line. */
function joined(contents: MailContent[]): MailContent | undefined {
  const [first] = contents
  if (!first || contents.length === 1) return first
  const subjects = contents.slice(0, LISTED).map(({ subject }) => `• ${oneLine(subject)}`)
  const more = contents.length - subjects.length
  return {
    ...first,
    subject: first.subjectOfMany?.(contents.length) ?? `${contents.length} messages: ${first.subject}`,
    paragraphs: [
      'So that your mailbox stays readable, this mail takes the place of several:',
      ...subjects,
      ...(more > 0 ? [`and ${more} more.`] : []),
    ],
  }
}

const MAX_SUBJECT = 150

/** A whole mail, as plain text and as HTML. [4.mail.1] [4.mail.15] */
export function compose(
  content: MailContent,
  first_name: string | null,
  { publicUrl, answersTo }: MailPlace,
): MailMessage {
  const { action } = content
  const paragraphs = answersTo === null ? content.paragraphs : [...content.paragraphs, ANSWERABLE]
  const subject = oneLine(content.subject)
  const greeting = `Hello ${first_name ?? 'neighbor'},`
  const link = publicUrl + action.path
  const signature = `${PRODUCT}: ${TAGLINE}`
  const line = answersTo === null ? [] : [ANSWER_LINE]
  return {
    subject,
    text: [...line, greeting, ...paragraphs.map(wrap), `${action.label}:\n${link}`, signature].join('\n\n'),
    html: page({ line, subject, greeting, paragraphs, label: action.label, link, signature }),
    ...(answersTo !== null && { replyTo: answersTo }),
  }
}

const ANSWERABLE = 'You can also answer this mail: your words and your files come into the thread.'

/** One line of bounded length, whatever was typed as a name. The mail's text has it in full. */
function oneLine(subject: string): string {
  const characters = [...subject.replace(/\s+/g, ' ').trim()]
  return characters.length > MAX_SUBJECT
    ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}…`
    : characters.join('')
}

/** Short lines travel unchanged; long ones would be encoded. */
function wrap(paragraph: string): string {
  return paragraph.replace(/(?![^\n]{1,72}$)([^\n]{1,72})\s/g, '$1\n')
}

type HtmlParts = {
  line: string[]
  subject: string
  greeting: string
  paragraphs: string[]
  label: string
  link: string
  signature: string
}

/**
 * Styles stand in the elements, since mail programs drop all others. Everything put in is escaped. The
 * hidden line is what lists of mail show beside the subject.
 * [4.mail.15] [V1.2.1]
 */
function page({ line, subject, greeting, paragraphs, label, link, signature }: HtmlParts): string {
  const text = 'margin:0 0 16px;white-space:pre-line;font:16px/1.55 Inter,Arial,sans-serif;color:#1E2A25'
  const button =
    'display:inline-block;padding:12px 20px;border-radius:12px;background:#1C5A42;color:#FFFFFF;font:600 16px Inter,Arial,sans-serif;text-decoration:none'
  return String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#FBF7F0">
<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0]}</div>
${line.map(
  (text) => html`<div style="color:#5E6B64;font:12px Inter,Arial,sans-serif">${text}</div>
`,
)}<div style="max-width:560px;margin:0 auto;padding:32px;background:#FFFFFF;border:1px solid #E8E0D3;border-radius:16px">
<h1 style="margin:0 0 20px;font:600 26px/1.2 Fraunces,Georgia,serif;color:#123B2C">${subject}</h1>
<p style="${text}">${greeting}</p>
${paragraphs.map((paragraph) => html`<p style="${text}">${paragraph}</p>\n`)}
<p style="margin:24px 0"><a href="${link}" style="${button}">${label}</a></p>
<p style="margin:0;font:14px/1.5 Inter,Arial,sans-serif;color:#5E6B64">${signature}</p>
</div>
</body>
</html>
`)
}
