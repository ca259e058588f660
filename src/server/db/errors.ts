// Rules: [V2.3.4] [V16.5.2]

import { isAPIError } from 'better-auth/api'
import { DatabaseError } from 'pg'
import { DomainError } from '../../domain/errors.ts'
import { serverRefusal } from '../refusal.ts'

const conflict = (message: string) => () => new DomainError('conflict', message)
/** The domain errors of violated constraints: the database enforces the rules that concurrent requests could break. */
const constraints: Record<string, () => DomainError> = {
  auth_users_email_key: () => serverRefusal('email_taken'),
  profiles_email_key: () => serverRefusal('email_taken'),
  building_services_one_of_a_type: () => new DomainError('service_already_requested'),
  building_services_one_after: () => new DomainError('service_already_requested'),
  one_unit_a_number: conflict('your building has a unit with this number already'),
  unit_holders_active: conflict('this person was removed meanwhile'),
  unit_holders_unit_id_building_id_fkey: conflict('somebody holds this unit. Take them out of it first'),
  officers_active: conflict('this person was removed, or is the HOA representative now'),
  captaincy_offers_pkey: conflict('you have asked somebody already'),
  captaincy_offers_active: conflict('this person can no longer take over'),
  building_has_a_captain: conflict('a building with residents keeps an HOA representative'),
  one_accepted_quote: () => new DomainError('service_already_accepted'),
  invoices_pkey: conflict('this invoice was saved meanwhile'),
  one_number_a_vendor: conflict('you have an invoice with this number already'),
  visit_invoiced_once: conflict('a visit of it is on another invoice'),
  start_invoiced_once: conflict('a one-time price of it is on another invoice'),
  invoiced_visit_stays: conflict('this visit is on an invoice, so it stays finished'),
  approved_visit_stays: conflict('an invoice with this visit was approved, so it can’t be disputed any more'),
  credit_notes_pkey: conflict('this credit note was written meanwhile'),
  one_credit_number_a_vendor: conflict('another credit note got this number. Please try again'),
  paid_at_most_what_is_owed: conflict('less of this is open now. Please look at it again'),
  fees_are_paid_in_full: conflict('this fee was paid meanwhile'),
  paid_to_whom_it_is_owed: conflict('this vendor takes no payments through Stripe any more'),
  payments_pkey: conflict('this payment was recorded meanwhile'),
  refunds_pkey: conflict('this refund was recorded meanwhile'),
  refund_is_left: conflict('less of this payment is left to refund. Please look at it again'),
  payment_is_recorded: conflict(
    'this payment went back or was taken back meanwhile. Please look at it again',
  ),
  payment_has_no_page: conflict(
    'somebody is paying this online right now. Please look at it again in a minute',
  ),
  line_credited_once: conflict('a line of it was credited meanwhile'),
  invoice_is_disputed: conflict('this invoice is not disputed'),
  line_is_due: conflict('a line is not of a finished visit, or above its agreed price'),
  invoice_files_five: conflict('an invoice has at most 5 files'),
  payment_files_five: conflict('a payment has at most 5 files'),
  invoices_stay: conflict('this invoice was sent or decided, and stays as it is'),
  votes_stay: conflict('this vote was changed meanwhile. Please look at it again'),
  votes_have_times: () => new DomainError('invalid_input', 'A vote closes after it opens', 'closes_on'),
  candidates_answer: () => new DomainError('not_allowed'),
  ballots_while_open: conflict('this vote is not open'),
  ballots_stay: conflict('this ballot stays'),
  ballots_choose: () => new DomainError('invalid_input', 'Choose options of this vote', 'choice'),
  ballots_by_voters: conflict('this unit can’t be voted for like this any more'),
  ballot_stands_above: conflict('this unit has voted already'),
  proxies_have_a_limit: conflict('they hold as many proxies as this vote allows'),
  one_paper_a_unit: conflict('a paper ballot of this unit was entered already'),
  papers_stay: conflict('these paper ballots were confirmed or discarded meanwhile'),
  another_officer_confirms: conflict('another officer confirms what you have entered'),
  vote_files_five: conflict('a vote has at most 5 files'),
  announcements_stay: conflict('this announcement was changed meanwhile. Please look at it again'),
  announcements_have_readers: conflict('its unit is gone meanwhile'),
  announcements_unit_id_building_id_fkey: conflict('its unit is gone meanwhile'),
  announcement_replies_allowed: conflict('this announcement takes no replies'),
  announcement_replies_end: conflict('this announcement has too many replies already'),
  announcement_follow_ups_end: conflict('an announcement has at most 20 follow-ups'),
  announcement_files_five: conflict('an announcement has at most 5 files'),
  building_quota: () => new DomainError('quota_reached'),
  vendor_quota: () => new DomainError('company_quota_reached'),
}

const INVALID_TEXT = new Set(['22P02', '22021', '22001', '22003', '22007', '22008', '23502', '23514'])
/** A prepared statement is no longer valid: its tables have changed, or a pooler switched the session. */
const STALE = ['0A000', '26000']
/**
 * Worth a retry: a deadlock or serialization failure, no free connection, a full disk, a server that stops or starts, a
 * timeout (timeouts.ts), a stale prepared statement.
 */
const BUSY = new Set([
  ...['40001', '40P01', '53100', '53300', '55P03', '57014', '57P01', '57P02', '57P03', '57P05'],
  ...['25P03', '25P04', '08000', '08001', '08003', '08004', '08006', '08P01'],
  ...STALE,
])
const UNREACHABLE = new RegExp(
  [
    'Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout',
    'not queryable|connection has been discarded|after calling end on the pool',
    'ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT.*PGSQL',
    'connect (EMFILE|ENFILE)',
  ].join('|'),
)

/** Whether the connection's prepared statements are no longer valid. */
export function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && STALE.includes(error.code ?? '')
}

/** The domain error of a database error; null for an internal error. */
export function toDomainError(error: unknown): DomainError | null {
  // The sign-in library's word for a session that ended during the call.
  if (isAPIError(error) && error.statusCode === 401) return serverRefusal('signed_out')
  if (!(error instanceof DatabaseError)) return isUnreachable(error) ? serverRefusal('busy') : null
  const known = error.constraint ? constraints[error.constraint] : undefined
  if (known) return known()
  if (error.code && INVALID_TEXT.has(error.code))
    return new DomainError('invalid_input', undefined, error.column)
  if (error.code && BUSY.has(error.code)) return serverRefusal('busy')
  return null
}

/** An error of the driver without a response of the database, or of the sign-in library, which hides the driver's. */
function isUnreachable(error: unknown): boolean {
  if (isAPIError(error)) return error.statusCode >= 500
  // A host name with several addresses has one error for each.
  if (error instanceof AggregateError) return error.errors.some(isUnreachable)
  return error instanceof Error && UNREACHABLE.test(error.message)
}

/** Whether this error, or its cause, only follows from an earlier failure in its transaction. */
export function isAborted(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '25P02' || error.code === '26000'
  return error instanceof Error && error.cause !== undefined && isAborted(error.cause)
}
