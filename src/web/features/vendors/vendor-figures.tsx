import { IconBriefcase, IconCalendarEvent, IconCoin, IconInbox } from '@tabler/icons-react'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatShortDate, formatTime } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
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
        icon={<IconCoin {...icon} />}
        loading={loading}
      />
      <StatCard
        label="Active Jobs"
        value={dashboard && formatNumber(dashboard.active_jobs)}
        icon={<IconBriefcase {...icon} />}
        loading={loading}
      />
      <StatCard
        label="Quote Requests Available"
        value={dashboard && formatNumber(dashboard.requests_available)}
        icon={<IconInbox {...icon} />}
        loading={loading}
      />
      <StatCard
        label="Next Appointment"
        value={next ? formatShortDate(next.scheduled_date, cityToday()) : 'None'}
        hint={next && `${formatTime(next.scheduled_time)} · ${next.title}`}
        icon={<IconCalendarEvent {...icon} />}
        loading={loading}
      />
    </StatGrid>
  )
}
