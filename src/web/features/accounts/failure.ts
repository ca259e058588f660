import { TRPCClientError } from '@trpc/client'
import { ACCOUNT_MESSAGES } from '../../../domain/accounts/account-messages.ts'
import type { ErrorCode } from '../../../domain/errors.ts'
import { isNetworkError, messageOf, reasonOf } from '../../errors.ts'

/** The message of a failed sign-up: the server's own, or ours if its answer has none. [8.sign-up.5] */
export function signUpFailure(error: unknown): string {
  return messageOf(error) ?? (isNetworkError(error) ? reasonOf(error) : ACCOUNT_MESSAGES.signUpFailed)
}

/** The message of a failed sign-in, likewise. [8.sign-up.6] */
export function signInFailure(error: unknown): string {
  return messageOf(error) ?? (isNetworkError(error) ? reasonOf(error) : ACCOUNT_MESSAGES.failed)
}

/** The same of a passkey: the device's own failures have messages, too. */
export function passkeyFailure(error: unknown): string {
  return error instanceof TRPCClientError || !(error instanceof Error) ? signInFailure(error) : error.message
}

/** Whether the server refused the call with this code. */
export function isRefusedAs(error: unknown, code: ErrorCode): boolean {
  return error instanceof TRPCClientError && error.data?.refusal === code
}
