import { Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { lineState, lineWords } from '../../../domain/budget/spend-words.ts'
import {
  type CalendarDate,
  formatMonth,
  formatMonthDay,
  formatShortDate,
  startOfMonth,
} from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import type { BillingDashboard } from './month-figures.tsx'
import classes from './month-spend.module.css'

type MonthLine = BillingDashboard['so_far']['lines'][number]
type ChargedFee = BillingDashboard['fee']

/** This month's fee and visits, which add up to the dashboard's two amounts. */
export const MonthSpend = memo(({ dashboard }: { dashboard: BillingDashboard | undefined }) => {
  return (
    <section className={classes.section} aria-labelledby="month-spend">
      <Title order={2} id="month-spend">
        Where this month’s money goes
      </Title>
      {dashboard ? (
        <>
          <Breakdown {...dashboard} />
          <p className={classes.more}>
            <ButtonLink to="/home/services" variant="default">
              All services and visits
            </ButtonLink>
            <ButtonLink to="/home/billing" variant="default">
              Past months
            </ButtonLink>
            <ButtonLink to="/home/budget" variant="default">
              Budget
            </ButtonLink>
          </p>
        </>
      ) : (
        <RowSkeletons label="Loading this month’s costs…" />
      )}
    </section>
  )
})

function Breakdown({ today, fee, so_far, to_come, estimated }: BillingDashboard) {
  const month = startOfMonth(today)
  return (
    <table className={classes.table} aria-labelledby="month-spend">
      <SpendHead />
      <tbody className={classes.group}>
        <SumRow label={`So far, up to ${formatMonthDay(today)}`} amount={so_far.amount} />
        {so_far.lines.map((line) => (
          <SpendLineRow key={keyOfLine(line)} line={line} fee={fee} today={today} />
        ))}
      </tbody>
      {to_come.lines.length > 0 && (
        <tbody className={classes.group}>
          <SumRow label="Still to come" amount={to_come.amount} />
          {to_come.lines.map((line) => (
            <SpendLineRow key={keyOfLine(line)} line={line} fee={fee} today={today} />
          ))}
        </tbody>
      )}
      <tfoot className={classes.group}>
        <SumRow label={`${formatMonth(month)}, estimated`} amount={estimated} total />
      </tfoot>
    </table>
  )
}

/** The columns of a month's spend, for screen readers. */
export function SpendHead() {
  return (
    <thead className={classes.head}>
      <tr>
        {['Day', 'What for', 'State', 'Amount'].map((column) => (
          <th key={column} scope="col">
            <VisuallyHidden>{column}</VisuallyHidden>
          </th>
        ))}
      </tr>
    </thead>
  )
}

export const keyOfLine = ({ kind, source, day }: MonthLine) => `${kind} ${source ?? day}`

/** A line of a month's spend. `fee` says of the month's fee whether it is paid. */
export function SpendLineRow({
  line,
  fee,
  today,
}: {
  line: MonthLine
  fee: ChargedFee
  today: CalendarDate
}) {
  const { kind, day, amount, to_come } = line
  const isFee = kind === 'fee'
  const charged = isFee && !to_come ? fee : null
  return (
    <SpendRow
      when={
        !isFee ? formatShortDate(day, today) : line.fee_kind === 'first' ? 'Part of the month' : 'Whole month'
      }
      what={lineWords(line)}
      who={line.company_name}
      state={
        charged ? (
          charged.is_paid ? (
            'Paid'
          ) : (
            `Due ${formatMonthDay(charged.due_date, today)}`
          )
        ) : (
          <State of={lineState(line, today)} isDone={line.status === 'completed'} />
        )
      }
      amount={amount}
    />
  )
}

type SumRowProps = { label: string; amount: number; total?: boolean }

function State({ of, isDone }: { of: string; isDone: boolean }) {
  if (!isDone) return of
  return (
    <span className={classes.done}>
      <IconCheck size={16} stroke={2.4} aria-hidden />
      {of}
    </span>
  )
}

export function SumRow({ label, amount, total }: SumRowProps) {
  return (
    <tr className={total ? `${classes.sum} ${classes.total}` : classes.sum}>
      <th scope="rowgroup" colSpan={3} className={classes.cell}>
        {label}
      </th>
      <td className={`${classes.cell} ${classes.amount}`}>{formatMoney(amount)}</td>
    </tr>
  )
}

type RowProps = { when: string; what: string; who: string | null; state: ReactNode; amount: number }

function SpendRow({ when, what, who, state, amount }: RowProps) {
  return (
    <tr className={classes.row}>
      <td className={`${classes.cell} ${classes.when}`}>{when}</td>
      <th scope="row" className={`${classes.cell} ${classes.what}`}>
        {what}
        {who && <span className={classes.who}>{who}</span>}
      </th>
      <td className={`${classes.cell} ${classes.state}`}>{state}</td>
      <td className={`${classes.cell} ${classes.amount}`}>{formatMoney(amount)}</td>
    </tr>
  )
}
