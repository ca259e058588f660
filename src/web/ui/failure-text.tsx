import { ErrorText } from './message-box.tsx'

/** What failed in the exact words of the screen and, below them, why. */
export type Failure = { words: string; reason?: string | undefined } | null

export function FailureText({ failure }: { failure: Failure }) {
  if (!failure) return null
  const { words, reason } = failure
  return (
    <ErrorText>
      <div>{words}</div>
      {reason !== undefined && reason !== words && <div>{reason}</div>}
    </ErrorText>
  )
}
