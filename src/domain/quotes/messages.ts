import { type CalendarDate, formatLongDate } from '../calendar.ts'

/** The exact sentences about a price and its acceptance. Section 8. */
export const QUOTE_MESSAGES = {
  submitted: 'Quote submitted successfully!',
  submitFailed: (reason: string) => `Error submitting quote: ${reason}`,
  updated: 'Quote updated successfully!',
  updateFailed: (reason: string) => `Error updating quote: ${reason}`,
  accepted: (count: number) => `Quote accepted successfully! ${count} appointment(s) created.`,
  acceptFailed: (reason: string) => `Error accepting quote: ${reason}`,
  /** Before accepting what was asked for long ago: section 4 books every visit from the start date on. */
  startPassed: (start: CalendarDate) =>
    `The start date of this request, ${formatLongDate(start)}, has passed: the visits since then are booked as well.`,
  none: 'No quotes received yet. Vendors are still reviewing your request.',
} as const
