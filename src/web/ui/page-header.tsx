import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

type Props = {
  /** A quiet line above the title. */
  eyebrow?: ReactNode
  title: ReactNode
  /** A line below the title. */
  lead?: ReactNode
  /** The screen's one main action, right of the title; below it on a phone. */
  action?: ReactNode
}

export function PageHeader({ eyebrow, title, lead, action }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.text}>
        {eyebrow && <p className={classes.eyebrow}>{eyebrow}</p>}
        <Title order={1}>{title}</Title>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </header>
  )
}
