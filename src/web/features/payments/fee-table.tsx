import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { feeLabel } from '../../../domain/billing/fees.ts'
import { formatMonthDay } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { refundable } from '../../../domain/payments/refund.ts'
import { canTakeBack } from '../../../domain/payments/take-back.ts'
import { feeReference } from '../../../domain/payments/transfer.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { portalSettings } from '../../portal-settings.ts'
import { refreshAfter } from '../../refresh.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { notify } from '../../ui/notify.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './fee-ledger.module.css'
import type { ListedFee } from './listed-fee.ts'
import { TakeBackButton } from './take-back-button.tsx'

const TransferForm = lazyPart(() => import('./transfer-form.tsx'), 'TransferForm')
const RefundForm = lazyPart(() => import('./refund-form.tsx'), 'RefundForm')

const COLUMNS = ['Reference', 'Building', 'Fee', 'Due', 'Amount', 'Paid']

/** One row a fee; on a phone each is a card. */
export function FeeTable({ fees, isBefore }: { fees: readonly ListedFee[]; isBefore: boolean }) {
  return (
    <div aria-busy={isBefore}>
      <CardsTable labelledBy="fees" columns={COLUMNS} actions>
        {fees.map((fee) => (
          <FeeRow key={fee.id} fee={fee} />
        ))}
      </CardsTable>
    </div>
  )
}

function FeeRow({ fee }: { fee: ListedFee }) {
  // A server of the version before lists no payments.
  const { number, building_name, address, city, due_date, amount, credited, paid, payments = [] } = fee
  const today = cityToday()
  const { taken_back_reason, disputed, lost } = fee
  const open = amount - credited - paid
  const reference = feeReference(number)
  return (
    <tr className={cards.row}>
      <th scope="row" className={cards.name}>
        {reference}
      </th>
      <td data-label="Building" className={cards.cell}>
        <div>
          {building_name ?? address}
          <p className={cards.aside}>{building_name === null ? city : `${address}, ${city}`}</p>
        </div>
      </td>
      <td data-label="Fee" className={cards.cell}>
        {feeLabel(fee)}
      </td>
      <td data-label="Due" className={`${cards.cell} ${cards.short}`}>
        {formatMonthDay(due_date, today)}
      </td>
      <td data-label="Amount" className={cards.cell}>
        <div>
          <span className={classes.amount}>{formatMoney(amount)}</span>
          {credited > 0 && <p className={cards.aside}>{formatMoney(credited)} refunded</p>}
        </div>
      </td>
      <td data-label="Paid" className={cards.cell}>
        <div>
          {payments.map((payment) => (
            <div key={payment.id}>
              {formatMonthDay(payment.date, today)}
              <p className={cards.aside}>
                {payments.length > 1 || payment.amount !== paid
                  ? `${formatMoney(payment.amount)}, ${payment.method}`
                  : payment.method}
              </p>
            </div>
          ))}
          {disputed > 0 && <StatusBadge tone="amber">Chargeback open</StatusBadge>}
          {open > 0 && (
            <StatusBadge tone={due_date < today ? 'red' : 'amber'}>
              {`${due_date < today ? 'Overdue' : 'Open'}${open < amount - credited ? `: ${formatMoney(open)}` : ''}`}
            </StatusBadge>
          )}
          {lost > 0 && <p className={cards.aside}>The bank returned {formatMoney(lost)} to the payer</p>}
          {open > 0 && taken_back_reason && (
            <p className={cards.aside}>A payment was taken back: {taken_back_reason}</p>
          )}
          {open === 0 && amount === credited && <p className={cards.aside}>Refunded</p>}
        </div>
      </td>
      <td className={`${cards.cell} ${cards.actions}`}>
        <div className={classes.buttons}>
          {open > 0 && fee.automatic && portalSettings.takes_payments && <RetryCharge fee={fee} />}
          {open > 0 && <RecordTransferButton fee={fee} />}
          {payments.map((payment) => (
            <PaymentButtons key={payment.id} fee={fee} payment={payment} />
          ))}
        </div>
      </td>
    </tr>
  )
}

type PaymentProps = { fee: ListedFee; payment: ListedFee['payments'][number] }

/** What can be done with one payment of the fee. */
function PaymentButtons({ fee, payment }: PaymentProps) {
  const { number, amount, credited, paid, payments, disputed } = fee
  const { id, date, refunded, held, is_online } = payment
  const of = { kind: 'fee' as const, owed: amount - credited, paid, disputed, returning: 0 }
  const left = refundable({ status: 'paid', amount: payment.amount, refunded, held }, of)
  const reference = feeReference(number)
  // Of several each says which it is.
  const which =
    payments.length > 1 ? `, ${formatMoney(payment.amount)} of ${formatMonthDay(date, cityToday())}` : ''
  const name = `the payment of ${reference}${which}`
  return (
    <>
      {left > 0 && <RefundButton fee={fee} payment={{ ...payment, left }} name={`${reference}${which}`} />}
      {canTakeBack({ status: 'paid', is_online, refunded }) && (
        <TakeBackButton payment={{ id, name, amount: payment.amount, of: 'fee' }} />
      )}
    </>
  )
}

function RetryCharge({ fee: { id, number } }: { fee: ListedFee }) {
  const { mutateAsync: retry } = useMutation(trpc.payments.retryCharge.mutationOptions())
  const { busy, run } = useSingleFlight()
  const charge = () =>
    run(async () => {
      try {
        await retry({ id })
        notify.success(PAYMENT_MESSAGES.charged)
      } catch (error) {
        notify.error(PAYMENT_MESSAGES.chargeFailed(reasonOf(error)))
      }
      await refreshAfter('charge_retried')
    })
  return (
    <Button
      size="sm"
      variant="default"
      loading={busy}
      aria-label={`Charge ${feeReference(number)}`}
      onClick={() => void charge()}
    >
      Charge
    </Button>
  )
}

function RecordTransferButton({ fee }: { fee: ListedFee }) {
  const { wanted, open, dialog } = useOpened()
  return (
    <>
      <Button
        size="sm"
        variant="default"
        aria-haspopup="dialog"
        aria-label={`Record transfer of ${feeReference(fee.number)}`}
        onClick={open}
      >
        Record Transfer
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <TransferForm fee={fee} {...dialog} />
        </Suspense>
      )}
    </>
  )
}

type RefundProps = { fee: ListedFee; payment: PaymentProps['payment'] & { left: number }; name: string }

function RefundButton({ fee: { address }, payment, name }: RefundProps) {
  const { wanted, open, dialog } = useOpened()
  return (
    <>
      <Button size="sm" variant="default" aria-haspopup="dialog" aria-label={`Refund ${name}`} onClick={open}>
        Refund
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <RefundForm
            payment={payment}
            name={name}
            lead={`${name}, ${address}: ${formatMoney(payment.amount)} was paid, ${payment.method}`}
            hint={PAYMENT_MESSAGES.refundOfFee}
            placeholder="The HOA representative reads it."
            {...dialog}
          />
        </Suspense>
      )}
    </>
  )
}
