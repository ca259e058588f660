import { Button, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatShortDate, today } from '../../../domain/calendar.ts'
import type { LinkState } from '../../../domain/members/invitation.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { TIE_LABELS } from '../../../domain/members/unit.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './captain-members-page.module.css'

type ListedLink = inferOutput<typeof trpc.members.links>[number]

const STATES: Record<LinkState, [label: string, tone: Tone]> = {
  open: ['Works', 'green'],
  'used up': ['Used up', 'neutral'],
  expired: ['Expired', 'neutral'],
  revoked: ['Revoked', 'neutral'],
}

/** The invitation links that were made: who may come by each, how many did, and until when. Renders nothing without any. Product 4.1 */
export function LinksSection() {
  const links = useQuery(trpc.members.links.queryOptions())
  if (links.isError)
    return (
      <LoadFailed
        reason={`The invitation links could not be loaded. ${reasonOf(links.error)}`}
        onRetry={() => links.refetch()}
        busy={links.isFetching}
      />
    )
  if (!links.data || links.data.length === 0) return null
  return (
    <section aria-labelledby="links">
      <div className={classes.head}>
        <Title order={2} id="links">
          Invitation Links
        </Title>
      </div>
      <ul className={classes.cards}>
        {links.data.map((link) => (
          <LinkCard key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}

const dayOf = (time: string) => formatShortDate(today(new Date(time), CITY_TIME_ZONE), cityToday())

function LinkCard({ link }: { link: ListedLink }) {
  const { id, unit_number, tie, max_uses, uses, expires_at, created_at, made_by, state } = link
  const { mutateAsync } = useMutation(trpc.members.revokeLink.mutationOptions())
  const { busy, run } = useSingleFlight()
  const [label, tone] = STATES[state]
  const title = unit_number === null || tie === null ? 'For your building' : `For unit ${unit_number}`

  const revoke = () =>
    run(async () => {
      const agreed = await confirm({
        title: 'Revoke the link',
        question: MEMBER_MESSAGES.confirmRevoke,
        action: 'Revoke',
        danger: true,
      })
      if (!agreed) return
      try {
        await mutateAsync({ id })
        notify.success(MEMBER_MESSAGES.linkRevoked)
      } catch (error) {
        notify.error(MEMBER_MESSAGES.linkFailed(reasonOf(error)))
      }
      await refreshAfter('link_revoked')
    })

  return (
    <li className={classes.card}>
      <Title order={3}>{title}</Title>
      <div>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <p>
        {tie === null
          ? 'Who comes waits for you.'
          : `Who comes is in at once, as ${TIE_LABELS[tie].toLowerCase()}.`}
      </p>
      <p className={classes.quiet}>
        {uses} of {max_uses} used · until {dayOf(expires_at)} · made {dayOf(created_at)}
        {made_by && ` by ${made_by}`}
      </p>
      {state === 'open' && (
        <div className={classes.foot}>
          <Button
            size="sm"
            variant="default"
            disabled={busy}
            aria-label={`Revoke the link ${title.toLowerCase()}`}
            onClick={() => void revoke()}
          >
            Revoke
          </Button>
        </div>
      )}
    </li>
  )
}
