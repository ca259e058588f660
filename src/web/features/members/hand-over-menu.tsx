import '../../ui/part-styles.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'

/** The '···' of a neighbor's row, for the captain: hands the captaincy over to them. [6.captain.3] */
export function HandOverMenu({ id, name }: { id: string; name: string }) {
  const { mutateAsync } = useMutation(trpc.members.handOver.mutationOptions())
  const { run } = useSingleFlight()
  const item = useRef<HTMLButtonElement>(null)

  const ask = () =>
    run(async () => {
      const agreed = await confirm({
        title: `Make ${name} HOA Representative`,
        question: MEMBER_MESSAGES.confirmHandOver,
        action: 'Hand Over',
        danger: true,
      })
      if (!agreed) return
      try {
        await mutateAsync({ id })
        notify.success(MEMBER_MESSAGES.handedOver(name))
      } catch (error) {
        notify.error(MEMBER_MESSAGES.handOverFailed(reasonOf(error)))
      }
      await refreshAfter('captaincy_handed_over')
    })

  return (
    <Menu
      position="bottom-end"
      width={250}
      shadow="md"
      radius="md"
      portalProps={{ target: '#main' }} // outside of it, screen readers find no landmark around the menu
      withInitialFocusPlaceholder={false}
      onEnterTransitionEnd={() => item.current?.focus()}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} radius="md" aria-label={`Actions for ${name}`}>
          <IconDots size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item ref={item} onClick={ask}>
          Make HOA Representative
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
