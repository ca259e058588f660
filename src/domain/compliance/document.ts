import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween, formatShortDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney, parseAmount } from '../money.ts'
import { calendarDate, id, longText, optionalText } from '../text.ts'
import { COMPLIANCE_KINDS, COMPLIANCE_LABELS, type ComplianceKind } from './kind.ts'

/** What a document of each kind says; null for what it doesn't. A tax number stands in the W-9's file alone. */
export const COMPLIANCE_FIELDS = {
  insurance: {
    number: 'Policy number',
    amount: 'Coverage',
    valid_from: 'Valid from',
    expires_on: 'Expires on',
  },
  license: { number: 'License number', amount: null, valid_from: 'Valid from', expires_on: 'Expires on' },
  w9: { number: null, amount: null, valid_from: 'Signed on', expires_on: null },
} as const satisfies Record<ComplianceKind, Record<keyof Omit<ComplianceFacts, 'kind'>, string | null>>

export type ComplianceFacts = {
  kind: ComplianceKind
  number: string | null
  /** What an insurance covers, in cents. */
  amount: number | null
  valid_from: CalendarDate
  expires_on: CalendarDate | null
}

const COVERAGE = `Coverage must be an amount such as 1000000, at most ${formatMoney(LIMITS.coverage * 100).slice(0, -3)}`

const coverage = z
  .string()
  .optional()
  .transform((typed, context) => {
    if (!typed?.trim()) return null
    const cents = parseAmount(typed, LIMITS.coverage * 100)
    if (cents === null) context.addIssue({ code: 'custom', message: COVERAGE })
    return cents
  })

const facts = {
  kind: z.enum(COMPLIANCE_KINDS, { error: 'Choose the kind of document' }),
  number: optionalText('Number', LIMITS.compliance_number),
  amount: coverage,
  valid_from: calendarDate('Valid from'),
  expires_on: z
    .string()
    .optional()
    .transform((typed) => typed || null)
    .pipe(calendarDate('Expires on').nullable()),
}

/** What an upload's address says: the document's own id, which the browser chose, its facts as typed, and the file's name. */
export const NewComplianceDocument = z.strictObject({ id, ...facts, name: z.string().default('') })

/** The facts as typed, on the city's `today`: nobody adds what has expired. */
export const complianceForm = (today: CalendarDate) =>
  z.object(facts).superRefine((document, context) => {
    const errors = factErrors(document)
    if (document.expires_on !== null && document.expires_on < today)
      errors.push({ field: 'expires_on', message: 'This document has expired already' })
    for (const { field, message } of errors) context.addIssue({ code: 'custom', message, path: [field] })
  })

/** What is wrong with a document that doesn't say exactly what its kind says, or expires before it is valid. Product 2.6 */
function factErrors(document: ComplianceFacts) {
  const { kind, valid_from, expires_on } = document
  const errors = (['number', 'amount', 'expires_on'] as const).flatMap((field) => {
    const label = COMPLIANCE_FIELDS[kind][field]
    if ((label === null) === (document[field] === null)) return []
    const message = label === null ? `${COMPLIANCE_LABELS[kind]} has no such field` : `${label} is required`
    return [{ field, message }]
  })
  if (expires_on !== null && expires_on < valid_from)
    errors.push({ field: 'expires_on', message: 'A document expires after it becomes valid' })
  return errors
}

/** Throws DomainError 'invalid_input' with the first field that is wrong. Product 2.6 */
export function requireFacts(document: ComplianceFacts): void {
  const [error] = factErrors(document)
  if (error) throw new DomainError('invalid_input', error.message, error.field)
}

/** Throws DomainError 'conflict' if a vendor keeps sixty documents already. */
export function requireDocumentRoom(count: number): void {
  if (count >= LIMITS.compliance_documents)
    throw new DomainError(
      'conflict',
      `a vendor keeps at most ${LIMITS.compliance_documents} documents. Please remove refused ones first`,
    )
}

export const COMPLIANCE_STATUSES = ['waiting', 'verified', 'refused'] as const
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[number]

/** Throws DomainError 'conflict' for a verified document: visits stood on it. */
export function requireRemovable({ status }: { status: ComplianceStatus }): void {
  if (status === 'verified') throw new DomainError('conflict', 'a verified document stays')
}

/** An admin's reason for refusing a document, on the wire. */
export const RefuseDocument = z.strictObject({ id, reason: longText('Reason', LIMITS.reason) })

/** So many days before a document expires its vendor and its buildings are told. Product 2.6 */
export const EXPIRY_NOTICES = [30, 14, 7] as const

/** Which of these notices is due on the city's `today`, the last one if several are; undefined before the first and after the end. */
export function dueNotice(expires_on: CalendarDate, today: CalendarDate) {
  const left = daysBetween(today, expires_on)
  return left < 0 ? undefined : EXPIRY_NOTICES.findLast((days) => left <= days)
}

type Kept = Pick<ComplianceFacts, 'valid_from' | 'expires_on'> & { status: ComplianceStatus }
/** What is said of a document: a word or two, and its color. */
export type DocumentStanding = { tone: 'green' | 'amber' | 'red'; text: string }

/** How a document stands on the city's `today`. */
export function documentStanding(
  { status, valid_from, expires_on }: Kept,
  today: CalendarDate,
): DocumentStanding {
  if (status === 'refused') return { tone: 'red', text: 'Refused' }
  if (expires_on !== null && expires_on < today) return { tone: 'red', text: 'Expired' }
  if (status === 'waiting') return { tone: 'amber', text: 'Being verified' }
  if (valid_from > today) return { tone: 'green', text: `From ${formatShortDate(valid_from, today)}` }
  const days = expires_on === null ? null : daysBetween(today, expires_on)
  if (days === null || days > EXPIRY_NOTICES[0]) return { tone: 'green', text: 'Verified' }
  if (days === 0) return { tone: 'amber', text: 'Expires today' }
  return { tone: 'amber', text: days === 1 ? 'Expires tomorrow' : `Expires in ${days} days` }
}

/** What the form begins with to renew a document: the same from the day after on, or an empty one. */
export function renewedValues(document: ComplianceFacts | null, today: CalendarDate) {
  const { kind = 'insurance', number, amount, expires_on = null } = document ?? {}
  return {
    kind: kind as string,
    number: number ?? '',
    amount: amount == null ? '' : String(amount / 100),
    valid_from: expires_on === null || expires_on < today ? today : addDays(expires_on, 1),
    expires_on: '',
  }
}

/** Whether a service type requires a kind of document, on the wire. */
export const SetRequirement = z.strictObject({
  service_type_id: id,
  kind: z.enum(COMPLIANCE_KINDS, { error: 'Choose the kind of document' }),
  required: z.boolean({ error: 'Required must be yes or no' }),
})
