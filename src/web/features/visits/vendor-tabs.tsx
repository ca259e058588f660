import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { vendorViews } from '../quotes/slots.ts'

type Props = { view: (typeof vendorViews)[number]['view']; children: ReactNode }

/** A vendor's visits in a list or a calendar, beside their jobs. */
export function VendorTabs({ view, children }: Props) {
  const navigate = useNavigate()
  return (
    <Page>
      <ViewTabs
        label="Services and appointments"
        view={view}
        views={vendorViews}
        onView={(to) => navigate({ to })}
        header={<PageHeader title="Services &amp; Appointments" />}
      >
        {children}
      </ViewTabs>
    </Page>
  )
}
