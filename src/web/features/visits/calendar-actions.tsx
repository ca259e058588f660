import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { canMove } from '../../../domain/visits/change.ts'
import { cityNow } from '../../city.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import {
  type CalendarContent,
  CalendarContext,
  type CalendarDialog,
  useCalendarActions,
} from './calendar-context.ts'
import type { CalendarVisit } from './visit.ts'
import { VisitProofPart } from './visit-parts.ts'

// Loaded when it opens: a calendar has many visits, and one menu.
const AssignPart = lazyPart(() => import('./assign-dialog.tsx'), 'AssignDialog')
const VisitDialogPart = lazyPart(() => import('./visit-dialog.tsx'), 'VisitDialog')
const CalendarMenu = lazyPart(() => import('./calendar-menu.tsx'), 'CalendarMenu')

type Props = {
  visits: readonly CalendarVisit[]
  onDay: (day: CalendarDate) => void
  children: ReactNode
}
type OpenedDialog = { dialog: CalendarDialog; visit: CalendarVisit; day?: CalendarDate }

/** One menu, and one dialog of each kind, for all visits of a calendar. A drop only asks: it opens the dialog that moves. */
export function CalendarActions({ visits, onDay, children }: Props) {
  const viewer = useViewer()
  const [active, setActive] = useState<string | null>(null)
  const [dragged, setDragged] = useState<CalendarVisit | null>(null)
  const [shown, setShown] = useState<OpenedDialog>()
  const [opened, setOpened] = useState(false)
  const opener = useRef<HTMLElement>(null)

  function open(next: OpenedDialog): void {
    // The dialog returns the focus to what had it: not to the menu, which is gone by then.
    opener.current?.focus()
    setActive(null)
    setShown(next)
    setOpened(true)
  }
  const takes = (day: CalendarDate) =>
    dragged !== null && day !== dragged.scheduled_date && day >= cityNow().date

  const actions: CalendarContent = {
    active,
    dragged,
    openMenu(visit, from) {
      opener.current = from
      setActive(active === visit.id ? null : visit.id)
    },
    closeMenu: () => setActive(null),
    openDialog: (visit, dialog) => open({ visit, dialog }),
    drag(visit, from) {
      if (from) opener.current = from
      setActive(null)
      setDragged(visit)
    },
    takes,
    dropOn(day) {
      if (dragged && takes(day)) open({ visit: dragged, dialog: 'move', day })
      setDragged(null)
    },
    showDay: onDay,
    isMovable: (visit) => canMove(viewer, visit, cityNow()),
  }
  // As it is by now: it may have changed since its dialog opened.
  const visit = shown && (visits.find(({ id }) => id === shown.visit.id) ?? shown.visit)
  const dialog = { opened, onClose: () => setOpened(false) }
  return (
    <CalendarContext value={actions}>
      {children}
      {shown && visit && (
        <Suspense fallback={null}>
          {shown.dialog === 'proof' ? (
            <VisitProofPart key={visit.id} visit={visit} {...dialog} />
          ) : shown.dialog === 'assign' ? (
            <AssignPart key={visit.id} visit={visit} {...dialog} />
          ) : (
            <VisitDialogPart
              key={`${shown.dialog} ${visit.id} ${shown.day}`}
              visit={visit}
              action={shown.dialog}
              day={shown.day}
              {...dialog}
            />
          )}
        </Suspense>
      )}
    </CalendarContext>
  )
}

/** The menu of a visit, beside what opened it. */
export function ActiveMenu({ visit, withDay }: { visit: CalendarVisit; withDay: boolean }) {
  const { active } = useCalendarActions()
  if (active !== visit.id) return null
  return (
    <Suspense fallback={null}>
      <CalendarMenu visit={visit} withDay={withDay} />
    </Suspense>
  )
}
