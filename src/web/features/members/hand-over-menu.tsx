import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = { id: string; name: string }

/** The '···' of a neighbor's row, for the captain: asks them to take over. [6.captain.3] */
export function HandOverMenu({ id, name }: Props) {
  const [asking, setAsking] = useState(false)
  const item = useRef<HTMLButtonElement>(null)

  return (
    <>
      <RowMenu label={`Actions for ${name}`} width={250} first={item}>
        <Menu.Item ref={item} onClick={() => setAsking(true)}>
          Hand Over
        </Menu.Item>
      </RowMenu>
      {asking && <HandOverDialog id={id} name={name} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Asks a neighbor to become the HOA representative, who must accept. Product 4.1 */
export function HandOverDialog({ id, name, onClose }: Props & { onClose: () => void }) {
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
