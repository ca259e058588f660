import type { ReactNode, Ref } from 'react'
import classes from './frame.module.css'

type Props = { bar: ReactNode; page: string; main?: Ref<HTMLElement>; children: ReactNode }

/** The one frame of all screens: the fixed bar, and the screen 90 px below it. */
export function Frame({ bar, page, main, children }: Props) {
  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      {bar}
      <main id="main" ref={main} tabIndex={-1} className={classes.main} data-page={page}>
        {children}
      </main>
    </>
  )
}
