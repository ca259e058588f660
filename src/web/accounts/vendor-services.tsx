import { useQuery } from '@tanstack/react-query'
import { VENDOR_MESSAGES } from '../../domain/accounts/messages.ts'
import { trpc } from '../api.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { CardSkeletons } from '../ui/skeletons.tsx'
import { ServicePicker } from '../vendors/service-picker.tsx'

type Props = { chosen: string[]; onChange: (chosen: string[]) => void }

/** The catalogue to choose from, or why there is none (section 8). */
export function VendorServices({ chosen, onChange }: Props) {
  const catalogue = useQuery(trpc.services.catalogue.queryOptions())
  if (catalogue.isPending) return <CardSkeletons count={6} />
  if (catalogue.isError) {
    return (
      <LoadFailed
        reason={VENDOR_MESSAGES.loadFailed}
        onRetry={() => catalogue.refetch()}
        busy={catalogue.isFetching}
      />
    )
  }
  if (catalogue.data.length === 0) return <EmptyState>{VENDOR_MESSAGES.noServices}</EmptyState>
  return <ServicePicker types={catalogue.data} chosen={chosen} onChange={onChange} />
}
