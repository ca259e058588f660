import { type CalendarDate, formatLongDate } from '../calendar.ts'

/** Why a building chose a quote, for those that it did not choose. Product 2.5 */
export const DECISION_REASONS = [
  'The lowest price',
  'What it includes',
  'Days and hours',
  'Good work before',
  'Recommended by others',
] as const

/** How a quote that was not chosen did, in sentences for its vendor. Product 2.5 */
export function outcomeTexts({ decision_reason, was_lowest }: ShownOutcome): string[] {
  return [
    ...(was_lowest === null
      ? []
      : [
          was_lowest
            ? 'Yours was the lowest of the quotes that leave nothing out.'
            : 'Yours was not the lowest of the quotes that leave nothing out.',
        ]),
    ...(decision_reason === null ? [] : [`The reason for the choice: ${decision_reason}.`]),
  ]
}

type ShownOutcome = { decision_reason: string | null; was_lowest: boolean | null }

/** Messages about prices and their acceptance. */
export const QUOTE_MESSAGES = {
  invalidPrice: 'Please enter a valid per-visit price', // [8.quotes.3]
  submitted: 'Quote submitted successfully!', // [8.success.9]
  submitFailed: (reason: string) => `Error submitting quote: ${reason}`, // [8.quotes.1]
  updated: 'Quote updated successfully!', // [8.success.10]
  updateFailed: (reason: string) => `Error updating quote: ${reason}`, // [8.quotes.2]
  accepted: (count: number) => `Quote accepted successfully! ${count} appointment(s) created.`, // [8.success.12]
  acceptFailed: (reason: string) => `Error accepting quote: ${reason}`, // [8.quotes.6]
  /** Shown at a request that can't be accepted before its dates are changed. */
  startPassed: (start: CalendarDate) =>
    `The start date of this request, ${formatLongDate(start)}, has passed. Edit the request to choose new dates; then a quote can be accepted.`,
  /** Shown when the price changes while its acceptance is reviewed. */
  priceChanged: (company: string, price: string) =>
    `${company} changed the price to ${price} a visit. Please look at it again.`,
  availabilityChanged: (company: string) =>
    `${company} changed its days or hours. Please look at them again.`,
  termsChanged: (company: string) => `${company} changed what its quote includes. Please look at it again.`,
  filesChanged: (company: string) => `${company} changed the files of its quote. Please look at it again.`,
  fileFailed: 'The file could not be sent',
  fileRemoveFailed: 'The file could not be removed',
  costsAre:
    'All costs are for what was asked for, by the visits that would be booked. The cheapest first year comes first.',
  requestChanged: 'The request changed. Please look at the quotes again.',
  forEarlierRequest: 'For the earlier request',
  /** Shown in place of an acceptance that would be refused. */
  lacks: (company: string, missing: string) =>
    `${company} lacks ${missing}, the day of the first visit. Once it has been added and verified, you can accept.`,
  none: 'No quotes received yet. Vendors are still reviewing your request.', // [8.empty.1]
} as const
