import { APIError } from 'better-auth/api'
import { SETTINGS_MESSAGES } from '../../domain/accounts/messages.ts'
import type { PasswordChange } from '../../domain/accounts/settings.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Auth } from '../auth/auth.ts'

/**
 * Changes the password of whose session these headers carry, and ends all their sessions but one: the headers that it
 * returns carry this browser's, under a new token. Throws DomainError 'invalid_input' for a wrong current password, and
 * 'signed_out' when the session ended meanwhile: of two changes at once, one ends the other's.
 */
export async function changePassword(
  auth: Auth,
  headers: Headers,
  { current_password, new_password }: PasswordChange,
): Promise<Headers> {
  try {
    const answer = await auth.api.changePassword({
      body: { currentPassword: current_password, newPassword: new_password, revokeOtherSessions: true },
      headers,
      returnHeaders: true,
    })
    return answer.headers
  } catch (error) {
    if (error instanceof APIError && error.body?.code === 'INVALID_PASSWORD')
      throw new DomainError('invalid_input', SETTINGS_MESSAGES.wrongPassword, 'current_password')
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') throw new DomainError('signed_out')
    throw error
  }
}
