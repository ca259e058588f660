import { TRPCClientError } from '@trpc/client'
import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { isSilence, messageOf, reasonOf } from '../errors.ts'

/** What a failed sign-up says: the server's sentence, or section 8's own words where its answer has none. */
export function signUpFailure(error: unknown): string {
  return messageOf(error) ?? (isSilence(error) ? reasonOf(error) : ACCOUNT_MESSAGES.signUpFailed)
}

/** The same for signing in. */
export function signInFailure(error: unknown): string {
  return messageOf(error) ?? (isSilence(error) ? reasonOf(error) : ACCOUNT_MESSAGES.failed)
}

/** Whether a rule of this code refused the call. */
export function isRefusedAs(error: unknown, code: ErrorCode): boolean {
  return error instanceof TRPCClientError && error.data?.refusal === code
}
