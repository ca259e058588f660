import { VisuallyHidden } from '@mantine/core'
import classes from './loading-screen.module.css'
import { Logo } from './logo.tsx'

/** Shown while the session resolves, before any page is. [2.shell.5] */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <Logo size={56} />
      <VisuallyHidden>Loading…</VisuallyHidden>
    </div>
  )
}
