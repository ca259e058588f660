import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

type Props = { id?: string; title: string; lead?: ReactNode; children: ReactNode }

/** A titled part of a screen, on a card of its own. */
export function Panel({ id: known, title, lead, children }: Props) {
  const own = useId()
  const id = known ?? own
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {lead && <p className={classes.lead}>{lead}</p>}
      <div className={classes.content}>{children}</div>
    </section>
  )
}
