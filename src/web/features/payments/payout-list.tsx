import { Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './fee-ledger.module.css'

/** What Stripe paid to the portal's bank, and what each payment is made of. Product 3.6 */
export function PayoutList() {
  const [page, setPage] = useState(1)
  const payouts = useQuery(
    trpc.payments.payouts.queryOptions({ page }, { placeholderData: keepPreviousData }),
  )
  return (
    <section className={classes.section} aria-labelledby="payouts">
      <Title order={2} id="payouts">
        Payouts
      </Title>
      <p className={classes.sums}>
        What Stripe paid to your bank. The download says which fee each part is of.
      </p>
      {payouts.data ? (
        payouts.data.total === 0 ? (
          <p>No payout yet.</p>
        ) : (
          <>
            <CardsTable labelledBy="payouts" columns={['Arrives', 'Amount', 'Parts']} actions>
              {payouts.data.payouts.map(({ id, arrives_on, amount, movements }) => (
                <tr key={id} className={cards.row}>
                  <th scope="row" className={cards.name}>
                    {formatLongDate(arrives_on)}
                  </th>
                  <td data-label="Amount" className={`${cards.cell} ${classes.amount}`}>
                    {formatMoney(amount)}
                  </td>
                  <td data-label="Parts" className={cards.cell}>
                    {formatNumber(movements)}
                  </td>
                  <td className={`${cards.cell} ${cards.actions}`}>
                    <DownloadLink path="/api/payments/payouts.csv" month={null} filter={{ payout: id }} />
                  </td>
                </tr>
              ))}
            </CardsTable>
            <Pager
              page={page}
              total={payouts.data.total}
              pageSize={payouts.data.page_size}
              isBefore={payouts.isPlaceholderData}
              onPage={setPage}
              label="Pages of payouts"
            />
          </>
        )
      ) : payouts.isError ? (
        <LoadFailed
          reason={`The payouts could not be loaded. ${reasonOf(payouts.error)}`}
          onRetry={() => payouts.refetch()}
          busy={payouts.isFetching}
        />
      ) : (
        <RowSkeletons count={2} label="Loading the payouts…" />
      )}
    </section>
  )
}
