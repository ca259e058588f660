import { z } from 'zod'
import { addDays, addYears, type CalendarDate } from '../calendar.ts'
import { id, LIMITS, optionalText, wholeNumber } from '../text.ts'

/** The exact words of the welcome dialog. Section 8. */
export const WELCOME_MESSAGES = {
  loadFailed: 'Failed to load services',
  saveFailed: (reason: string) => `Failed to save services: ${reason}`,
  noneSelected: 'Please select at least one service.',
} as const

const Wish = z.strictObject({
  service_type_id: id,
  required_every_weeks: wholeNumber('Frequency in weeks', 1, LIMITS.weeks),
  description: optionalText('Job Description', LIMITS.description),
})

/** What a captain wishes for in the welcome dialog: services, each once, with a frequency and a job description. Section 5. */
export const WelcomeRequest = z.strictObject({
  services: z
    .array(Wish, { error: 'Services must be a list' })
    .min(1, WELCOME_MESSAGES.noneSelected)
    .max(LIMITS.service_types, `Services can have at most ${LIMITS.service_types} entries`)
    .refine((list) => new Set(list.map((each) => each.service_type_id)).size === list.length, {
      error: 'Services names one entry twice',
    }),
})

const DAYS_FOR_QUOTES = 14

/** When services wished for today start and end: vendors get two weeks to answer, then visits go on for a year. */
export function welcomePeriod(today: CalendarDate) {
  const preferred_start_date = addDays(today, DAYS_FOR_QUOTES)
  return { preferred_start_date, preferred_end_date: addYears(preferred_start_date, 1) }
}

/** A wish as the request that is kept of it: recurring, and no vendor left out. */
export function welcomeService(wish: z.infer<typeof Wish>, today: CalendarDate) {
  return { ...wish, ...welcomePeriod(today), service_type: 'recurring' as const, excluded_vendors: [] }
}
