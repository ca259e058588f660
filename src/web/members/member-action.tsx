import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { MEMBER_MESSAGES } from '../../domain/members/messages.ts'
import { queryClient, trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { confirm } from '../ui/confirm-dialog.tsx'
import { notify } from '../ui/notify.tsx'
import { useBusy } from '../ui/use-busy.ts'
import type { Member } from './members-table.tsx'

const refreshMembers = () => queryClient.invalidateQueries({ queryKey: trpc.members.list.queryKey() })

/** What the captain can do about a person: accept who waits, remove who is in, nothing about a captain. */
export function MemberAction({ member }: { member: Member }) {
  const { run } = useBusy()
  const accept = useMutation(trpc.members.accept.mutationOptions({ onSettled: refreshMembers }))
  const remove = useMutation(trpc.members.remove.mutationOptions({ onSettled: refreshMembers }))
  const working = accept.isPending || remove.isPending

  const { id, first_name, last_name, status, role } = member
  const name = `${first_name} ${last_name}`
  const waits = status === 'pending'
  const takesOver = waits && role === 'captain'
  if (role === 'captain' && !waits) return null

  const act = () =>
    run(async () => {
      const agreed = await confirm({
        title: `${waits ? 'Accept' : 'Remove'} ${name}`,
        question: takesOver
          ? `${MEMBER_MESSAGES.confirmAccept} ${MEMBER_MESSAGES.confirmHandOver}`
          : waits
            ? MEMBER_MESSAGES.confirmAccept
            : MEMBER_MESSAGES.confirmRemove,
        action: waits ? 'Accept' : 'Remove',
        danger: !waits,
      })
      if (!agreed) return
      try {
        await (waits ? accept.mutateAsync({ id, hand_over: takesOver }) : remove.mutateAsync({ id }))
        notify.success(waits ? MEMBER_MESSAGES.accepted : MEMBER_MESSAGES.removed)
      } catch (error) {
        const reason = reasonOf(error)
        notify.error(waits ? MEMBER_MESSAGES.acceptFailed(reason) : MEMBER_MESSAGES.removeFailed(reason))
      }
    })

  return (
    <Button
      size="sm"
      variant={waits ? 'filled' : 'default'}
      onClick={act}
      loading={working}
      aria-label={`${waits ? 'Accept' : 'Remove'} ${name}`}
    >
      {waits ? 'Accept' : 'Remove'}
    </Button>
  )
}
