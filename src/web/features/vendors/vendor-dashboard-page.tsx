import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sections } from '../../ui/sections.tsx'
import { aboveFigures } from './slots.ts'
import { VendorDashboard } from './vendor-dashboard.tsx'
import { VendorFigures } from './vendor-figures.tsx'

/** The vendor's business at a glance. */
export function VendorDashboardPage() {
  return (
    <VendorDashboard>
      <Sections slot={aboveFigures} />
      <Figures />
    </VendorDashboard>
  )
}

function Figures() {
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(trpc.vendors.dashboard.queryOptions())
  if (isLoadingError)
    return <LoadFailed reason={reasonOf(error)} onRetry={() => refetch()} busy={isFetching} />
  return <VendorFigures dashboard={data} />
}
