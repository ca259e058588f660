import { TRPCClientError } from '@trpc/client'
import { FileRefused } from './send-file.ts'

const unanswered = 'The network is not answering. Check your connection and try again.'
const unknown = 'Something went wrong. Please try again.'

/** Whether no answer came. An answer that is not JSON comes from a proxy, so it is one. */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return error instanceof TypeError
  return !error.data && !(error.cause instanceof SyntaxError)
}

/** Whether the same may succeed later: no answer of the portal's came, only a proxy's, or the server is busy. */
export function isPassing(error: unknown): boolean {
  if (error instanceof FileRefused) return error.status < 400 || isBusy(error.status)
  if (!(error instanceof TRPCClientError)) return error instanceof TypeError
  return !error.data || isBusy(error.data.httpStatus)
}

const isBusy = (status: number) => status >= 500 || status === 408 || status === 429

/** The message about a failed call: the server's own, or that the network does not answer. */
export function reasonOf(error: unknown): string {
  if (isNetworkError(error)) return unanswered
  if (error instanceof TRPCClientError) return error.data ? error.message : unknown
  return error instanceof Error && error.message !== '' ? error.message : unknown
}

/** The server's message about a failed call; null if it sent none or did not answer. */
export function messageOf(error: unknown): string | null {
  return error instanceof TRPCClientError && error.data ? error.message : null
}

/** The code by which the server refused; undefined if it did not answer. */
export function refusalCodeOf(error: unknown): string | undefined {
  if (error instanceof FileRefused)
    return error.status === 401 ? 'signed_out' : error.status === 404 ? 'not_found' : undefined
  return error instanceof TRPCClientError ? error.data?.refusal : undefined
}

/** The field that the server refused, if it names one. */
export function fieldOf(error: unknown): string | undefined {
  return error instanceof TRPCClientError ? error.data?.field : undefined
}
