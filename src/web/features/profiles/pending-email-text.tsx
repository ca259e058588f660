import { IconMail } from '@tabler/icons-react'
import { LINK_MESSAGES } from '../../../domain/accounts/link-messages.ts'
import classes from './settings.module.css'

/** That a link waits at the new address. */
export function PendingEmailText({ address }: { address: string }) {
  return (
    <p className={classes.hint}>
      <IconMail size={20} stroke={1.8} aria-hidden />
      <span>{LINK_MESSAGES.emailRequested(address)}</span>
    </p>
  )
}
