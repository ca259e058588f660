import { type CalendarDate, daysBetween, formatShortDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { COMPLIANCE_KINDS, COMPLIANCE_NOUNS, type ComplianceKind } from './kind.ts'

/**
 * A kind that a service type requires for visits from a day on, with the times of a vendor's verified documents. Both days of a time
 * count.
 */
export type Requirement = {
  kind: ComplianceKind
  required_from: CalendarDate
  documents: { valid_from: CalendarDate; expires_on: CalendarDate | null }[]
}

/** So many days before a document expires its vendor and its buildings are told; from the first on visits are at risk. Product 2.6 */
export const EXPIRY_NOTICES = [30, 14, 7] as const

/** Whether a document ends so soon that the visits after its end are at risk. Product 2.6 */
export const endsSoon = (expires_on: CalendarDate, today: CalendarDate) =>
  daysBetween(today, expires_on) <= EXPIRY_NOTICES[0]

/** The required kinds of which no document holds on this day; null requires nothing. Product 2.6 */
export function missingOn(requirements: readonly Requirement[] | null, day: CalendarDate): ComplianceKind[] {
  const missing = (requirements ?? []).filter(
    ({ required_from, documents }) =>
      required_from <= day &&
      !documents.some(
        ({ valid_from, expires_on }) => valid_from <= day && (expires_on === null || day <= expires_on),
      ),
  )
  return COMPLIANCE_KINDS.filter((kind) => missing.some((requirement) => requirement.kind === kind))
}

/**
 * What is missing on a visit's day and already tells on the city's `today`: from thirty days before the last document that ends
 * before that day, and at once where none does. Product 2.6
 */
export function missingSoon(
  requirements: readonly Requirement[] | null,
  day: CalendarDate,
  today: CalendarDate,
): ComplianceKind[] {
  return missingOn(requirements, day).filter((kind) => {
    const { documents = [] } = requirements?.find((requirement) => requirement.kind === kind) ?? {}
    const ends = documents.map(({ expires_on }) => expires_on ?? '').filter((end) => end !== '' && end < day)
    const last = ends.sort().at(-1)
    return last === undefined || endsSoon(last, today)
  })
}

type Requiring = { requirements: Requirement[] | null }
type RequiringVisit = Requiring & { status: string; scheduled_date: CalendarDate; checked_in_at: unknown }

/**
 * The same visit with what puts it at risk: nothing once somebody has begun. Of a missed one only on its day, on which it can
 * still begin. Product 2.6
 */
export function withMissing<V extends RequiringVisit>(visit: V, today: CalendarDate) {
  const { status, scheduled_date, checked_in_at, requirements } = visit
  const isOpen = status === 'confirmed' || (status === 'missed' && scheduled_date === today)
  const missing =
    requirements && isOpen && checked_in_at === null ? missingSoon(requirements, scheduled_date, today) : []
  return judged(visit, { missing })
}

/** The same missed visit with what its vendor lacked on its day: nothing once somebody had begun. Product 2.6 */
export function withLacked<V extends RequiringVisit>(visit: V) {
  const { scheduled_date, checked_in_at, requirements } = visit
  return judged(visit, { missing: checked_in_at === null ? missingOn(requirements, scheduled_date) : [] })
}

/**
 * A row with what the rule says of it, and without what the vendor holds, which is for the rule alone. Changes the row itself: a
 * calendar has hundreds, and a copy of each would cost more than its read.
 */
export function judged<R extends Requiring, J extends object>(
  row: R,
  judgment: J,
): Omit<R, 'requirements'> & J {
  return Object.assign(row, judgment, { requirements: undefined })
}

/** What is missing on a day: 'an insurance certificate and a license, verified and valid on Mon, Jun 22'. */
export function missingText(
  missing: readonly ComplianceKind[],
  day: CalendarDate,
  today: CalendarDate,
): string {
  return `${nounsText(missing)}, verified and valid on ${formatShortDate(day, today)}`
}

/** 'an insurance certificate', 'a license and a W-9', 'an insurance certificate, a license, and a W-9'. */
export function nounsText(kinds: readonly ComplianceKind[]): string {
  const nouns = kinds.map((kind) => COMPLIANCE_NOUNS[kind])
  return nouns.length > 2 ? `${nouns.slice(0, -1).join(', ')}, and ${nouns.at(-1)}` : nouns.join(' and ')
}

/** Throws DomainError 'conflict' with what is missing on a visit's day; `who` begins the sentence. Product 2.6 */
export function requireCompliance(
  requirements: readonly Requirement[] | null,
  { day, today, who }: { day: CalendarDate; today: CalendarDate; who: string },
): void {
  const missing = missingOn(requirements, day)
  if (missing.length > 0) throw new DomainError('conflict', `${who} ${missingText(missing, day, today)}`)
}
