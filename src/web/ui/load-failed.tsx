import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import classes from './load-failed.module.css'

type Props = {
  /** A plain sentence, such as reasonOf(error). */
  reason: string
  onRetry: () => void
  busy?: boolean
}

/** Replaces content that failed to load. */
export function LoadFailed({ reason, onRetry, busy }: Props) {
  return (
    <div className={classes.panel} role="alert">
      <IconCloudOff size={28} stroke={1.6} aria-hidden className={classes.icon} />
      <p className={classes.text}>{reason}</p>
      <Button variant="default" onClick={onRetry} loading={busy}>
        Try again
      </Button>
    </div>
  )
}
