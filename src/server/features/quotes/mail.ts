import { type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { outcomeTexts } from '../../../domain/quotes/messages.ts'
import { everyWeeksInline } from '../../../domain/services/frequency.ts'
import { type ScopeLine, scopeTexts } from '../../../domain/services/scope.ts'
import type { Tx } from '../../db/pool.ts'
import type { MailContent, MailEvent, Templates } from '../../mail/template.ts'

/** A quote as its mails name it. */
export type Quoted = {
  service: string
  company_name: string
  per_visit_price: number | null
  /** With the extras that the building chose, once it accepted; and what is paid once. */
  agreed_price: number | null
  once_price: number
  decision_reason: string | null
  was_lowest: boolean | null
  /** What its round asked for. */
  request: RequestedService
}

type RequestedService = {
  description: string | null
  scope: ScopeLine[]
  required_every_weeks: number | null
  preferred_start_date: CalendarDate | null
  preferred_end_date: CalendarDate | null
  until_ended: boolean
  quotes_by: CalendarDate | null
  decide_by: CalendarDate | null
  vendors_asked: number
  closed_reason: string | null
}

function quoteRequest({ address }: MailEvent, quote: Quoted): MailContent {
  const { service, request } = quote
  return {
    subject: `New quote request: ${service} at ${address}`, // [4.mail.9]
    subjectOfMany: (count) => `${count} new quote requests`,
    paragraphs: [
      `${address} asks for your price per visit for ${service}${schedule(request)}.`,
      ...wanted(request),
      ...deadlinesOf(request),
      'Quotes are compared as they come in, and the request closes when one is accepted.',
    ],
    action: { label: 'Send your quote', path: '/vendor/quotes' },
  }
}

function newQuote({ address }: MailEvent, quote: Quoted): MailContent {
  const { service, company_name } = quote
  const price = formatMoney(quote.per_visit_price ?? 0)
  return {
    subject: `New quote for ${service}: ${price} per visit from ${company_name}`, // [4.mail.10]
    subjectOfMany: (count) => `${count} new quotes`,
    paragraphs: [
      `${company_name} has sent a quote for ${service} at ${address}: ${price} per visit.`,
      'Compare the quotes that came in, and accept the one that suits your building.',
    ],
    action: { label: 'Compare quotes', path: '/home/services' },
  }
}

function givenUpQuote({ address, data }: MailEvent<'quote_given_up'>, quote: Quoted): MailContent {
  const { service, company_name } = quote
  return {
    subject: data.quoted
      ? `${company_name} withdrew its quote for ${service}`
      : `${company_name} declined your request for ${service}`,
    subjectOfMany: (count) => `${count} vendors do not quote`,
    paragraphs: [
      data.quoted
        ? `${company_name} has withdrawn its quote for ${service} at ${address}.`
        : `${company_name} does not quote for ${service} at ${address}.`,
      `They write: ${data.reason}`,
    ],
    action: { label: 'See the quotes', path: '/home/services' },
  }
}

function acceptedQuote({ address }: MailEvent, quote: Quoted): MailContent {
  const { service, request, once_price } = quote
  const price = formatMoney(quote.agreed_price ?? 0)
  const once = once_price > 0 ? `, and ${formatMoney(once_price)} once, with the first` : ''
  return {
    subject: `Your quote for ${service} at ${address} was accepted`, // [4.mail.11]
    paragraphs: [
      `${address} has accepted your quote for ${service}${schedule(request)}: ${price} per visit${once}.`,
      'The visits are booked. If a day does not suit you, you can move it.',
    ],
    action: { label: 'See your visits', path: '/vendor/appointments' },
  }
}

function quoteNotChosen({ address }: MailEvent, quote: Quoted): MailContent {
  const { service } = quote
  const price = formatMoney(quote.per_visit_price ?? 0)
  return {
    subject: `Your quote for ${service} at ${address} was not chosen`, // [4.mail.12]
    paragraphs: [
      `${address} has chosen another company for ${service}. Your quote of ${price} per visit is closed.`,
      ...outcomeTexts(quote),
      'Thank you for your offer. We let you know when a building asks for your services again.',
    ],
    action: { label: 'See your quotes', path: '/vendor/quotes' },
  }
}

function changedRequest({ address }: MailEvent, quote: Quoted): MailContent {
  const { service, per_visit_price, request } = quote
  return {
    subject: `The request changed: ${service} at ${address}`,
    subjectOfMany: (count) => `${count} requests changed`,
    paragraphs: [
      `${address} has changed its request for ${service}${schedule(request)}.`,
      ...wanted(request),
      per_visit_price === null
        ? 'They are waiting for your price.'
        : `Please confirm your price of ${formatMoney(per_visit_price)} per visit, or change it. Until then it can’t be accepted.`,
    ],
    action: { label: 'See the request', path: '/vendor/quotes' },
  }
}

function withdrawnRequest({ address }: MailEvent, { service, request }: Quoted): MailContent {
  return {
    subject: `The request was withdrawn: ${service} at ${address}`,
    subjectOfMany: (count) => `${count} requests were withdrawn`,
    paragraphs: [
      `${address} no longer asks for ${service}. There is nothing left to do.`,
      ...(request.closed_reason ? [`They write: ${request.closed_reason}`] : []),
      'We let you know when a building asks for your services again.',
    ],
    action: { label: 'See your quotes', path: '/vendor/quotes' },
  }
}

/** What a request says of the work. */
function wanted({ description, scope }: RequestedService): string[] {
  return [
    ...(description ? [`They write: ${description}`] : []),
    ...(scope.length > 0 ? [`Scope of work: ${scopeTexts(scope).join('; ')}.`] : []),
  ]
}

function closedRequest({ address }: MailEvent, { service, per_visit_price }: Quoted): MailContent {
  return {
    subject: `The request closed: ${service} at ${address}`,
    subjectOfMany: (count) => `${count} requests closed`,
    paragraphs: [
      `${address} has not decided about ${service} in time, so its request closed.`,
      per_visit_price === null
        ? 'There is nothing left to do.'
        : `Your quote of ${formatMoney(per_visit_price)} per visit is closed with it. No other vendor was chosen.`,
      'We let you know when a building asks for your services again.',
    ],
    action: { label: 'See your quotes', path: '/vendor/quotes' },
  }
}

function extendedRequest({ address }: MailEvent, { service, request }: Quoted): MailContent {
  return {
    subject: `More time: ${service} at ${address}`,
    subjectOfMany: (count) => `More time for ${count} requests`,
    paragraphs: [
      `${address} has given more time for its request for ${service}${schedule(request)}.`,
      ...deadlinesOf(request),
    ],
    action: { label: 'Send your quote', path: '/vendor/quotes' },
  }
}

function askedQuestion({ address, data }: MailEvent<'question_asked'>, { service }: Quoted): MailContent {
  return {
    subject: `A vendor asks about ${service} at ${address}`,
    subjectOfMany: (count) => `${count} questions about your requests`,
    paragraphs: [
      `A vendor has a question before it quotes for ${service}:`,
      data.question,
      'Every vendor that you asked reads the question and your answer. Nobody reads who asked.',
    ],
    action: { label: 'Answer', path: '/home/services' },
  }
}

function sentAnswer({ address, data }: MailEvent<'answer_sent'>, { service }: Quoted): MailContent {
  return {
    subject: `An answer about ${service} at ${address}`,
    subjectOfMany: (count) => `${count} answers about requests`,
    paragraphs: [`Asked: ${data.question}`, `${address} answers: ${data.answer}`],
    action: { label: 'See the request', path: '/vendor/quotes' },
  }
}

/** Until when a request takes quotes, and how many vendors have it; nothing for one from before it had deadlines. */
function deadlinesOf({ quotes_by, decide_by, vendors_asked }: RequestedService): string[] {
  if (!quotes_by || !decide_by) return []
  const asked = vendors_asked === 1 ? 'You are the only vendor asked.' : `${vendors_asked} vendors are asked.`
  return [
    `Quotes are due by ${formatShortDate(quotes_by)}, the decision by ${formatShortDate(decide_by)}. A later quote is read, too, while nothing is decided. ${asked}`,
  ]
}

/** ', every 4 weeks from Fri, Nov 20, 2026 to Fri, Feb 12, 2027', as far as it is known. */
function schedule(request: RequestedService): string {
  if (!request.preferred_start_date) return ''
  const { required_every_weeks: weeks, preferred_start_date: start, preferred_end_date: end } = request
  if (weeks === null) return `, once, on ${formatShortDate(start)}`
  const until = end ? ` to ${formatShortDate(end, start)}` : request.until_ended ? ', until they end it' : ''
  return `, ${everyWeeksInline(weeks)} from ${formatShortDate(start)}${until}`
}

const withQuote = (write: (event: MailEvent, quote: Quoted) => MailContent) => ({ read: quoteOf, write })

export const quoteMails = {
  quote_requested: withQuote(quoteRequest),
  quote_submitted: withQuote(newQuote),
  quote_given_up: { read: quoteOf, write: givenUpQuote },
  quote_accepted: withQuote(acceptedQuote),
  quote_declined: withQuote(quoteNotChosen),
  request_changed: withQuote(changedRequest),
  request_withdrawn: withQuote(withdrawnRequest),
  request_extended: withQuote(extendedRequest),
  request_closed: withQuote(closedRequest),
  question_asked: { read: quoteOf, write: askedQuestion },
  answer_sent: { read: quoteOf, write: sentAnswer },
} satisfies Templates

/** The quote as it is when the mail is sent. */
async function quoteOf(tx: Tx, { subject_id }: MailEvent): Promise<Quoted> {
  const quote = await tx
    .selectFrom('service_quotes as q')
    .innerJoin('request_rounds as r', (join) =>
      join.onRef('r.building_service_id', '=', 'q.building_service_id').onRef('r.round', '=', 'q.round'),
    )
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('q.id', '=', subject_id)
    .select(['t.name as service', 'v.company_name', 'q.per_visit_price', 'q.agreed_price', 'q.once_price'])
    .select(['q.decision_reason', 'q.was_lowest'])
    .select(['r.description', 'r.required_every_weeks', 'r.preferred_start_date', 'r.preferred_end_date'])
    .select(['r.until_ended', 'r.scope', 'r.quotes_by', 'r.decide_by', 'r.vendors_asked', 'r.closed_reason'])
    .executeTakeFirst()
  if (!quote) throw new Error('the quote is gone, since its vendor stopped offering the service')
  const { service, company_name, per_visit_price, agreed_price, once_price, ...others } = quote
  const { decision_reason, was_lowest, ...request } = others
  const quoted = { service, company_name, per_visit_price, agreed_price, once_price }
  return { ...quoted, decision_reason, was_lowest, request }
}
