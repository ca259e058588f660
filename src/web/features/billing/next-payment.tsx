import { Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense } from 'react'
import { dueText, feeLabel } from '../../../domain/billing/fees.ts'
import { MONTHLY_FEE } from '../../../domain/billing/proration.ts'
import { daysBetween, firstOfNextMonth, formatLongDate, formatMonth } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sections } from '../../ui/sections.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './billing-page.module.css'
import { payFee } from './slots.ts'

type Due = NonNullable<inferOutput<typeof trpc.billing.next>>

/** The earliest unpaid fee, and how much else is unpaid. [2.billing.1] [2.billing.5] [7.payment.1] */
export function NextPayment() {
  const next = useQuery(trpc.billing.next.queryOptions())
  if (next.isLoadingError) {
    return (
      <div>
        <LoadFailed
          reason={`Your next payment could not be loaded. ${reasonOf(next.error)}`}
          onRetry={() => next.refetch()}
          busy={next.isFetching}
        />
      </div>
    )
  }
  return (
    <section className={classes.card} aria-labelledby="next-payment" aria-busy={next.isPending}>
      <div className={classes.head}>
        <Title order={2} id="next-payment" className={classes.title}>
          Next payment due
        </Title>
        {next.data && <DueBadge due={next.data} />}
      </div>
      {next.isPending ? <Loading /> : next.data ? <PaymentDue due={next.data} /> : <NothingDue />}
      {!next.isPending && (
        <Suspense fallback={next.data ? <Skeleton height={50} width={130} className={classes.pay} /> : null}>
          <Sections slot={payFee} props={{ fee: next.data ?? null }} />
        </Suspense>
      )}
    </section>
  )
}

function DueBadge({ due: { due_date } }: { due: Due }) {
  const today = cityToday()
  const tone = daysBetween(today, due_date) < 0 ? 'red' : 'amber'
  return <StatusBadge tone={tone}>{dueText(due_date, today)}</StatusBadge>
}

function PaymentDue({ due }: { due: Due }) {
  // A server of the version before says only the amount.
  const { amount, open = amount, due_date, kind, unpaid_count, unpaid_amount } = due
  return (
    <>
      <p className={classes.amount}>{formatMoney(open)}</p>
      <p className={classes.due}>Due {formatLongDate(due_date)}</p>
      <dl className={classes.facts}>
        <dt>For</dt>
        <dd>{feeLabel(due)}</dd>
        {open < amount && <dd>What is left of {formatMoney(amount)}</dd>}
        {kind === 'first' && <dd>The days that were left of the month when your building joined</dd>}
        {unpaid_count > 1 && (
          <>
            <dt>Unpaid in all</dt>
            <dd>
              {formatMoney(unpaid_amount)} for {unpaid_count} months
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

function NothingDue() {
  const month = firstOfNextMonth(cityToday())
  return (
    <>
      <p className={classes.settled}>
        <IconCircleCheck size={26} stroke={1.7} aria-hidden />
        No fee is due right now.
      </p>
      <p className={classes.note}>
        The next fee, {formatMoney(MONTHLY_FEE)} for {formatMonth(month)}, is due on{' '}
        {formatLongDate(firstOfNextMonth(month))}.
      </p>
    </>
  )
}

function Loading() {
  return (
    <div role="status">
      <VisuallyHidden>Loading your next payment…</VisuallyHidden>
      <Skeleton height={48} width="50%" mt={22} />
      <Skeleton height={16} width="60%" mt={14} />
      <Skeleton height={14} width="85%" mt={22} />
      <Skeleton height={50} width={130} mt={28} />
    </div>
  )
}
