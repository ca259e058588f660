import { IconBriefcase, IconCalendarEvent, IconCoin, IconInbox } from '@tabler/icons-react'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { arrivalText } from '../../../domain/visits/availability.ts'
import type { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'

type VendorTotals = inferOutput<typeof trpc.vendors.dashboard>

const icon = { size: 20, stroke: 1.8 }

/** The four cards of the vendor's dashboard. Without figures yet, their skeletons. [2.vendor.2-5] */
export function VendorFigures({ dashboard }: { dashboard: VendorTotals | undefined }) {
  const loading = !dashboard
  const next = dashboard?.next_visit
  return (
    <StatGrid>
      <StatCard
        label="Revenue Opportunity (Next 7 Days)"
        value={dashboard && formatMoney(dashboard.revenue_opportunity)}
        hint={dashboard ? 'From your booked visits' : 'Loading'}
        icon={<IconCoin {...icon} />}
        loading={loading}
      />
      <StatCard
        label="Active Jobs"
        value={dashboard && formatNumber(dashboard.active_jobs)}
        hint={dashboard ? jobsHint(dashboard.active_jobs) : 'Loading'}
        icon={<IconBriefcase {...icon} />}
        loading={loading}
      />
      <StatCard
        label="Quote Requests Available"
        value={dashboard && formatNumber(dashboard.requests_available)}
        hint={dashboard ? requestsHint(dashboard.requests_available) : 'Loading'}
        icon={<IconInbox {...icon} />}
        loading={loading}
      />
      <StatCard
        label="Next Appointment"
        value={next ? formatShortDate(next.scheduled_date, cityToday()) : 'None'}
        hint={dashboard ? nextHint(dashboard.next_visit) : 'Loading'}
        icon={<IconCalendarEvent {...icon} />}
        loading={loading}
      />
    </StatGrid>
  )
}

function jobsHint(count: number): string {
  return count === 0 ? 'No visits to come' : 'With visits still to come'
}

function requestsHint(count: number): string {
  return count === 0 ? 'You are all caught up' : 'Waiting for your price'
}

function nextHint(next: VendorTotals['next_visit']): string {
  return next
    ? `${arrivalText(next.scheduled_time, next.window_minutes)} · ${next.title}`
    : 'No visit is booked'
}
