import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense, useState } from 'react'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { canAddFeed, FEED_MESSAGES } from '../../../domain/feeds/feed.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { useKeptState } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import { useSession } from '../../session/session.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import rows from '../../ui/setting-rows.module.css'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './feeds.module.css'

// Loads when it opens: most people make one address, once.
const FeedDialog = lazyPart(() => import('./feed-dialog.tsx'), 'FeedDialog')

type Feed = inferOutput<typeof trpc.feeds.list>[number]

const dayOf = (moment: string) => formatLongDate(today(new Date(moment), CITY_TIME_ZONE))

/** The person's calendar addresses, each with its button, and a new one. */
export function FeedsPart() {
  const feeds = useQuery(trpc.feeds.list.queryOptions())
  const [naming = false, setNaming] = useKeptState<true>('naming a calendar address')
  // Never kept: it is shown only once.
  const [made, setMade] = useState<string | null>(null)
  const session = useSession()
  if (feeds.isLoadingError)
    return (
      <LoadFailed
        reason={`Your calendar addresses could not be loaded. ${reasonOf(feeds.error)}`}
        onRetry={() => feeds.refetch()}
        busy={feeds.isFetching}
      />
    )
  if (feeds.isPending) return <RowSkeletons count={1} label="Loading your calendar addresses…" />
  const { data } = feeds
  return (
    <div className={classes.part}>
      {data.length > 0 && (
        <ul className={rows.rows} aria-label="Calendar addresses">
          {data.map((feed) => (
            <FeedRow key={feed.id} feed={feed} />
          ))}
        </ul>
      )}
      {session?.viewer?.kind === 'unassigned' ? (
        <p className={classes.hint}>Your visits come with a building. Until then there is no calendar.</p>
      ) : canAddFeed(data.length) ? (
        <Button variant="default" className={classes.add} onClick={() => setNaming(true)}>
          New address
        </Button>
      ) : (
        <p className={classes.hint}>{FEED_MESSAGES.full}</p>
      )}
      <Suspense fallback={null}>
        {(naming || made !== null) && (
          <FeedDialog
            address={made}
            onMade={(address) => {
              setMade(address)
              setNaming(undefined)
            }}
            onClose={() => {
              setMade(null)
              setNaming(undefined)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function FeedRow({ feed: { id, name, created_at, last_read_at } }: { feed: Feed }) {
  const { mutateAsync: revoke, isPending } = useMutation(trpc.feeds.revoke.mutationOptions())

  async function askAndRevoke() {
    const isSure = await confirm({
      title: `Revoke ${name}`,
      question:
        'Calendars that use this address no longer get your visits. What they have stays in them until you remove it there.',
      action: 'Revoke',
      danger: true,
    })
    if (!isSure) return
    try {
      await revoke({ id })
      notify.success(FEED_MESSAGES.revoked)
    } catch (error) {
      notify.error(FEED_MESSAGES.revokeFailed(reasonOf(error)))
    }
    void refreshAfter('feed_revoked')
  }

  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>
          {`Made ${dayOf(created_at)} · `}
          {last_read_at ? `last read ${dayOf(last_read_at)}` : 'not read yet'}
        </small>
      </span>
      <Button
        size="sm"
        variant="default"
        loading={isPending}
        onClick={askAndRevoke}
        aria-label={`Revoke ${name}`}
      >
        Revoke
      </Button>
    </li>
  )
}
