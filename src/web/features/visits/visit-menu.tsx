import '../../ui/part-styles.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { cityToday } from '../../city.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useComplete } from './use-complete.ts'
import type { ShownVisit, VisitAction, VisitItem } from './visit.ts'
import { type VisitChange, VisitDialog } from './visit-dialog.tsx'
import { VisitItems } from './visit-items.tsx'

// Loaded when it opens: most companies have one person.
const AssignPart = lazyPart(() => import('./assign-dialog.tsx'), 'AssignDialog')

type Props = { visit: ShownVisit; items: VisitItem[] }

/** The menu of a visit and its dialogs, which stay open when the visit changes. */
export function VisitMenu({ visit, items }: Props) {
  const [dialog, setDialog] = useState<VisitChange | 'assign'>('move')
  const [opened, setOpened] = useState(false)
  const { complete, reopen, busy } = useComplete(visit)
  const button = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLElement>(null)

  function choose(action: VisitAction): void {
    // The dialog returns the focus to what had it: not to the menu, which is gone by then.
    button.current?.focus()
    if (action === 'complete') return void complete()
    if (action === 'reopen') return void reopen()
    setDialog(action)
    setOpened(true)
  }

  return (
    <>
      {items.length > 0 && (
        <Menu
          position="bottom-end"
          width={220}
          shadow="md"
          radius="md"
          portalProps={{ target: '#main' }} // outside of it, screen readers find no landmark around the menu
          withInitialFocusPlaceholder={false}
          onEnterTransitionEnd={() => first.current?.focus()}
        >
          <Menu.Target>
            <ActionIcon
              ref={button}
              variant="subtle"
              color="gray"
              size={44}
              radius="md"
              loading={busy}
              aria-label={`Actions for ${visit.name} on ${visitTime(visit, cityToday())}`}
            >
              <IconDots size={20} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <VisitItems visitId={visit.id} items={items} onChoose={choose} first={first} />
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog === 'assign' ? (
        <Suspense fallback={null}>
          <AssignPart visit={visit} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : (
        <VisitDialog visit={visit} action={dialog} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  )
}
