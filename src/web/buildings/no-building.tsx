import { IconBuildingCommunity } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'

/** What a resident without a building sees on screens that tell of one (section 8). */
export function NoBuilding() {
  return (
    <EmptyState icon={<IconBuildingCommunity size={28} stroke={1.6} />} title="No Building Assigned">
      No building found for your account. Please contact support.
    </EmptyState>
  )
}
