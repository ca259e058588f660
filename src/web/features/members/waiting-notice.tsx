import { Title } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import classes from './waiting-notice.module.css'

/** On the dashboard of those who manage members: how many wait for approval. Renders nothing without any. */
export function WaitingNotice() {
  const waiting = useSession()?.waiting ?? 0
  if (waiting === 0) return null
  return (
    <section aria-labelledby="waiting" className={classes.notice}>
      <IconUserCheck size={26} stroke={1.7} aria-hidden />
      <Title order={2} size="h4" id="waiting">
        {waiting === 1 ? '1 neighbor is' : `${waiting} neighbors are`} waiting for your approval
      </Title>
      <ButtonLink to="/home/building" variant="default">
        Review
      </ButtonLink>
    </section>
  )
}
