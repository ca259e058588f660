import { type ReactNode, useState } from 'react'
import classes from './when-settled.module.css'

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
  const arrived = queries.every(({ isPending }) => !isPending)
  const [shown, setShown] = useState(arrived)
  if (arrived && !shown) setShown(true)
  const isShown = shown || arrived
  return (
    <>
      {!isShown && skeleton}
      <div className={classes.sections} hidden={!isShown}>
        {children}
      </div>
    </>
  )
}
