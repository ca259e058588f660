import { DomainError, type ServerCode } from '../domain/errors.ts'

const TEXTS: Record<ServerCode, string> = {
  signed_out: 'Please sign in first.',
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
  blocked: 'This building does not take requests from this e-mail address.',
  upload_broken_off: 'the file did not arrive completely. Please try again',
  no_space: 'there is no space left for files. Nothing was saved; please try again later',
  storage_unavailable: 'files can’t be stored or opened right now. Please try again later',
  busy: 'The portal is busy right now. Please try again in a moment.',
}

/** The domain error of the server's own refusal, with its message. */
export const serverRefusal = (code: ServerCode, field?: string) => new DomainError(code, TEXTS[code], field)
