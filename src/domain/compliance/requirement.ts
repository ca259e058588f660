import { addDays, type CalendarDate, formatShortDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { COMPLIANCE_KINDS, COMPLIANCE_NOUNS, type ComplianceKind } from './kind.ts'

/** A kind that a service type requires, with the times of a vendor's verified documents. Both days of a time count. */
export type Requirement = {
  kind: ComplianceKind
  documents: { valid_from: CalendarDate; expires_on: CalendarDate | null }[]
}

/** So many days before a document ends, the visits after it are at risk, and their sides are told. Product 2.6 */
export const RISK_DAYS = 30

/** The required kinds of which no document holds on this day; null requires nothing. Product 2.6 */
export function missingOn(requirements: readonly Requirement[] | null, day: CalendarDate): ComplianceKind[] {
  const missing = (requirements ?? []).filter(
    ({ documents }) =>
      !documents.some(
        ({ valid_from, expires_on }) => valid_from <= day && (expires_on === null || day <= expires_on),
      ),
  )
  return COMPLIANCE_KINDS.filter((kind) => missing.some((requirement) => requirement.kind === kind))
}

/**
 * What is missing on a visit's day and already tells on the city's `today`: from thirty days before the last document ends, and at
 * once where there is none. Product 2.6
 */
export function missingSoon(
  requirements: readonly Requirement[] | null,
  day: CalendarDate,
  today: CalendarDate,
): ComplianceKind[] {
  const horizon = addDays(today, RISK_DAYS + 1)
  const missing = missingOn(requirements, day)
  if (day <= horizon || missing.length === 0) return missing
  const then = missingOn(requirements, horizon)
  return missing.filter((kind) => then.includes(kind))
}

type RequiringVisit = {
  status: string
  scheduled_date: CalendarDate
  checked_in_at: unknown
  requirements: Requirement[] | null
}

/**
 * The same visit with what puts it at risk: nothing once somebody has begun. Adds to the row itself, since a calendar has
 * hundreds, and a copy of each would cost more than its read. Product 2.6
 */
export function withMissing<V extends RequiringVisit>(visit: V, today: CalendarDate) {
  const { status, scheduled_date, checked_in_at, requirements } = visit
  const isOpen = (status === 'confirmed' || status === 'missed') && checked_in_at === null
  const missing = requirements && isOpen ? missingSoon(requirements, scheduled_date, today) : []
  return Object.assign(visit, { missing })
}

/** What is missing on a day: 'an insurance certificate and a license, verified and valid on Mon, Jun 22'. */
export function missingText(
  missing: readonly ComplianceKind[],
  day: CalendarDate,
  today: CalendarDate,
): string {
  const nouns = missing.map((kind) => COMPLIANCE_NOUNS[kind])
  const listed =
    nouns.length > 2 ? `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1)}` : nouns.join(' and ')
  return `${listed}, verified and valid on ${formatShortDate(day, today)}`
}

/** Throws DomainError 'conflict' with what is missing on a visit's day; `who` begins the sentence. Product 2.6 */
export function requireCompliance(
  requirements: readonly Requirement[] | null,
  { day, today, who }: { day: CalendarDate; today: CalendarDate; who: string },
): void {
  const missing = missingOn(requirements, day)
  if (missing.length > 0) throw new DomainError('conflict', `${who} ${missingText(missing, day, today)}`)
}
