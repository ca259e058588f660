import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VENDOR_ACCOUNT_MESSAGES } from '../../../domain/payments/vendor-account-messages.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { portalSettings } from '../../portal-settings.ts'
import { useViewer } from '../../session/session.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'

/** A vendor's own account at Stripe, through which buildings pay its invoices. Product 3.3 */
export function VendorAccount() {
  const account = useQuery({
    ...trpc.payments.account.queryOptions(),
    enabled: portalSettings.takes_payments,
  })
  if (!portalSettings.takes_payments) return null
  const state = account.data?.takes_payments ? 'ready' : account.data ? 'unfinished' : 'none'
  return (
    <Panel title="Online Payments" lead={account.data === undefined ? undefined : TEXTS[state]}>
      {account.data !== undefined ? (
        <Connect label={ACTIONS[state]} />
      ) : account.isError ? (
        <LoadFailed
          reason={`Your Stripe account could not be loaded. ${reasonOf(account.error)}`}
          onRetry={() => account.refetch()}
          busy={account.isFetching}
        />
      ) : (
        <RowSkeletons count={1} label="Loading your Stripe account…" />
      )}
    </Panel>
  )
}

const TEXTS = {
  none: VENDOR_ACCOUNT_MESSAGES.none,
  unfinished: VENDOR_ACCOUNT_MESSAGES.unfinished,
  ready: VENDOR_ACCOUNT_MESSAGES.ready,
}
const ACTIONS = { none: 'Connect Stripe', unfinished: 'Go On at Stripe', ready: 'Change at Stripe' }

function Connect({ label }: { label: string }) {
  const manages = may(useViewer(), 'manage_company')
  const { mutateAsync: connect } = useMutation(trpc.payments.connect.mutationOptions())
  const [leaving, setLeaving] = useState(false)
  async function go(): Promise<void> {
    setLeaving(true)
    try {
      window.location.assign((await connect({})).url)
    } catch (error) {
      setLeaving(false)
      notify.error(VENDOR_ACCOUNT_MESSAGES.connectFailed(reasonOf(error)))
    }
  }
  if (!manages) return <p>An owner of your company can change this.</p>
  return (
    <Button variant="default" loading={leaving} onClick={go}>
      {label}
    </Button>
  )
}
