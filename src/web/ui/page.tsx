import type { ReactNode } from 'react'
import classes from './page.module.css'

type Props = { width?: 'full' | 'narrow'; children: ReactNode }

/** The content column of a screen: 1136 px wide at most (narrow: 640 px, for forms), with the page's margins. */
export function Page({ width = 'full', children }: Props) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  )
}
