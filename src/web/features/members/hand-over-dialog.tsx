import { useMutation } from '@tanstack/react-query'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'

type Props = { id: string; name: string; onClose: () => void }

/** Asks a neighbor to become the HOA representative, who must accept. Product 4.1 */
export function HandOverDialog({ id, name, onClose }: Props) {
  const { mutateAsync } = useMutation(trpc.members.offerCaptaincy.mutationOptions())
  return (
    <LazyProofDialog
      title={`Hand Over to ${name}`}
      lead={MEMBER_MESSAGES.confirmOffer}
      action="Hand Over"
      danger
      onClose={onClose}
      onProven={async (proof) => {
        // After a refusal, too: the neighbor may have left.
        await mutateAsync({ id, ...proof }).finally(
          () => void refreshAfter('captaincy_offered', 'member_removed'),
        )
        onClose()
        notify.success(MEMBER_MESSAGES.captaincyOffered(name))
      }}
    />
  )
}
