import { IconSpeakerphone } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { ANNOUNCEMENT_TABS } from '../../../domain/announcements/announcement.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { CardGrid } from '../../ui/tone-card.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { AnnouncementCard } from './announcement-card.tsx'
import { ANNOUNCEMENT_MESSAGES } from './announcement-messages.ts'

const ListAddress = z.object({
  tab: z.enum(ANNOUNCEMENT_TABS).catch('current'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

const TABS = [
  { view: 'current', label: 'Now' },
  { view: 'earlier', label: 'Earlier' },
] as const

const noneText = (tab: 'current' | 'earlier', writes: boolean) =>
  tab === 'earlier'
    ? 'No announcement has expired yet.'
    : writes
      ? 'Nothing is announced. Write the first announcement: your neighbors see it here, and get it by email.'
      : 'Nothing is announced. A new announcement appears here by itself.'

/** The announcements that the viewer sees. */
export function AnnouncementListPart({ writes }: { writes: boolean }) {
  const { tab, page } = ListAddress.parse(useLocation({ select: (location) => location.search }))
  const navigate = useNavigate()
  const list = useQuery(
    trpc.announcements.list.queryOptions({ tab, page }, { placeholderData: keepPreviousData }),
  )
  const { data } = list
  const show = (next: { tab?: typeof tab; page?: number }, replace = false) => {
    const shown = { tab, page: 1, ...next }
    void navigate({
      to: '.',
      search: {
        tab: shown.tab === 'current' ? undefined : shown.tab,
        page: shown.page === 1 ? undefined : shown.page,
      },
      replace,
      resetScroll: false,
    })
  }
  return (
    <ViewTabs
      label="Announcements"
      view={tab}
      views={TABS}
      onView={(next) => show({ tab: next })}
      header={null}
    >
      {data ? (
        <>
          {data.announcements.length === 0 ? (
            <EmptyState icon={<IconSpeakerphone size={28} stroke={1.6} />}>
              {noneText(tab, writes)}
            </EmptyState>
          ) : (
            <CardGrid>
              {data.announcements.map((announcement) => (
                <AnnouncementCard key={announcement.id} announcement={announcement} />
              ))}
            </CardGrid>
          )}
          <Pager
            page={page}
            total={data.total}
            pageSize={data.page_size}
            isBefore={list.isPlaceholderData}
            onPage={(to, isGone) => show({ page: to }, isGone)}
            label="Pages of announcements"
          />
        </>
      ) : list.isError ? (
        <LoadFailed
          reason={ANNOUNCEMENT_MESSAGES.listFailed(reasonOf(list.error))}
          onRetry={() => list.refetch()}
          busy={list.isFetching}
        />
      ) : (
        <CardSkeletons count={2} label="Loading the announcements…" />
      )}
    </ViewTabs>
  )
}
