import { useQuery } from '@tanstack/react-query'
import { formatLongDate, formatMonth } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { Panel } from '../../ui/panel.tsx'

/** What the next run of fees charges. Product 3.6 */
export function NextFeeRun() {
  const { data: run } = useQuery(trpc.payments.feeRun.queryOptions({ page: 1 }))
  if (!run) return null
  const buildings = run.total === 1 ? '1 building' : `${formatNumber(run.total)} buildings`
  return (
    <Panel title="Next fee run" lead={`On ${formatLongDate(run.month)}, for ${formatMonth(run.month)}.`}>
      <p>
        {buildings} will be charged {formatMoney(run.fee)} each, {formatMoney(run.amount)} in all, due on{' '}
        {formatLongDate(run.due_date)}.
      </p>
    </Panel>
  )
}
