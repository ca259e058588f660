import '../../ui/part-styles.ts'
import { Suspense } from 'react'
import { mayAnnounce } from '../../../domain/announcements/announcement.ts'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AnnouncementListPart } from './announcement-list.tsx'

// Only officers load it.
const NewAnnouncementButton = lazyPart(() => import('./new-announcement-button.tsx'), 'NewAnnouncementButton')

/** /home/announcements: what the building's officers announce. Product 4.5 */
export function AnnouncementsPage() {
  const session = useSession()
  const writes = mayAnnounce(session?.viewer ?? null)
  return (
    <Page>
      <PageHeader
        title="Announcements"
        lead="What everybody in your building should know."
        action={
          session?.building &&
          writes && (
            <Suspense fallback={null}>
              <NewAnnouncementButton />
            </Suspense>
          )
        }
      />
      {session?.building ? <AnnouncementListPart writes={writes} /> : <NoBuilding />}
    </Page>
  )
}
