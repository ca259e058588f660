import { IconCalendarEvent, IconCalendarStats, IconHomeHeart, IconWallet } from '@tabler/icons-react'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { arrivalText } from '../../../domain/visits/availability.ts'
import type { trpc } from '../../api.ts'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'

export type BillingDashboard = inferOutput<typeof trpc.billing.dashboard>

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
        value={dashboard && formatMoney(dashboard.so_far.amount)}
        hint={dashboard ? soFar(dashboard) : 'Loading'}
        icon={<IconWallet {...icon} />}
        loading={loading}
      />
      <StatCard
        label="HOA Estimated Spend This Month"
        value={dashboard && formatMoney(dashboard.estimated)}
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

function soFar({ so_far }: BillingDashboard): string {
  const count = so_far.visits.length
  return count === 0 ? 'The service fee' : `The service fee and ${visitsLabel(count)}`
}

function toCome({ so_far, to_come }: BillingDashboard): string {
  const count = to_come.visits.length
  if (count > 0) return `With ${visitsLabel(count)} to come`
  return so_far.visits.length > 0 ? 'No more visits this month' : 'No visits this month'
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
