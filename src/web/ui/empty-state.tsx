import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = {
  /** A picture (an svg of any size) or an icon (about 28 px; it gets a round tint behind it). */
  picture?: ReactNode
  icon?: ReactNode
  title?: string
  /** The sentence: what is not there yet, and what to do next. */
  children: ReactNode
  action?: ReactNode
}

export function EmptyState({ picture, icon, title, children, action }: Props) {
  return (
    <div className={classes.empty}>
      {picture && <div className={classes.picture}>{picture}</div>}
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      {title && <Title order={2}>{title}</Title>}
      <p className={classes.text}>{children}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
