import { ErrorText } from './message-box.tsx'

/** What failed, in the screen's exact message, and why. */
export type Failure = { message: string; reason?: string | undefined } | null

export function FailureText({ failure }: { failure: Failure }) {
  if (!failure) return null
  const { message, reason } = failure
  return (
    <ErrorText>
      <div>{message}</div>
      {reason !== undefined && reason !== message && <div>{reason}</div>}
    </ErrorText>
  )
}
