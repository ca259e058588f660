import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { ButtonLink } from './button-link.tsx'
import classes from './notice-bar.module.css'

type Props = { icon: ReactNode; to: string; children: ReactNode }

/** On a dashboard: something that waits, and the way to it. */
export function NoticeBar({ icon, to, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.notice}>
      {icon}
      <Title order={2} size="h4" id={id}>
        {children}
      </Title>
      <ButtonLink to={to} variant="default">
        Review
      </ButtonLink>
    </section>
  )
}
