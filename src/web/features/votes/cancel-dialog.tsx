import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { ReasonForm } from '../../forms/reason-form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { ShownVote } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'

type Props = { vote: ShownVote; opened: boolean; onClose: () => void }

/** Ends a vote without a result, with a reason for its voters. Product 4.4 */
export function CancelDialog({ vote, opened, onClose }: Props) {
  const { mutateAsync: cancel } = useMutation(trpc.votes.cancel.mutationOptions())
  return (
    <FormDialog opened={opened} onClose={onClose} title="Cancel Vote" lead={vote.question}>
      <ReasonForm
        draft={`cancel vote ${vote.id}`}
        placeholder="Such as: the offer has expired"
        note={
          vote.state === 'open'
            ? 'No ballot is counted. Owners get an email with the reason.'
            : 'It never opens.'
        }
        keep="Keep Vote"
        act="Cancel Vote"
        send={(reason) => cancel({ id: vote.id, reason })}
        done={VOTE_MESSAGES.cancelled}
        failed={VOTE_MESSAGES.failed}
        causes={['vote_cancelled']}
        onKeep={onClose}
        onDone={onClose}
      />
    </FormDialog>
  )
}
