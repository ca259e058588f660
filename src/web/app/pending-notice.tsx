import { Anchor, Title } from '@mantine/core'
import { useState } from 'react'
import { ACCOUNT_MESSAGES } from '../../domain/accounts/account-messages.ts'
import { LazyProofDialog } from '../forms/lazy-proof-dialog.ts'
import { useSession } from '../session/session.ts'
import { useCloseAccount } from '../session/use-close-account.ts'
import { Page } from '../ui/page.tsx'
import classes from './pending-notice.module.css'

/** All that a pending person sees of the guarded areas: the notice, and the way out. [2.guard.4] */
export function PendingNotice() {
  const [leaving, setLeaving] = useState(false)
  const close = useCloseAccount()
  const address = useSession()?.waits_at
  return (
    <Page width="narrow">
      <section className={classes.notice}>
        <HousePicture />
        <Title order={1}>Account Pending Approval</Title>
        {address && <p className={classes.address}>{address}</p>}
        <p>{ACCOUNT_MESSAGES.pending}</p>
        <Anchor component="button" type="button" onClick={() => setLeaving(true)}>
          Withdraw your request and close your account
        </Anchor>
      </section>
      {leaving && (
        <LazyProofDialog
          title="Close your account?"
          lead="Your request to join is withdrawn. Your profile and your sign-in are deleted. This can’t be undone."
          action="Close Account"
          danger
          onClose={() => setLeaving(false)}
          onProven={close}
        />
      )}
    </Page>
  )
}

function HousePicture() {
  return (
    <svg viewBox="0 0 240 160" aria-hidden="true" className={classes.picture}>
      <rect width="240" height="160" rx="16" fill="#fbebe3" />
      <circle cx="196" cy="42" r="20" fill="#f5c887" />
      <rect x="72" y="26" width="96" height="104" fill="#c97b4a" />
      <rect x="66" y="20" width="108" height="10" rx="3" fill="#2f5c48" />
      <path d="M98 130V78a22 22 0 0 1 44 0v52z" fill="#123b2c" />
      <circle cx="135" cy="102" r="2.6" fill="#f5c887" />
      <path d="M108 76a12 12 0 0 1 24 0v6h-24z" fill="#ffe7ae" />
      <rect x="80" y="130" width="80" height="7" rx="2" fill="#efe7da" />
      <rect x="72" y="137" width="96" height="7" rx="2" fill="#e1d6c4" />
      <rect x="64" y="144" width="112" height="7" rx="2" fill="#d3c6b1" />
      <rect y="150" width="240" height="10" fill="#e6dac6" />
      <path d="M38 150v-26" stroke="#7a4a2b" strokeWidth="4" strokeLinecap="round" />
      <circle cx="38" cy="108" r="20" fill="#2f7d5b" />
      <circle cx="30" cy="116" r="12" fill="#256a4b" />
    </svg>
  )
}
