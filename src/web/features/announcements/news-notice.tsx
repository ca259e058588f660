import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { NoticeBar } from '../../ui/notice-bar.tsx'

/** On the dashboard: what is announced and not read yet. Renders nothing without any. Product 4.5 */
export function NewsNotice() {
  const news = useQuery(trpc.announcements.news.queryOptions())
  if (news.isLoadingError)
    return (
      <LoadFailed
        reason={`Your announcements could not be loaded. ${reasonOf(news.error)}`}
        onRetry={() => news.refetch()}
        busy={news.isFetching}
      />
    )
  if (!news.data) return null
  const { title, is_important, unread } = news.data
  const named = `${is_important ? 'Important' : 'New'}: ${title}`
  return (
    <NoticeBar to="/home/announcements" icon={<IconSpeakerphone size={26} stroke={1.7} aria-hidden />}>
      {unread === 1 ? named : `${named}, and ${unread - 1} more`}
    </NoticeBar>
  )
}
