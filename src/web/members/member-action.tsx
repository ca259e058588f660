import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { MEMBER_MESSAGES } from '../../domain/members/messages.ts'
import { trpc } from '../api.ts'
import { atOnce } from '../at-once.ts'
import { reasonOf } from '../errors.ts'
import { confirm } from '../ui/confirm-dialog.tsx'
import { notify } from '../ui/notify.tsx'
import { useBusy } from '../ui/use-busy.ts'
import type { Member } from './members-table.tsx'

const list = trpc.members.list.queryKey()

const shownAs = (status: Member['status']) =>
  atOnce(
    list,
    (members: Member[], { id }: { id: string }) =>
      members.map((member) => (member.id === id ? { ...member, status } : member)),
    [list],
  )

/** What the captain can do about a person: accept who waits, remove who is in, nothing about a captain. */
export function MemberAction({ member }: { member: Member }) {
  const { id, first_name, last_name, status, role } = member
  const { run } = useBusy()
  // The button is the next one before the server has answered: its call waits for the answer.
  const scope = { id: `member ${id}` }
  const accept = useMutation(trpc.members.accept.mutationOptions({ ...shownAs('active'), scope }))
  const remove = useMutation(trpc.members.remove.mutationOptions({ ...shownAs('pending'), scope }))

  const name = `${first_name} ${last_name}`
  const waits = status === 'pending'
  const takesOver = waits && role === 'captain'
  if (role === 'captain' && !waits) return null

  // In one piece, and not by callbacks of this row: the notice must come also when the row has gone meanwhile.
  async function act(): Promise<void> {
    try {
      await (waits ? accept.mutateAsync({ id, hand_over: takesOver }) : remove.mutateAsync({ id }))
      notify.success(waits ? MEMBER_MESSAGES.accepted : MEMBER_MESSAGES.removed)
    } catch (error) {
      const reason = reasonOf(error)
      notify.error(waits ? MEMBER_MESSAGES.acceptFailed(reason) : MEMBER_MESSAGES.removeFailed(reason))
    }
  }

  const ask = () =>
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
      if (agreed) void act()
    })

  return (
    <Button
      size="sm"
      variant={waits ? 'filled' : 'default'}
      onClick={ask}
      aria-label={`${waits ? 'Accept' : 'Remove'} ${name}`}
    >
      {waits ? 'Accept' : 'Remove'}
    </Button>
  )
}
