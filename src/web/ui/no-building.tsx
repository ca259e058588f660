import { IconBuildingCommunity } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'
import { SupportLink } from './support-link.tsx'

/** What a resident without a building sees on the screens of a building. [2.building.23] [8.empty.3] */
export function NoBuilding() {
  return (
    <EmptyState icon={<IconBuildingCommunity size={28} stroke={1.6} />} title="No Building Assigned">
      No building found for your account. Please <SupportLink>contact support</SupportLink>.
    </EmptyState>
  )
}
