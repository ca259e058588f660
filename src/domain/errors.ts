/** All domain errors: each code, for programs, with its default message, for people. */
const ERROR_TEXTS = {
  invalid_input: 'Please check what you entered.',
  not_found: 'We could not find that.',
  signed_out: 'Please sign in first.',
  not_allowed: 'You are not allowed to do that.',
  /** For a refusal of one noun, which names its own message. */
  conflict: 'That is no longer possible.',
  no_building: 'No building found for your account. Please contact support.', // [8.building.1]
  second_factor_required: 'Administrators need a second factor here. Please add one in Admin Settings first.',
  email_taken: 'User already exists with this email. Please sign in instead.', // [8.sign-up.3]
  wrong_credentials: 'Invalid email or password', // [8.sign-up.4]
  second_step_expired: 'That took too long or was tried too often. Please sign in again.',
  factors_unreadable:
    'Your codes can’t be checked here. Please use a passkey, or write to support: they can reset your second factor.',
  passkey_refused: 'This passkey is not known here. Please sign in with your password.',
  link_expired: 'This link has expired or was used already. Please ask for a new one.',
  too_many_attempts: 'Too many attempts. Please wait a few minutes and try again.',
  too_many_streams: 'This account is open in too many windows. Please close some of them.',
  service_already_requested: 'This service is already requested or active for your building.',
  service_already_accepted: 'this service already has an accepted quote',
  quote_price_changed: 'the vendor changed the price. Please look at the new price and accept again',
  quote_not_open: 'this quote can no longer be changed',
  quote_not_submitted: 'the vendor has not sent a price yet',
  too_many_visits: 'That would book more than 520 visits. Please choose an earlier end date.',
  blocked: 'This building does not take requests from this e-mail address.',
  member_not_pending: 'this person is not waiting for approval',
  handover_refused:
    'accepting this person makes them the HOA representative in your place. Please confirm that',
  line_not_due: 'a line is not of a finished visit, or above its agreed price',
  visit_on_invoice: 'this visit is on an invoice. Take it off there first',
  visit_not_open: 'this visit was already completed or cancelled',
  visit_not_due: 'a visit can be marked completed on its day or later',
  visit_over: 'the time of this visit has come. It can no longer be moved or cancelled',
  visit_changed: 'this visit was moved meanwhile. Please look at it again',
  file_too_large: 'the file is larger than 10 MB', // [5.document.4]
  file_type_not_accepted: 'this type of file is not accepted', // [5.document.4]
  upload_broken_off: 'the file did not arrive completely. Please try again',
  quota_reached: 'the building has no space left for this file',
  company_quota_reached: 'your company has no space left for this file. Remove others first',
  no_space: 'there is no space left for files. Nothing was saved; please try again later',
  storage_unavailable: 'files can’t be stored or opened right now. Please try again later',
  busy: 'The portal is busy right now. Please try again in a moment.',
} as const

export type ErrorCode = keyof typeof ERROR_TEXTS

/** An error by a rule: a code for programs, a message for people, and the failing field, if any. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly field: string | undefined
  /** The person for the log, if there is no session. */
  person: string | undefined

  constructor(code: ErrorCode, message: string = ERROR_TEXTS[code], field?: string) {
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
