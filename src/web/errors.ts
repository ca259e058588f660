import { TRPCClientError } from '@trpc/client'

const silence = 'The network is not answering. Check your connection and try again.'
const unknown = 'Something went wrong. Please try again.'

/** Whether nothing answered in time. What is no JSON was an answer, of something between here and the server. */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return error instanceof TypeError
  return !error.data && !(error.cause instanceof SyntaxError)
}

/** The one sentence that a person reads about a failed call: the server's own, or that nothing answered. */
export function reasonOf(error: unknown): string {
  if (isSilence(error)) return silence
  if (error instanceof TRPCClientError) return error.data ? error.message : unknown
  return error instanceof Error && error.message !== '' ? error.message : unknown
}

/** The server's own sentence about a failed call; null when it had none to say, or did not answer. */
export function messageOf(error: unknown): string | null {
  return error instanceof TRPCClientError && error.data ? error.message : null
}

/** The field that the server's refusal is about, if it names one. */
export function fieldOf(error: unknown): string | undefined {
  return error instanceof TRPCClientError ? error.data?.field : undefined
}
