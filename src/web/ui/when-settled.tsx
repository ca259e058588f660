import { type ReactNode, useState } from 'react'

type Props = {
  /** The queries of the sections inside. */
  queries: readonly { isPending: boolean }[]
  skeleton: ReactNode
  children: ReactNode
}

/**
 * Shows the sections of a page once all their queries have settled: a single one would push those below it away. From
 * then on they stay, and each shows its own loading and errors. They are there from the start, unseen: shown later, each would
 * ask again for what has failed.
 * [9.layout.6]
 */
export function WhenSettled({ queries, skeleton, children }: Props) {
  const waits = queries.some(({ isPending }) => isPending)
  const [isWaiting, setWaiting] = useState(waits)
  if (!waits && isWaiting) setWaiting(false)
  return (
    <>
      {isWaiting && skeleton}
      {/* No box of its own, which the margins of the sections would move. */}
      <div style={{ display: isWaiting ? 'none' : 'contents' }}>{children}</div>
    </>
  )
}
