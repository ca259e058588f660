import { Title } from '@mantine/core'
import { IconArrowRight, IconCalendarEvent, IconFileInvoice, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { Link } from '../../ui/link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sections, useSectionQueries } from '../../ui/sections.tsx'
import { WhenSettled } from '../../ui/when-settled.tsx'
import { aboveFigures } from './slots.ts'
import classes from './vendor-dashboard.module.css'
import { VendorDashboard } from './vendor-dashboard.tsx'
import { VendorFigures } from './vendor-figures.tsx'

/** The vendor's business at a glance. [2.vendor.6] [2.vendor.9] */
export function VendorDashboardPage() {
  const figures = useQuery(trpc.vendors.dashboard.queryOptions())
  const above = useSectionQueries(aboveFigures)
  return (
    <VendorDashboard>
      <WhenSettled queries={[figures, ...above]} skeleton={<VendorFigures dashboard={undefined} />}>
        <Sections slot={aboveFigures} />
        {figures.isLoadingError ? (
          <LoadFailed
            reason={reasonOf(figures.error)}
            onRetry={() => figures.refetch()}
            busy={figures.isFetching}
          />
        ) : (
          <VendorFigures dashboard={figures.data} />
        )}
        <section className={classes.section}>
          <Title order={2}>Quick Actions</Title>
          <QuickActions />
        </section>
        <section className={classes.section}>
          <Title order={2}>Recent Activity</Title>
          <p className={classes.soon}>Activity feed coming soon...</p>
        </section>
      </WhenSettled>
    </VendorDashboard>
  )
}

// [2.vendor.8]
const actions = [
  {
    to: '/vendor/quotes',
    label: 'View Quote Requests', // [2.vendor.6]
    text: 'Send prices for new jobs',
    Icon: IconInbox,
  },
  {
    to: '/vendor/appointments',
    label: 'Manage Appointments', // [2.vendor.7]
    text: 'See where you are expected',
    Icon: IconCalendarEvent,
  },
  { to: '/vendor/invoices', label: 'Create Invoice', text: 'Bill a finished visit', Icon: IconFileInvoice },
]

function QuickActions() {
  return (
    <ul className={classes.actions}>
      {actions.map(({ to, label, text, Icon }) => (
        <li key={to} className={classes.action}>
          <span className={classes.icon} aria-hidden>
            <Icon size={22} stroke={1.7} />
          </span>
          <div>
            <Link to={to} className={classes.link}>
              {label}
            </Link>
            <p>{text}</p>
          </div>
          <IconArrowRight size={20} stroke={1.7} aria-hidden className={classes.arrow} />
        </li>
      ))}
    </ul>
  )
}
