import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'
import classes from './tone-card.module.css'

type Props = {
  tone: Tone
  /** The card's name, shown as a card heading; it names the button too when the card opens something. */
  title: ReactNode
  /** Usually a StatusBadge, right of the title. */
  badge?: ReactNode
  /** A quiet line below the title. */
  subtitle?: ReactNode
  /** The next step, below a dashed line. */
  footer?: ReactNode
  children?: ReactNode
  /** With onClick the whole card is one button: no other control may then stand inside it. */
  onClick?: () => void
}

/** A card whose edge and tint repeat its state. */
export function ToneCard({ tone, title, badge, subtitle, footer, children, onClick }: Props) {
  const content = (
    <>
      <span className={classes.head}>
        {onClick ? (
          <span className={classes.title}>{title}</span>
        ) : (
          <h3 className={classes.title}>{title}</h3>
        )}
        {badge}
      </span>
      {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
      {children}
      {footer && <span className={classes.footer}>{footer}</span>}
    </>
  )
  if (!onClick) {
    return (
      <article className={classes.card} data-tone={tone}>
        {content}
      </article>
    )
  }
  return (
    <UnstyledButton className={classes.card} data-tone={tone} onClick={onClick} aria-haspopup="dialog">
      {content}
    </UnstyledButton>
  )
}

/** Cards in two columns, one on a phone. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}
