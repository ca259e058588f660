import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

/** The '···' of a neighbor's row, for the captain: hands the captaincy over to them. [6.captain.3] */
export function HandOverMenu({ id, name }: { id: string; name: string }) {
  const { mutateAsync } = useMutation(trpc.members.handOver.mutationOptions())
  const [asking, setAsking] = useState(false)
  const item = useRef<HTMLButtonElement>(null)

  return (
    <>
      <RowMenu label={`Actions for ${name}`} width={250} first={item}>
        <Menu.Item ref={item} onClick={() => setAsking(true)}>
          Make HOA Representative
        </Menu.Item>
      </RowMenu>
      {asking && (
        <LazyProofDialog
          title={`Make ${name} HOA Representative`}
          lead={MEMBER_MESSAGES.confirmHandOver}
          action="Hand Over"
          danger
          onClose={() => setAsking(false)}
          onProven={async (proof) => {
            // After a refusal, too: the neighbor may have left.
            await mutateAsync({ id, ...proof }).finally(() => void refreshAfter('captaincy_handed_over'))
            setAsking(false)
            notify.success(MEMBER_MESSAGES.handedOver(name))
          }}
        />
      )}
    </>
  )
}
