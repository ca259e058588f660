import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween, formatShortDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney, parseAmount } from '../money.ts'
import { calendarDate, id, longText, optionalText } from '../text.ts'
import { COMPLIANCE_KINDS, COMPLIANCE_LABELS, type ComplianceKind } from './kind.ts'
import { EXPIRY_NOTICES } from './requirement.ts'

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

const chosenKind = z.enum(COMPLIANCE_KINDS, { error: 'Choose the kind of document' })

const facts = {
  kind: chosenKind,
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

/** Throws DomainError 'conflict' if sixty of a vendor's documents were never verified. */
export function requireDocumentRoom(unverified: number): void {
  if (unverified >= LIMITS.compliance_documents)
    throw new DomainError(
      'conflict',
      `at most ${LIMITS.compliance_documents} documents can be without verification. Please remove some first`,
    )
}

export const COMPLIANCE_STATUSES = ['waiting', 'verified', 'refused'] as const
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[number]

/** Whether its vendor may remove a document: not once it was verified, since visits stood on it. Product 2.6 */
export function isRemovable({ verified_at }: { verified_at: Date | string | null }): boolean {
  return verified_at === null
}

/** Throws DomainError 'conflict' for a document that was verified. */
export function requireRemovable(document: Parameters<typeof isRemovable>[0]): void {
  if (!isRemovable(document)) throw new DomainError('conflict', 'a document that was verified stays')
}

// The status that was on the screen. Pages of an earlier version send none.
const shown = z.enum(COMPLIANCE_STATUSES).optional()

/** An admin's decision about a document, on the wire. */
export const VerifyDocument = z.strictObject({ id, shown })
export const RefuseDocument = z.strictObject({ id, shown, reason: longText('Reason', LIMITS.reason) })

/** Throws DomainError 'conflict' when a document no longer has the status that an admin decided on. Product 2.6 */
export function requireShownStatus(
  { status }: { status: ComplianceStatus },
  shown: ComplianceStatus | undefined,
): void {
  if (shown !== undefined && status !== shown)
    throw new DomainError('conflict', 'another admin has decided meanwhile. Please look at it again')
}

type Kept = Pick<ComplianceFacts, 'valid_from' | 'expires_on'> & { status: ComplianceStatus }
/** What is said of a document: a word or two, and its color. */
export type DocumentStanding = { tone: 'green' | 'amber' | 'red' | 'neutral'; text: string }

/** How a document stands on the city's `today`; `isRenewed` once a verified one follows it without a gap. */
export function documentStanding(
  { status, valid_from, expires_on }: Kept,
  today: CalendarDate,
  isRenewed = false,
): DocumentStanding {
  if (status === 'refused') return { tone: 'red', text: 'Refused' }
  if (expires_on !== null && expires_on < today)
    return isRenewed ? { tone: 'neutral', text: 'Renewed' } : { tone: 'red', text: 'Expired' }
  if (status === 'waiting') return { tone: 'amber', text: 'Being verified' }
  if (valid_from > today) return { tone: 'green', text: `From ${formatShortDate(valid_from, today)}` }
  const days = expires_on === null ? null : daysBetween(today, expires_on)
  if (days === null || days > EXPIRY_NOTICES[0] || isRenewed) return { tone: 'green', text: 'Verified' }
  if (days === 0) return { tone: 'amber', text: 'Expires today' }
  return { tone: 'amber', text: days === 1 ? 'Expires tomorrow' : `Expires in ${days} days` }
}

/** Whether a later verified document of the same kind follows without a day between, as where it was renewed in time. */
export function isFollowed(
  { kind, expires_on }: ComplianceFacts,
  documents: readonly (ComplianceFacts & { status: ComplianceStatus })[],
): boolean {
  return documents.some(
    (next) =>
      next.kind === kind &&
      next.status === 'verified' &&
      expires_on !== null &&
      next.valid_from <= addDays(expires_on, 1) &&
      (next.expires_on === null || next.expires_on > expires_on),
  )
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

/** A document that a service type requires or may require, on the wire. */
export const ChosenRequirement = z.strictObject({ service_type_id: id, kind: chosenKind })
/** Whether a service type requires a kind of document, on the wire. */
export const SetRequirement = ChosenRequirement.extend({
  required: z.boolean({ error: 'Required must be yes or no' }),
})
