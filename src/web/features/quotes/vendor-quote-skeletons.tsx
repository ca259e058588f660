import { Skeleton, VisuallyHidden } from '@mantine/core'
import classes from './vendor-quotes.module.css'

const places = [1, 2, 3, 4, 5, 6]

/** Job cards while they load. */
export function VendorQuoteSkeletons() {
  return (
    <div role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <div className={classes.grid}>
        {places.map((place) => (
          <div key={place} className={classes.skeleton}>
            <Skeleton height={22} width="60%" />
            <Skeleton height={14} width="75%" mt={18} />
            <Skeleton height={14} width="50%" mt={12} />
            <Skeleton height={14} width="85%" mt={22} />
            <Skeleton height={44} mt={22} radius="md" />
          </div>
        ))}
      </div>
    </div>
  )
}
