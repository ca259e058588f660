import '../../ui/part-styles.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { z } from 'zod'
import { id } from '../../../domain/text.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { ANNOUNCEMENTS_PATH } from './shown-announcement.ts'

// Its scripts are named here, and not in what every screen loads.
const AnnouncementView = lazyPart(() => import('./announcement-view.tsx'), 'AnnouncementView')

const AnnouncementAddress = z.object({ id: id.nullable().catch(null) })

/** One announcement with what was added and answered. Product 4.5 */
export function AnnouncementPage() {
  const address = useLocation({ select: (location) => location.search })
  const { id: announcementId } = AnnouncementAddress.parse(address)
  return (
    <Page>
      {announcementId === null ? (
        <>
          <PageHeader title="Announcement" />
          <EmptyState
            icon={<IconSpeakerphone size={30} stroke={1.6} />}
            title="No announcement chosen"
            action={<ButtonLink to={ANNOUNCEMENTS_PATH}>All announcements</ButtonLink>}
          >
            Choose an announcement in the list.
          </EmptyState>
        </>
      ) : (
        <Suspense
          fallback={
            <>
              <PageHeader title="Announcement" />
              <CardSkeletons count={1} label="Loading the announcement…" />
            </>
          }
        >
          <AnnouncementView key={announcementId} announcementId={announcementId} />
        </Suspense>
      )}
    </Page>
  )
}
