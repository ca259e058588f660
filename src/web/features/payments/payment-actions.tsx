import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { formatMoney } from '../../../domain/money.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { refundable } from '../../../domain/payments/refund.ts'
import { canTakeBack } from '../../../domain/payments/take-back.ts'
import { may } from '../../../domain/viewer.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useOpened } from '../../ui/use-opened.ts'
import type { BesidePaymentProps } from '../invoices/slots.ts'
import classes from './payment-actions.module.css'
import { TakeBackButton } from './take-back-button.tsx'

const RefundForm = lazyPart(() => import('./refund-form.tsx'), 'RefundForm')

/** What can be done with a payment of an invoice: its building takes back what it recorded, its vendor gives money back. Product 3.3 */
export function PaymentActions({ payment, payable }: BesidePaymentProps) {
  const viewer = useViewer()
  const gone = payment.refunded + payment.returning
  const { id, name, amount } = payment
  if (may(viewer, 'approve_invoices') && canTakeBack({ ...payment, refunded: gone }))
    return (
      <div className={classes.actions}>
        <TakeBackButton payment={{ id, name, amount, of: 'invoice' }} />
      </div>
    )
  if (!may(viewer, 'manage_company') || payment.status !== 'paid') return null
  const held = payment.disputed + payment.lost
  const left = refundable({ ...payment, refunded: gone, held }, payable)
  if (left > 0)
    return (
      <div className={classes.actions}>
        <RefundOfPayment payment={payment} left={left} />
      </div>
    )
  return payment.is_online && gone + held < amount ? (
    <p className={classes.hint}>{PAYMENT_MESSAGES.creditFirst}</p>
  ) : null
}

function RefundOfPayment({ payment, left }: { payment: BesidePaymentProps['payment']; left: number }) {
  const { wanted, open, dialog } = useOpened()
  const { id, name, is_online, refund_failed } = payment
  return (
    <>
      <Button size="sm" variant="default" aria-haspopup="dialog" aria-label={`Refund ${name}`} onClick={open}>
        Refund
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <RefundForm
            payment={{ id, left, is_online, refund_failed }}
            name={name}
            lead={`${name}: ${formatMoney(left)} was paid beyond what is owed`}
            hint={PAYMENT_MESSAGES.refundOfInvoice}
            placeholder="The building reads it."
            {...dialog}
          />
        </Suspense>
      )}
    </>
  )
}
