import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The vendor's dashboard around its figures. [2.vendor.1] */
export function VendorDashboard({ children }: { children: ReactNode }) {
  return (
    <Page>
      <PageHeader title="Vendor Dashboard" lead="Welcome back! Here's your business overview." />
      {children}
    </Page>
  )
}
