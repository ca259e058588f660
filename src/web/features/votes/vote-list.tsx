import { IconCheckbox } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense } from 'react'
import { z } from 'zod'
import { LIMITS } from '../../../domain/limits.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { CardGrid } from '../../ui/tone-card.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { VoteCard } from './vote-card.tsx'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

const ListSearch = lazyPart(() => import('../../ui/list-search.tsx'), 'ListSearch')

const VotesAddress = z.object({
  tab: z.enum(['current', 'past']).catch('current'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  search: z.string().trim().min(1).max(LIMITS.search).nullable().catch(null),
})
type ShownVotes = z.output<typeof VotesAddress>

const TABS = [
  { view: 'current', label: 'Now' },
  { view: 'past', label: 'Past' },
] as const
const NONE = {
  current:
    'No vote is open or planned. A new one appears here by itself, and you get an email when it opens.',
  past: 'No vote is over yet. Results stay here for good.',
} as const

/** The votes of the viewer's building. */
export function BuildingVotes() {
  const address = useVotesAddress()
  const { shown } = address
  const list = useQuery(trpc.votes.list.queryOptions(shown, { placeholderData: keepPreviousData }))
  return <ListedVotes {...address} list={list} csv="/api/votes/votes.csv" isAdmin={false} />
}

/** The votes of all buildings. */
export function AllVotes() {
  const address = useVotesAddress()
  const { shown } = address
  const list = useQuery(trpc.votes.all.queryOptions(shown, { placeholderData: keepPreviousData }))
  return <ListedVotes {...address} list={list} csv="/api/votes/all.csv" isAdmin />
}

/** What the address asks for, and how to ask for something else. */
function useVotesAddress() {
  const shown = VotesAddress.parse(useLocation({ select: (location) => location.search }))
  const navigate = useNavigate()
  const show = (next: Partial<ShownVotes>, replace = false) => {
    const { tab, page, search } = { ...shown, page: 1, ...next }
    void navigate({
      to: '.',
      search: {
        tab: tab === 'current' ? undefined : tab,
        page: page === 1 ? undefined : page,
        search: search ?? undefined,
      },
      replace,
      resetScroll: false,
    })
  }
  return { shown, show }
}

type Props = ReturnType<typeof useVotesAddress> & {
  list: {
    data: inferOutput<typeof trpc.votes.list> | undefined
    isPlaceholderData: boolean
    isError: boolean
    error: unknown
    isFetching: boolean
    refetch: () => unknown
  }
  csv: `/api/${string}.csv`
  isAdmin: boolean
}

function ListedVotes({ shown, show, list, csv, isAdmin }: Props) {
  const { tab, page, search } = shown
  const { data } = list
  const isLong = search !== null || (data !== undefined && data.total > data.page_size)
  return (
    <ViewTabs label="Votes" view={tab} views={TABS} onView={(next) => show({ tab: next })} header={null}>
      {isLong && (
        <Suspense fallback={<div className={classes.search} />}>
          <div className={classes.search}>
            <ListSearch
              label="Search votes"
              placeholder={isAdmin ? 'Question or address' : 'Question'}
              search={search}
              onSearch={(found) => show({ search: found }, true)}
              found={search !== null && data && !list.isPlaceholderData ? foundText(data.total) : ''}
            />
          </div>
        </Suspense>
      )}
      {data ? (
        <>
          {data.votes.length === 0 ? (
            <EmptyState icon={<IconCheckbox size={28} stroke={1.6} />}>
              {search === null ? NONE[tab] : 'No vote found. Try other words.'}
            </EmptyState>
          ) : (
            <CardGrid>
              {data.votes.map((vote) => (
                <VoteCard key={vote.id} vote={vote} isAdmin={isAdmin} />
              ))}
            </CardGrid>
          )}
          <Pager
            page={page}
            total={data.total}
            pageSize={data.page_size}
            isBefore={list.isPlaceholderData}
            onPage={(to, isGone) => show({ page: to }, isGone)}
            label="Pages of votes"
          />
          {data.votes.length > 0 && (
            <div className={classes.download}>
              <DownloadLink path={csv} month={null} filter={{ tab, search }} />
            </div>
          )}
        </>
      ) : list.isError ? (
        <LoadFailed
          reason={VOTE_MESSAGES.listFailed(reasonOf(list.error))}
          onRetry={() => list.refetch()}
          busy={list.isFetching}
        />
      ) : (
        <CardSkeletons count={2} label="Loading the votes…" />
      )}
    </ViewTabs>
  )
}

const foundText = (count: number) => (count === 1 ? '1 vote found' : `${formatNumber(count)} votes found`)
