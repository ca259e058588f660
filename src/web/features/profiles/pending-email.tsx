import { IconMail } from '@tabler/icons-react'
import { LINK_MESSAGES } from '../../../domain/accounts/link-messages.ts'
import classes from './settings.module.css'

/** Shown while a new address waits for its link to be opened. */
export function PendingEmail({ address }: { address: string | null }) {
  return (
    <div role="status" className={classes.status}>
      {address !== null && (
        <p className={classes.hint}>
          <IconMail size={20} stroke={1.8} aria-hidden />
          <span>{LINK_MESSAGES.emailRequested(address)}</span>
        </p>
      )}
    </div>
  )
}
