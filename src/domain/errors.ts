/** The refusals of rules: each code, for programs, with its default message, for people. */
const RULE_TEXTS = {
  invalid_input: 'Please check what you entered.',
  not_found: 'We could not find that.',
  not_allowed: 'You are not allowed to do that.',
  /** For a refusal of one noun, which names its own message. */
  conflict: 'That is no longer possible.',
  service_already_requested: 'This service is already requested or active for your building.',
  service_already_accepted: 'this service already has an accepted quote',
  quote_price_changed: 'the vendor changed the price. Please look at the new price and accept again',
  quote_not_open: 'this quote can no longer be changed',
  quote_not_submitted: 'the vendor has not sent a price yet',
  too_many_visits: 'That would book more than 520 visits. Please choose an earlier end date.',
  member_not_pending: 'this person is not waiting for approval',
  handover_refused:
    'accepting this person makes them the HOA representative in your place. Please confirm that',
  visit_not_open: 'this visit was already completed or cancelled',
  visit_not_due: 'a visit can be marked completed on its day or later',
  visit_over: 'the time of this visit has come. It can no longer be moved or cancelled',
  visit_changed: 'this visit was moved meanwhile. Please look at it again',
  file_too_large: 'the file is larger than 10 MB', // [5.document.4]
  file_type_not_accepted: 'this type of file is not accepted', // [5.document.4]
  quota_reached: 'the building has no space left for this file',
  company_quota_reached: 'your company has no space left for this file. Remove others first',
} as const

type RuleCode = keyof typeof RULE_TEXTS
/** The refusals of the server itself. Their messages are in server/refusal.ts: browsers don't load them. */
export type ServerCode =
  | 'signed_out'
  | 'no_building'
  | 'second_factor_required'
  | 'email_taken'
  | 'wrong_credentials'
  | 'second_step_expired'
  | 'factors_unreadable'
  | 'passkey_refused'
  | 'link_expired'
  | 'too_many_attempts'
  | 'too_many_streams'
  | 'blocked'
  | 'upload_broken_off'
  | 'no_space'
  | 'storage_unavailable'
  | 'busy'
export type ErrorCode = RuleCode | ServerCode
const DEFAULT_TEXTS: Partial<Record<ErrorCode, string>> = RULE_TEXTS

/** An error by a rule: a code for programs, a message for people, and the failing field, if any. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly field: string | undefined
  /** The person for the log, if there is no session. */
  person: string | undefined

  constructor(code: RuleCode, message?: string, field?: string)
  constructor(code: ErrorCode, message: string, field?: string)
  constructor(code: ErrorCode, message: string | undefined = DEFAULT_TEXTS[code], field?: string) {
    super(message)
    this.code = code
    this.field = field
  }
}

/** A wrong password or code of a known person: a mistake, or somebody guessing. */
export class WrongSecret extends DomainError {
  constructor(message: string, field: string) {
    super('invalid_input', message, field)
  }
}

/** The decision of a rule, or null for a domain error. For optimistic updates: the server then responds with the error. */
export function nullIfRejected<Outcome>(decide: () => Outcome): Outcome | null {
  try {
    return decide()
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
