import { Skeleton, VisuallyHidden } from '@mantine/core'
import classes from './skeletons.module.css'

type Props = { count?: number; label?: string }

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Card shapes in a grid of two columns (one on a phone) while cards load. */
export function CardSkeletons({ count = 4, label = 'Loading…' }: Props) {
  return (
    <div className={classes.cards} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {indexes(count).map((index) => (
        <div key={index} className={classes.card}>
          <Skeleton height={22} width="55%" />
          <Skeleton height={14} width="75%" mt={16} />
          <Skeleton height={14} width="40%" mt={12} />
        </div>
      ))}
    </div>
  )
}

/** Rows of a list or table while it loads. */
export function RowSkeletons({ count = 3, label = 'Loading…' }: Props) {
  return (
    <div className={classes.rows} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {indexes(count).map((index) => (
        <div key={index} className={classes.row}>
          <Skeleton height={14} width="20%" />
          <Skeleton height={14} width="45%" />
          <Skeleton height={14} width="12%" />
        </div>
      ))}
    </div>
  )
}
