import type { ReactNode } from 'react'
import classes from './status-badge.module.css'
import type { Tone } from './tone.ts'

type Props = { tone: Tone; dot?: boolean; children: ReactNode }

/** A state as a word, with a dot; the color only repeats what the word says. */
export function StatusBadge({ tone, dot = true, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {dot && <span className={classes.dot} aria-hidden />}
      {children}
    </span>
  )
}

/** One entry of a legend: dot and word, no pill around it. */
export function LegendItem({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.legend} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  )
}
