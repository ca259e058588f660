import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './choice-card.module.css'

type Props = { title: string; picture: ReactNode; onClick: () => void; children: ReactNode }

/** One of the kinds of account: a card that opens its sign-up dialog. */
export function ChoiceCard({ title, picture, onClick, children }: Props) {
  return (
    <UnstyledButton className={classes.card} onClick={onClick} aria-haspopup="dialog">
      <span className={classes.picture}>{picture}</span>
      <span className={classes.content}>
        <span className={classes.title}>{title}</span>
        <span className={classes.words}>{children}</span>
      </span>
    </UnstyledButton>
  )
}
