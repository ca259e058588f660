import { useQuery } from '@tanstack/react-query'
import { trpc } from '../api.ts'
import { DocumentsSection } from '../documents/documents-section.tsx'
import { MembersSection } from '../members/members-section.tsx'
import { useSession } from '../session.ts'
import { AllAtOnce } from '../ui/all-at-once.tsx'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RowSkeletons } from '../ui/skeletons.tsx'
import { BuildingDescription } from './building-description.tsx'
import { NoBuilding } from './no-building.tsx'

/** Building Management (section 2, screen 7). */
export function BuildingPage() {
  const session = useSession()
  const building = session?.building
  const captain = session?.captain ?? false
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
      <Sections captain={captain} />
    </Page>
  )
}

function Sections({ captain }: { captain: boolean }) {
  const queries = [
    useQuery(trpc.buildings.mine.queryOptions()),
    useQuery(trpc.documents.list.queryOptions()),
    useQuery(trpc.members.list.queryOptions()),
  ]
  return (
    <AllAtOnce queries={queries} skeleton={<RowSkeletons count={6} label="Loading the building…" />}>
      <BuildingDescription />
      <DocumentsSection captain={captain} />
      <MembersSection captain={captain} />
    </AllAtOnce>
  )
}
