import { Title } from '@mantine/core'
import { IconArrowRight, IconCalendarEvent, IconFileInvoice, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './vendor-dashboard.module.css'

/** The vendor's dashboard around its figures. [2.vendor.1] [2.vendor.6] [2.vendor.9] */
export function VendorDashboard({ children }: { children: ReactNode }) {
  return (
    <Page>
      <PageHeader title="Vendor Dashboard" lead="Welcome back! Here's your business overview." />
      {children}
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
