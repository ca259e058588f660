import { Button, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import classes from './members-section.module.css'

/** The e-mail addresses that can't ask to join. Renders nothing without any. */
export function BlockedAddresses() {
  const { data: blocked = [] } = useQuery(trpc.members.blocked.queryOptions())
  const unblock = useMutation({
    ...trpc.members.unblock.mutationOptions(),
    onError: (error) => notify.error(MEMBER_MESSAGES.unblockFailed(reasonOf(error))),
    onSettled: () => refreshAfter('email_unblocked'),
  })
  if (blocked.length === 0) return null
  return (
    <section aria-labelledby="blocked-addresses" className={classes.blocked}>
      <Title order={3} id="blocked-addresses">
        Blocked addresses
      </Title>
      <ul className={classes.addresses}>
        {blocked.map(({ email }) => (
          <li key={email}>
            <span>{email}</span>
            <Button
              size="sm"
              variant="default"
              aria-label={`Unblock ${email}`}
              disabled={unblock.isPending}
              onClick={() => unblock.mutate({ email })}
            >
              Unblock
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
