import { IconCalendarEvent, IconCalendarStats, IconHomeHeart, IconWallet } from '@tabler/icons-react'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { arrivalText } from '../../../domain/visits/availability.ts'
import type { trpc } from '../../api.ts'
import { Link } from '../../ui/link.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'

export type BillingDashboard = inferOutput<typeof trpc.billing.dashboard>

import classes from './month-figures.module.css'

const icon = { size: 20, stroke: 1.8 }
const visitsLabel = (count: number) => (count === 1 ? '1 visit' : `${count} visits`)

export const MonthFiguresSkeleton = () => <MonthFigures dashboard={undefined} />

/** The four cards of the resident dashboard. Without figures yet, their skeletons. [2.dashboard.1-4] */
export function MonthFigures({ dashboard }: { dashboard: BillingDashboard | undefined }) {
  const loading = !dashboard
  return (
    <StatGrid>
      <StatCard
        label="HOA Spend Month-to-Date"
        value={
          dashboard && <MonthAmount dashboard={dashboard} part="spent" amount={dashboard.so_far.amount} />
        }
        hint={dashboard ? soFar(dashboard) : 'Loading'}
        icon={<IconWallet {...icon} />}
        loading={loading}
      />
      <StatCard
        label="HOA Estimated Spend This Month"
        value={dashboard && <MonthAmount dashboard={dashboard} part="all" amount={dashboard.estimated} />}
        hint={dashboard ? toCome(dashboard) : 'Loading'}
        icon={<IconCalendarStats {...icon} />}
        loading={loading}
      />
      <StatCard
        label="Number of Services Subscribed To"
        value={dashboard && formatNumber(dashboard.services.subscribed)}
        hint={dashboard ? subscribed(dashboard) : 'Loading'}
        icon={<IconHomeHeart {...icon} />}
        loading={loading}
      />
      <StatCard
        label="Next Service Scheduled"
        value={dashboard && next(dashboard).value}
        hint={dashboard ? next(dashboard).hint : 'Loading'}
        icon={<IconCalendarEvent {...icon} />}
        loading={loading}
      />
    </StatGrid>
  )
}

type FigureProps = { dashboard: BillingDashboard; part: 'spent' | 'all'; amount: number }

/** An amount that opens what it is made of. Product 3.5 */
function MonthAmount({ dashboard: { today }, part, amount }: FigureProps) {
  const month = today.slice(0, 7)
  return (
    <Link
      to="/home/spending"
      search={part === 'all' ? { month } : { month, part }}
      className={classes.figure}
      aria-label={`${formatMoney(amount)}: see what it is made of`}
    >
      {formatMoney(amount)}
    </Link>
  )
}

const visitsOf = ({ lines }: { lines: readonly { kind: string }[] }) =>
  lines.filter(({ kind }) => kind === 'visit').length

function soFar({ so_far }: BillingDashboard): string {
  const count = visitsOf(so_far)
  return count === 0 ? 'The service fee' : `The service fee and ${visitsLabel(count)}`
}

function toCome({ so_far, to_come }: BillingDashboard): string {
  const count = visitsOf(to_come)
  if (count > 0) return `With ${visitsLabel(count)} to come`
  return visitsOf(so_far) > 0 ? 'No more visits this month' : 'No visits this month'
}

function subscribed({ services }: BillingDashboard): string {
  const { subscribed, waiting } = services
  if (waiting > 0) return `${waiting} ${subscribed > 0 ? 'more ' : ''}with quotes pending`
  return subscribed === 0 ? 'No active service yet' : 'Active now'
}

// [2.dashboard.4]
function next({ next_visit, today }: BillingDashboard) {
  if (!next_visit) return { value: 'None', hint: 'No visit is booked' }
  const { scheduled_date, scheduled_time, window_minutes, name } = next_visit
  const arrival = arrivalText(scheduled_time, window_minutes)
  return { value: formatShortDate(scheduled_date, today), hint: `${arrival} · ${name}` }
}
