import { z } from 'zod'
import { kind, noPayload } from '../event-kind.ts'
import { formatMoney } from '../money.ts'

const price = z.object({ per_visit_price: z.int() })

/** Events of requests and their quotes: a building's, about its service; a vendor's, about its quote. */
export const QUOTE_EVENTS = {
  service_requested: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['services', 'billing', 'budget', 'agreements'],
    sentence: ({ actor, subject }) => `${actor} asked for quotes for ${subject}.`,
  }),
  service_changed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['services', 'quotes'],
    sentence: ({ actor, subject }) => `${actor} changed the request for ${subject}.`,
  }),
  service_withdrawn: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['services', 'billing', 'budget', 'agreements'],
    sentence: ({ actor, subject }) => `${actor} withdrew the request for ${subject}.`,
  }),
  request_file_added: kind({
    payload: z.object({ file_name: z.string() }),
    concerns: ['building'],
    refreshes: ['services.files'],
    sentence: ({ actor, subject, data }) => `${actor} added ${data.file_name} to the request for ${subject}.`,
  }),
  request_file_removed: kind({
    payload: z.object({ file_name: z.string() }),
    concerns: ['building'],
    refreshes: ['services.files'],
    sentence: ({ actor, subject, data }) =>
      `${actor} removed ${data.file_name} from the request for ${subject}.`,
  }),
  service_extended: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['services'],
    sentence: ({ actor, subject }) => `${actor} gave vendors more time for ${subject}.`,
  }),
  vendors_added: kind({
    payload: z.object({ vendors: z.int() }),
    concerns: ['building'],
    refreshes: ['services'],
    sentence: ({ actor, subject, data }) =>
      `${actor} asked ${data.vendors} more ${data.vendors === 1 ? 'vendor' : 'vendors'} for ${subject}.`,
  }),
  service_closed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['services', 'billing', 'budget', 'agreements'],
    sentence: ({ subject }) => `The request for ${subject} closed, since nothing was decided in time.`,
  }),
  quote_requested: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors', 'agreements'],
    sentence: ({ subject }) => `${subject} was asked for a quote.`,
  }),
  quote_submitted: kind({
    payload: price,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors', 'billing', 'budget'],
    sentence: ({ subject, data }) => `${subject} offered ${formatMoney(data.per_visit_price)} per visit.`,
  }),
  quote_updated: kind({
    payload: price,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors', 'billing', 'budget'],
    sentence: ({ subject, data }) =>
      `${subject} changed its quote: ${formatMoney(data.per_visit_price)} per visit.`,
  }),
  quote_given_up: kind({
    payload: z.object({ reason: z.string(), quoted: z.boolean() }),
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors', 'billing', 'budget'],
    sentence: ({ subject, data }) =>
      data.quoted ? `${subject} withdrew its quote.` : `${subject} declined the request.`,
  }),
  quote_opened: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['quotes'],
    sentence: ({ actor, subject }) => `${actor} opened the quote of ${subject}.`,
  }),
  // The building hears of it once there is a price.
  quote_file_added: kind({
    payload: z.object({ file_name: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['quotes'],
    sentence: ({ subject, data }) => `${subject} added ${data.file_name} to its quote.`,
  }),
  quote_file_removed: kind({
    payload: z.object({ file_name: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['quotes'],
    sentence: ({ subject, data }) => `${subject} removed ${data.file_name} from its quote.`,
  }),
  quote_accepted: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing', 'budget', 'agreements'],
    sentence: ({ actor, subject }) => `${actor} accepted the quote of ${subject}.`,
  }),
  quote_declined: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors'],
    sentence: ({ subject }) => `The quote of ${subject} was not chosen.`,
  }),
  request_changed: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors', 'billing', 'budget'],
    sentence: ({ subject }) => `${subject} was told that the request changed.`,
  }),
  request_withdrawn: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors', 'agreements'],
    sentence: ({ subject }) => `${subject} was told that the request was withdrawn.`,
  }),
  request_extended: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['quotes'],
    sentence: ({ subject }) => `${subject} was told of more time.`,
  }),
  request_closed: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'vendors', 'agreements'],
    sentence: ({ subject }) => `${subject} was told that the request closed.`,
  }),
  // Without a name: the building, too, answers a question and not a company.
  question_asked: kind({
    payload: z.object({ question: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['quotes.questions'],
    sentence: ({ subject }) => `A vendor asked about ${subject}.`,
  }),
  question_answered: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['quotes.questions'],
    sentence: ({ actor, subject }) => `${actor} answered a question about ${subject}.`,
  }),
  answer_sent: kind({
    payload: z.object({ question: z.string(), answer: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['quotes.questions'],
    sentence: ({ subject }) => `${subject} was told the answer to a question.`,
  }),
  quote_withdrawn: kind({
    payload: noPayload,
    concerns: ['building', 'vendor'],
    refreshes: ['services', 'quotes', 'billing', 'budget'],
    sentence: ({ actor, subject }) => `${actor} no longer offers ${subject}.`,
  }),
}
