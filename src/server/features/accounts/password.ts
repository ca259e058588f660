import { APIError } from 'better-auth/api'
import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import type { ChangePassword } from '../../../domain/accounts/password.ts'
import { WrongSecret } from '../../../domain/errors.ts'
import { serverRefusal } from '../../refusal.ts'
import type { Auth } from '../../session/auth.ts'

/**
 * Ends the other sessions, and returns headers with this one's new cookie. Throws DomainError 'invalid_input' for a
 * wrong password, 'signed_out' if another change at the same time ended the session. [V6.2.2] [V6.2.3] [V7.4.3]
 */
export async function changePassword(
  auth: Auth,
  headers: Headers,
  { current_password, new_password }: ChangePassword,
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
      throw new WrongSecret(SETTINGS_MESSAGES.wrongPassword, 'current_password')
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') throw serverRefusal('signed_out')
    throw error
  }
}
