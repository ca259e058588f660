// Rules: [2.login.6]

import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './message-box.module.css'

/** The red box above or below a form: what went wrong. Renders nothing without a text. */
export function ErrorText({ children }: { children?: ReactNode }) {
  if (!children) return null
  return (
    <div className={classes.box} data-tone="red" role="alert">
      <IconAlertCircle size={20} stroke={1.8} aria-hidden className={classes.icon} />
      <div className={classes.text}>{children}</div>
    </div>
  )
}

/** The green box: what worked. Renders nothing without a text. */
export function SuccessText({
  role = 'status',
  children,
}: {
  role?: 'status' | 'alert'
  children?: ReactNode
}) {
  if (!children) return null
  return (
    <div className={classes.box} data-tone="green" role={role}>
      <IconCircleCheck size={20} stroke={1.8} aria-hidden className={classes.icon} />
      <div className={classes.text}>{children}</div>
    </div>
  )
}
