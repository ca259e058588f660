import { z } from 'zod'
import { addDays, addYears, type CalendarDate } from '../calendar.ts'
import { LIMITS } from '../limits.ts'
import { id, optionalLongText, wholeNumber } from '../text.ts'
import { defaultDeadlines } from './deadline.ts'
import { parseFrequency } from './frequency.ts'

/** Messages of the welcome dialog. */
export const WELCOME_MESSAGES = {
  loadFailed: 'Failed to load services', // [8.sign-up.1]
  saveFailed: (reason: string) => `Failed to save services: ${reason}`, // [8.sign-up.2]
  noneSelected: 'Please select at least one service.',
} as const

// [5.welcome.2]
const Wish = z.strictObject({
  service_type_id: id,
  /** Null for a one-time job. */
  required_every_weeks: wholeNumber('Frequency in weeks', 1, LIMITS.weeks).nullable(),
  description: optionalLongText('Job Description', LIMITS.description),
})

/** The services that a captain asks for in the welcome dialog, each once, with a frequency, if recurring, and a description. */
export const WelcomeRequest = z.strictObject({
  services: z
    .array(Wish, { error: 'Services must be a list' })
    .min(1, WELCOME_MESSAGES.noneSelected)
    .max(LIMITS.service_types, `Services can have at most ${LIMITS.service_types} entries`)
    .refine((list) => new Set(list.map((each) => each.service_type_id)).size === list.length, {
      error: 'Services names one entry twice',
    }),
})

/** A chosen service as typed; the weeks are text. */
export type TypedWish = {
  service_type: 'recurring' | 'on-demand'
  frequency: string
  description: string
}

/** The chosen services by the id of their type. */
export type TypedWishes = ReadonlyMap<string, TypedWish>

export function toWishes(typed: TypedWishes): z.input<typeof WelcomeRequest>['services'] {
  return [...typed].map(([service_type_id, { service_type, frequency, description }]) => {
    const required_every_weeks = service_type === 'recurring' ? parseFrequency(frequency) : null
    return { service_type_id, required_every_weeks, description }
  })
}

/** The welcome dialog as typed. */
export const WelcomeForm = z.object({
  services: z
    .custom<TypedWishes>()
    .transform((typed): unknown => toWishes(typed))
    .pipe(WelcomeRequest.shape.services),
})

const DAYS_FOR_QUOTES = 14

/** Start and end of services asked for today: vendors get two weeks to answer, then visits go on for a year. */
export function welcomePeriod(today: CalendarDate) {
  const preferred_start_date = addDays(today, DAYS_FOR_QUOTES)
  return { preferred_start_date, preferred_end_date: addYears(preferred_start_date, 1) }
}

/** The request for a wish: for a year or once, no vendor excluded, and waiting for quotes. [4.service.8] */
export function welcomeService(wish: z.infer<typeof Wish>, today: CalendarDate) {
  const { preferred_start_date, preferred_end_date } = welcomePeriod(today)
  const recurring = wish.required_every_weeks !== null
  return {
    ...wish,
    preferred_start_date,
    preferred_end_date: recurring ? preferred_end_date : null,
    until_ended: false,
    status: 'pending_quotes' as const,
    service_type: recurring ? ('recurring' as const) : ('on-demand' as const),
    ...defaultDeadlines(today, preferred_start_date),
    excluded_vendors: [],
  }
}
