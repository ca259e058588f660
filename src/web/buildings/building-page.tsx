import { DocumentsSection } from '../documents/documents-section.tsx'
import { MembersSection } from '../members/members-section.tsx'
import { useSession } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { BuildingDescription } from './building-description.tsx'
import { NoBuilding } from './no-building.tsx'

/** Building Management (section 2, screen 7). */
export function BuildingPage() {
  const session = useSession()
  const building = session?.building
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
      <BuildingDescription />
      <DocumentsSection captain={session.captain} />
      <MembersSection captain={session.captain} />
    </Page>
  )
}
