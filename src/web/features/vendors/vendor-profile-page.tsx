import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { z } from 'zod'
import { id } from '../../../domain/text.ts'
import { PROFILE_MESSAGES } from '../../../domain/vendors/vendor-profile.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'

// Its scripts are named here, and not in what every screen loads.
const ShownProfile = lazyPart(() => import('./shown-profile.tsx'), 'ShownProfile')

const VendorAddress = z.object({ id: id.nullable().catch(null) })

/** A vendor as a building sees it that asked it. Product 2.7 */
export function VendorProfilePage() {
  const search = useLocation({ select: (location) => location.search })
  const { id: vendor } = VendorAddress.parse(search)
  return (
    <Page>
      {vendor === null ? (
        <NoVendor title="No vendor chosen" />
      ) : (
        <VendorProfile key={vendor} vendorId={vendor} />
      )}
    </Page>
  )
}

function NoVendor({ title }: { title: string }) {
  return (
    <>
      <PageHeader title="Vendor" />
      <EmptyState
        icon={<IconTruck size={30} stroke={1.6} />}
        title={title}
        action={<ButtonLink to="/home/services">Your services</ButtonLink>}
      >
        Open a vendor from one of the quotes that you received.
      </EmptyState>
    </>
  )
}

function VendorProfile({ vendorId }: { vendorId: string }) {
  const profile = useQuery(trpc.vendors.profile.queryOptions({ id: vendorId }))
  // Together with the data.
  useEffect(() => void ShownProfile.preload(), [])
  if (profile.data)
    return (
      <Suspense
        fallback={
          <>
            <PageHeader title={profile.data.company_name} />
            <CardSkeletons label="Loading the vendor…" />
          </>
        }
      >
        <ShownProfile profile={profile.data} />
      </Suspense>
    )
  if (profile.error?.data?.code === 'NOT_FOUND')
    return <NoVendor title="Your building has not asked this vendor." />
  return (
    <>
      <PageHeader title="Vendor" />
      {profile.isError ? (
        <LoadFailed
          reason={PROFILE_MESSAGES.loadFailed(reasonOf(profile.error))}
          onRetry={() => profile.refetch()}
          busy={profile.isFetching}
        />
      ) : (
        <CardSkeletons label="Loading the vendor…" />
      )}
    </>
  )
}
