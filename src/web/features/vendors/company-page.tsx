import { Suspense } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'

// Its scripts are named here, and not in what every screen loads.
const CompanyProfile = lazyPart(() => import('./company-profile.tsx'), 'CompanyProfile')

/** What a vendor says of itself. Product 2.7 */
export function CompanyPage() {
  return (
    <Page>
      <PageHeader
        eyebrow="Vendor Settings"
        title="Company Profile"
        lead="Buildings that ask you for a quote see it."
        action={
          <ButtonLink to="/vendor/profile" variant="default">
            Vendor Settings
          </ButtonLink>
        }
      />
      <Suspense fallback={<CardSkeletons label="Loading your company profile…" />}>
        <CompanyProfile />
      </Suspense>
    </Page>
  )
}
