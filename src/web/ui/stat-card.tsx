// Rules: [2.dashboard.6]

import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

type Props = {
  label: string
  value: ReactNode
  /** A secondary line below the figure; any text while loading reserves its place. */
  hint?: ReactNode
  icon?: ReactNode
  loading?: boolean
}

export function StatCard({ label, value, hint, icon, loading }: Props) {
  return (
    <article className={classes.card} aria-busy={loading}>
      <div className={classes.head}>
        <h2 className={classes.label}>{label}</h2>
        {icon && (
          <span className={classes.icon} aria-hidden>
            {icon}
          </span>
        )}
      </div>
      {loading ? <Skeleton height={34} width="60%" mt={10} /> : <p className={classes.value}>{value}</p>}
      {loading && hint && <Skeleton height={14} width="75%" mt={11} mb={4} />}
      {hint && !loading && <p className={classes.hint}>{hint}</p>}
    </article>
  )
}

/** Four figures in a row, two on a tablet, one on a phone. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}
