import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { portalSettings } from '../../portal-settings.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { notify } from '../../ui/notify.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import type { PayFeeProps } from '../billing/slots.ts'
import classes from './pay-fee.module.css'

const AutomaticPayments = lazyPart(() => import('./automatic-payments.tsx'), 'AutomaticPayments')
const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'), 'TransferDialog')

/** How the fee is paid: on Stripe's page, or by transfer where that isn't set up. [2.billing.4] Product 3.3 */
export function PayFee({ fee }: PayFeeProps) {
  const pays = may(useViewer(), 'approve_invoices')
  if (!portalSettings.takes_payments) return fee && <PayByTransfer fee={fee} />
  return (
    <>
      {fee && pays && <PayOnline fee={fee} />}
      {fee && !pays && <p className={classes.note}>{PAYMENT_MESSAGES.captainPays}</p>}
      <Suspense fallback={null}>
        <AutomaticPayments pays={pays} />
      </Suspense>
    </>
  )
}

type Props = { fee: NonNullable<PayFeeProps['fee']> }

function PayOnline({ fee: { id } }: Props) {
  const { mutateAsync: payFee } = useMutation(trpc.payments.payFee.mutationOptions())
  const [leaving, setLeaving] = useState(false)
  const { data: ways } = useQuery(trpc.payments.ways.queryOptions({ fee_id: id }))
  async function pay(): Promise<void> {
    setLeaving(true)
    try {
      const { url } = await payFee({ id })
      window.location.assign(url)
    } catch (error) {
      setLeaving(false)
      notify.error(PAYMENT_MESSAGES.payFailed(reasonOf(error)))
      void refreshAfter('payment_received')
    }
  }
  // A bank takes some days.
  if (ways?.on_its_way) return <p className={classes.note}>{PAYMENT_MESSAGES.feeOnItsWay}</p>
  return (
    <Button size="lg" className={classes.pay} loading={leaving} onClick={pay}>
      Pay Now
    </Button>
  )
}

function PayByTransfer({ fee }: Props) {
  const { wanted, open, dialog } = useOpened()
  return (
    <>
      <Button size="lg" className={classes.pay} aria-haspopup="dialog" onClick={open}>
        Pay Now
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <TransferDialog fee={fee} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
