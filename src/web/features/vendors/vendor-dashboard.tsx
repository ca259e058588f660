import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QuickActions } from './quick-actions.tsx'
import classes from './vendor-dashboard-page.module.css'

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
