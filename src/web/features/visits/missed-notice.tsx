import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { NoticeBar } from '../../ui/notice-bar.tsx'

/** On both dashboards: how many visits were missed or are disputed. Renders nothing without any. Product 1.5 */
export function MissedNotice() {
  const isVendor = useViewer()?.kind === 'vendor'
  const lists = [
    useQuery(trpc.visits.missed.queryOptions({ page: 1 })),
    useQuery(trpc.visits.disputed.queryOptions({ page: 1 })),
  ]
  const failed = lists.filter(({ isLoadingError }) => isLoadingError)
  if (failed.length > 0)
    return (
      <LoadFailed
        reason={`Your missed and disputed visits could not be loaded. ${reasonOf(failed[0]?.error)}`}
        onRetry={() => Promise.all(failed.map((each) => each.refetch()))}
        busy={failed.some(({ isFetching }) => isFetching)}
      />
    )
  const [missed = 0, disputed = 0] = lists.map(({ data }) => data?.total ?? 0)
  if (missed + disputed === 0) return null
  return (
    <NoticeBar
      to={isVendor ? '/vendor/appointments' : '/home/services'}
      icon={<IconAlertTriangle size={26} stroke={1.7} aria-hidden />}
    >
      {[
        missed > 0 && (missed === 1 ? '1 visit was missed' : `${missed} visits were missed`),
        disputed > 0 && (disputed === 1 ? '1 visit is disputed' : `${disputed} visits are disputed`),
      ]
        .filter(Boolean)
        .join(', ')}
    </NoticeBar>
  )
}
