import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

type Props = { eyebrow: ReactNode; children: ReactNode }

/** The resident's dashboard around its sections. */
export function HomeDashboard({ eyebrow, children }: Props) {
  return (
    <Page>
      <PageHeader eyebrow={eyebrow} title="Your building at a glance" />
      {children}
    </Page>
  )
}
