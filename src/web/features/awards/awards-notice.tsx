import { IconGavel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { useViewer } from '../../session/session.ts'
import { NoticeBar } from '../../ui/notice-bar.tsx'

/** On the dashboard of officers: how many chosen quotes wait for their approval. Renders nothing without any. Product 4.3 */
export function AwardsNotice() {
  const enabled = may(useViewer(), 'accept_quotes')
  const waiting = useQuery(trpc.awards.waiting.queryOptions(undefined, { enabled }))
  const count = waiting.data?.filter(({ can_answer }) => can_answer).length ?? 0
  if (count === 0) return null
  return (
    <NoticeBar to="/home/services" icon={<IconGavel size={26} stroke={1.7} aria-hidden />}>
      {count === 1 ? '1 chosen quote waits' : `${count} chosen quotes wait`} for a second approval
    </NoticeBar>
  )
}
