import { Title } from '@mantine/core'
import { IconBriefcase, IconCalendarEvent, IconCoin, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatShortDate, formatTime } from '../../domain/calendar.ts'
import { formatMoney } from '../../domain/money.ts'
import { trpc } from '../api.ts'
import { cityToday } from '../city.ts'
import { reasonOf } from '../errors.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StatCard, StatGrid } from '../ui/stat-card.tsx'
import { QuickActions } from './quick-actions.tsx'
import classes from './vendor-dashboard-page.module.css'

/** The vendor's business at a glance (section 2, screen 13). */
export function VendorDashboardPage() {
  return (
    <Page>
      <PageHeader title="Vendor Dashboard" lead="Welcome back! Here's your business overview." />
      <Figures />
      <section className={classes.section}>
        <Title order={2}>Quick Actions</Title>
        <QuickActions />
      </section>
      <section className={classes.section}>
        <Title order={2}>Recent Activity</Title>
        <p className={classes.soon}>Activity feed coming soon...</p>
      </section>
    </Page>
  )
}

function Figures() {
  const { data, isLoadingError, error, isPending, isFetching, refetch } = useQuery(
    trpc.vendors.dashboard.queryOptions(),
  )
  if (isLoadingError)
    return <LoadFailed reason={reasonOf(error)} onRetry={() => refetch()} busy={isFetching} />
  const next = data?.next_appointment
  const icon = { size: 20, stroke: 1.8 }
  return (
    <StatGrid>
      <StatCard
        label="Revenue Opportunity (Next 7 Days)"
        value={data && formatMoney(data.revenue_opportunity)}
        icon={<IconCoin {...icon} />}
        loading={isPending}
      />
      <StatCard
        label="Active Jobs"
        value={data?.active_jobs.toLocaleString('en-US')}
        icon={<IconBriefcase {...icon} />}
        loading={isPending}
      />
      <StatCard
        label="Quote Requests Available"
        value={data?.requests_available.toLocaleString('en-US')}
        icon={<IconInbox {...icon} />}
        loading={isPending}
      />
      <StatCard
        label="Next Appointment"
        value={next ? formatShortDate(next.scheduled_date, cityToday()) : 'None'}
        hint={next && `${formatTime(next.scheduled_time)} · ${next.title}`}
        icon={<IconCalendarEvent {...icon} />}
        loading={isPending}
      />
    </StatGrid>
  )
}
