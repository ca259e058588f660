import { Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { formatMonth } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { monthText, pastMonths } from '../../../domain/month.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import tableClasses from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { MonthChoice } from '../../ui/month-choice.tsx'
import { Pager } from '../../ui/pager.tsx'
import classes from '../../ui/past-section.module.css'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useMonth } from '../../ui/use-month.ts'
import spendClasses from './month-spend.module.css'
import { keyOfLine, SpendHead, SpendLineRow, SumRow } from './month-spend.tsx'
import ownClasses from './past-spend.module.css'

/** What past months cost: all of them, or what the one in the address was spent for. */
export function PastSpend() {
  const { month, go } = useMonth()
  const [page, setPage] = useState(1)
  const past = useQuery(trpc.billing.months.queryOptions({ page }, { placeholderData: keepPreviousData }))
  const { today, first, total = 0, page_size = 1 } = past.data ?? {}
  return (
    <section className={classes.section} aria-labelledby="past-months">
      <div className={classes.head}>
        <Title order={2} id="past-months">
          {month === null ? 'Spend of past months' : `Spend of ${formatMonth(`${month}-01`)}`}
        </Title>
        {(total > 0 || month !== null) && (
          <div className={classes.choice}>
            <MonthChoice
              label="Month of the spend"
              months={first && today ? pastMonths(first, today) : []}
              month={month}
              onMonth={(chosen) => go({ month: chosen, page: 1 })}
            />
            <DownloadLink path="/api/billing/spend.csv" month={month} />
            <ButtonLink to="/home/budget" variant="default">
              Budget
            </ButtonLink>
          </div>
        )}
      </div>
      {month !== null ? (
        <OneMonth month={month} />
      ) : past.data ? (
        <>
          <MonthsTable months={past.data.months} onMonth={(chosen) => go({ month: chosen, page: 1 })} />
          <Pager
            page={page}
            total={total}
            pageSize={page_size}
            isBefore={past.isPlaceholderData}
            onPage={setPage}
            label="Pages of months"
          />
        </>
      ) : past.isError ? (
        <LoadFailed
          reason={`Your past months could not be loaded. ${reasonOf(past.error)}`}
          onRetry={() => past.refetch()}
          busy={past.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading your past months…" />
      )}
    </section>
  )
}

type MonthsProps = {
  months: inferOutput<typeof trpc.billing.months>['months']
  onMonth: (month: string) => void
}

function MonthsTable({ months, onMonth }: MonthsProps) {
  if (months.length === 0)
    return <p className={classes.empty}>Your building’s first month isn’t over yet. It appears here then.</p>
  return (
    <CardsTable
      labelledBy="past-months"
      columns={['Month', 'Service fee', 'Services', 'In all']}
      actions={false}
    >
      {months.map(({ month, fee, lines, lines_amount, amount }) => (
        <tr key={month} className={tableClasses.row}>
          <th scope="row" className={tableClasses.name}>
            <button type="button" className={ownClasses.month} onClick={() => onMonth(monthText(month))}>
              {formatMonth(month)}
            </button>
          </th>
          <td data-label="Service fee" className={tableClasses.cell}>
            {formatMoney(fee)}
          </td>
          <td data-label="Services" className={tableClasses.cell}>
            {lines === 0 ? 'None' : `${formatMoney(lines_amount)} for ${lines}`}
          </td>
          <td data-label="In all" className={tableClasses.cell}>
            <Link
              to="/home/spending"
              search={{ month: monthText(month), part: 'spent' }}
              className={ownClasses.month}
              aria-label={`${formatMoney(amount)} in ${formatMonth(month)}: see what it is made of`}
            >
              <strong>{formatMoney(amount)}</strong>
            </Link>
          </td>
        </tr>
      ))}
    </CardsTable>
  )
}

function OneMonth({ month }: { month: string }) {
  const spend = useQuery(trpc.billing.month.queryOptions({ month }))
  if (spend.isPending) return <RowSkeletons label="Loading the month…" />
  if (spend.isLoadingError) {
    return (
      <LoadFailed
        reason={`The month could not be loaded. ${reasonOf(spend.error)}`}
        onRetry={() => spend.refetch()}
        busy={spend.isFetching}
      />
    )
  }
  const { today, fee, lines, amount } = spend.data
  return (
    <table className={spendClasses.table} aria-labelledby="past-months">
      <SpendHead />
      <tbody className={spendClasses.group}>
        {lines.map((line) => (
          <SpendLineRow key={keyOfLine(line)} line={line} fee={fee} today={today} />
        ))}
      </tbody>
      <tfoot className={spendClasses.group}>
        <SumRow label={formatMonth(`${month}-01`)} amount={amount} total />
      </tfoot>
    </table>
  )
}
