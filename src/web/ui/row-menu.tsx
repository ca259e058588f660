import './part-styles.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'

type Props = {
  label: string
  width: number
  busy?: boolean
  className?: string
  button?: RefObject<HTMLButtonElement | null>
  /** The first item, which gets the focus. */
  first: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The '···' of a row, with a menu of what one can do there. */
export function RowMenu({ label, width, busy = false, className, button, first, children }: Props) {
  return (
    <Menu
      position="bottom-end"
      width={width}
      shadow="md"
      radius="md"
      portalProps={{ target: '#main' }} // outside of it, screen readers find no landmark around the menu
      withInitialFocusPlaceholder={false}
      onEnterTransitionEnd={() => first.current?.focus()}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          className={className}
          variant="subtle"
          color="gray"
          size={44}
          radius="md"
          loading={busy}
          aria-label={label}
        >
          <IconDots size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
