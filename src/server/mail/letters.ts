import { html } from 'hono/html'
import type { EventKind } from '../../domain/events/event.ts'
import { PRODUCT, TAGLINE } from '../../domain/product.ts'
import { chooseNewPassword, invitation, newAddress } from './link-letters.ts'
import { acceptedQuote, newQuote, type Quoted, quoteNotChosen, quoteRequest } from './quote-letters.ts'
import type { Letter } from './transport.ts'
import { cancelledVisit, movedVisit } from './visit-letters.ts'

/** What a letter tells of: an event, as it is when the letter is written. */
export type Occasion = {
  kind: EventKind
  /** The reader's first name; null for one without an account. */
  reader: string | null
  /** Whom the event is about. */
  person: string | null
  unit_number: string | null
  place: string | null
  /** What the event noted of itself. */
  data: Record<string, unknown>
  /** The quote that the event is about, as it is now. */
  quote: Quoted | null
  /** What opens the link in the letter, for the one mailbox that gets one. */
  token: string | null
}

export type Content = { subject: string; paragraphs: string[]; action: { label: string; path: string } }

const contents: Partial<Record<EventKind, (occasion: Occasion) => Content>> = {
  member_joined: ({ person, unit_number, place }) => ({
    subject: `${person} asks to join ${place}`,
    paragraphs: [
      `${person} has signed up for ${place}${unit_number ? `, unit ${unit_number}` : ''}, and waits for your approval as its HOA representative.`,
      'Until you accept, they see nothing of your building.',
    ],
    action: { label: 'See who is waiting', path: '/home/building' },
  }),
  member_accepted: ({ place }) => ({
    subject: `You're in: welcome to ${place}`,
    paragraphs: [
      `Your HOA representative has confirmed that you live at ${place}.`,
      "From now on you see your building's services, quotes and visits, and can ask for what it needs.",
    ],
    action: { label: `Open ${PRODUCT}`, path: '/dashboard' },
  }),
  member_removed: ({ place }) => ({
    subject: `You no longer have access to ${place}`,
    paragraphs: [
      `The HOA representative of ${place} has removed you from the building's portal. You can still sign in, but see nothing of the building until they accept you again.`,
      'If this is a mistake, please talk to your HOA representative.',
    ],
    action: { label: `Sign in to ${PRODUCT}`, path: '/login' },
  }),
  member_invited: invitation,
  quote_requested: quoteRequest,
  quote_submitted: newQuote,
  quote_accepted: acceptedQuote,
  quote_declined: quoteNotChosen,
  password_reset_requested: chooseNewPassword,
  email_change_requested: newAddress,
  appointment_moved: movedVisit,
  appointment_cancelled: cancelledVisit,
}

const MAX_SUBJECT = 150

/** Whether the event is mailed to somebody: to whom, says the database, which writes it down with the event. */
export function isMailed(kind: EventKind): boolean {
  return kind in contents
}

/** The letter for an event, as plain text and as HTML. Throws where there is nothing to tell. */
export function writeLetter(occasion: Occasion, publicUrl: string): Letter {
  const content = contents[occasion.kind]?.(occasion)
  if (!content) throw new Error(`no letter tells of the event ${occasion.kind}`)
  const { paragraphs, action } = content
  const subject = oneLine(content.subject)
  const greeting = `Hello ${occasion.reader ?? 'neighbor'},`
  const link = publicUrl + action.path
  const farewell = `${PRODUCT}: ${TAGLINE}`
  return {
    subject,
    text: [greeting, ...paragraphs.map(wrap), `${action.label}:\n${link}`, farewell].join('\n\n'),
    html: page({ subject, greeting, paragraphs, label: action.label, link, farewell }),
  }
}

/** One line of a bearable length, whatever was typed as a name; the letter itself has it in full. */
function oneLine(subject: string): string {
  const characters = [...subject.replace(/\s+/g, ' ').trim()]
  return characters.length > MAX_SUBJECT
    ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}…`
    : characters.join('')
}

/** Short lines travel as they are; long ones would be cut in ways that only mail programs undo. */
function wrap(paragraph: string): string {
  return paragraph.replace(/(?![^\n]{1,72}$)([^\n]{1,72})\s/g, '$1\n')
}

type Page = {
  subject: string
  greeting: string
  paragraphs: string[]
  label: string
  link: string
  farewell: string
}

/**
 * Styles stand in the elements, since mail programs drop all others. Everything put in is escaped. The
 * hidden line is what lists of mail show beside the subject.
 */
function page({ subject, greeting, paragraphs, label, link, farewell }: Page): string {
  const text = 'margin:0 0 16px;font:16px/1.55 Inter,Arial,sans-serif;color:#1E2A25'
  const button =
    'display:inline-block;padding:12px 20px;border-radius:12px;background:#1C5A42;color:#FFFFFF;font:600 16px Inter,Arial,sans-serif;text-decoration:none'
  return String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#FBF7F0">
<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0]}</div>
<div style="max-width:560px;margin:0 auto;padding:32px;background:#FFFFFF;border:1px solid #E8E0D3;border-radius:16px">
<h1 style="margin:0 0 20px;font:600 26px/1.2 Fraunces,Georgia,serif;color:#123B2C">${subject}</h1>
<p style="${text}">${greeting}</p>
${paragraphs.map((paragraph) => html`<p style="${text}">${paragraph}</p>\n`)}
<p style="margin:24px 0"><a href="${link}" style="${button}">${label}</a></p>
<p style="margin:0;font:14px/1.5 Inter,Arial,sans-serif;color:#5E6B64">${farewell}</p>
</div>
</body>
</html>
`)
}
