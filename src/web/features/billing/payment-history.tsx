import { Title } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { BILLING_MESSAGES } from '../../../domain/billing/messages.ts'
import { formatLongDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { paymentNotes } from '../../../domain/payments/payment-notes.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import classes from './payment-history.module.css'

type Payment = inferOutput<typeof trpc.billing.payments>['payments'][number]

const columns = ['Date', 'Description', 'Method', 'Status', 'Amount']
type PaymentState = Payment['status'] | 'taken_back' | 'held' | 'charged_back'
const states: Record<PaymentState, { tone: Tone; label: string }> = {
  paid: { tone: 'green', label: 'Paid' },
  pending: { tone: 'amber', label: 'Pending' },
  failed: { tone: 'red', label: 'Failed' },
  taken_back: { tone: 'neutral', label: 'Taken back' },
  held: { tone: 'amber', label: 'Chargeback open' },
  charged_back: { tone: 'red', label: 'Charged back' },
}

/** A part that a bank returned is said beside the payment: the rest stays paid. */
function stateOf({ status, amount, taken_back_reason, disputed, lost }: Payment): PaymentState {
  if (taken_back_reason) return 'taken_back'
  if (disputed > 0) return 'held'
  return lost === amount ? 'charged_back' : status
}

/** Every payment of the building, newest first, a page at a time. [2.billing.3] [2.billing.6] */
export function PaymentHistory() {
  const [page, setPage] = useState(1)
  const history = useQuery(
    trpc.billing.payments.queryOptions({ page }, { placeholderData: keepPreviousData }),
  )
  return (
    <section className={classes.section} aria-labelledby="history">
      <Title order={2} id="history">
        Payment history
      </Title>
      {history.data ? (
        <Payments {...history.data} page={page} isBefore={history.isPlaceholderData} onPage={setPage} />
      ) : history.isError ? (
        <LoadFailed
          reason={`Your payments could not be loaded. ${reasonOf(history.error)}`}
          onRetry={() => history.refetch()}
          busy={history.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading your payments…" />
      )}
    </section>
  )
}

type Props = inferOutput<typeof trpc.billing.payments> & {
  page: number
  isBefore: boolean
  onPage: (page: number) => void
}

function Payments({ payments, total, page_size, ...pages }: Props) {
  if (total === 0) {
    return (
      <EmptyState icon={<IconReceipt2 size={28} stroke={1.6} />}>{BILLING_MESSAGES.noPayments}</EmptyState>
    )
  }
  return (
    <>
      <table className={classes.table} aria-labelledby="history">
        <thead className={classes.head}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={classes.column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body}>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </tbody>
      </table>
      <Pager {...pages} total={total} pageSize={page_size} label="Pages of payments" />
    </>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { date, description, method, amount } = payment
  const state = stateOf(payment)
  // The next version may say more.
  const { tone, label } = states[state] ?? { tone: 'neutral', label: state }
  const isTakenBack = state === 'taken_back'
  return (
    <tr className={classes.row}>
      <td className={`${classes.cell} ${classes.date}`}>{formatLongDate(date)}</td>
      <th scope="row" className={`${classes.cell} ${classes.description}`}>
        {description}
        {paymentNotes(payment).map((note) => (
          <p key={note} className={classes.reason}>
            {note}
          </p>
        ))}
      </th>
      <td className={`${classes.cell} ${classes.method}`}>{method}</td>
      <td className={`${classes.cell} ${classes.status}`}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </td>
      <td className={`${classes.cell} ${classes.amount}`}>
        {isTakenBack ? <s>{formatMoney(amount)}</s> : formatMoney(amount)}
      </td>
    </tr>
  )
}
