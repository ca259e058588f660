import { Suspense, useRef, useState } from 'react'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { cityToday } from '../../city.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
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
        <RowMenu
          label={`Actions for ${visit.name} on ${visitTime(visit, cityToday())}`}
          width={220}
          busy={busy}
          button={button}
          first={first}
        >
          <VisitItems visitId={visit.id} items={items} onChoose={choose} first={first} />
        </RowMenu>
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
