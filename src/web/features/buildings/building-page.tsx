import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { useSession } from '../../session/session.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sections, useSectionQueries } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { WhenSettled } from '../../ui/when-settled.tsx'
import { BuildingDescription } from './building-description.tsx'
import { belowBuilding } from './slots.ts'

/** Building Management (section 2, screen 7). */
export function BuildingPage() {
  const building = useSession()?.building
  if (!building) {
    return (
      <Page>
        <PageHeader title="Building Management" />
        <NoBuilding />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader
        title="Building Management"
        lead={building.name ?? 'Your building, its documents and its people'}
      />
      <BuildingSections />
    </Page>
  )
}

function BuildingSections() {
  const queries = [useQuery(trpc.buildings.mine.queryOptions()), ...useSectionQueries(belowBuilding)]
  return (
    <WhenSettled queries={queries} skeleton={<RowSkeletons count={6} label="Loading the building…" />}>
      <BuildingDescription />
      <Sections slot={belowBuilding} />
    </WhenSettled>
  )
}
