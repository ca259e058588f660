import { IconUserCheck } from '@tabler/icons-react'
import { useSession } from '../../session/session.ts'
import { NoticeBar } from '../../ui/notice-bar.tsx'

/** On the dashboard: to who is asked to become the HOA representative. Product 4.1 */
function OfferNotice() {
  return (
    <NoticeBar to="/home/building" icon={<IconUserCheck size={26} stroke={1.7} aria-hidden />}>
      You are asked to become the HOA representative
    </NoticeBar>
  )
}

/** On the dashboard of those who manage members: how many wait for approval. Renders nothing without any. */
export function WaitingNotice() {
  const session = useSession()
  if (session?.captaincy_offered) return <OfferNotice />
  const waiting = session?.waiting ?? 0
  if (waiting === 0) return null
  return (
    <NoticeBar to="/home/building" icon={<IconUserCheck size={26} stroke={1.7} aria-hidden />}>
      {waiting === 1 ? '1 neighbor is' : `${waiting} neighbors are`} waiting for your approval
    </NoticeBar>
  )
}
