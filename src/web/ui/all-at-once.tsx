import { type ReactNode, useState } from 'react'

type Props = {
  /** What the sections inside ask for. */
  queries: readonly { isPending: boolean }[]
  skeleton: ReactNode
  children: ReactNode
}

/**
 * The sections of a page, once all that they ask for is there or has failed: one that came alone would push those below
 * it away. They stay from then on, and each says what it asks for anew.
 */
export function AllAtOnce({ queries, skeleton, children }: Props) {
  const arrived = queries.every(({ isPending }) => !isPending)
  const [shown, setShown] = useState(arrived)
  if (arrived && !shown) setShown(true)
  return shown || arrived ? children : skeleton
}
