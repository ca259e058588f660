import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import classes from './settings.module.css'

// Loaded when it is needed: few people change their address.
const PendingEmailText = lazyPart(() => import('./pending-email-text.tsx'), 'PendingEmailText')

/** Shown while a new address waits for its link to be opened. */
export function PendingEmail({ address }: { address: string | null }) {
  return (
    <div role="status" className={classes.status}>
      {address !== null && (
        <Suspense fallback={null}>
          <PendingEmailText address={address} />
        </Suspense>
      )}
    </div>
  )
}
