import { createContext, use } from 'react'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { CalendarVisit } from './visit.ts'
import type { VisitChange } from './visit-dialog.tsx'

export type CalendarDialog = VisitChange | 'assign' | 'proof'

export type CalendarContent = {
  /** The visit whose menu is open. */
  active: string | null
  dragged: CalendarVisit | null
  openMenu: (visit: CalendarVisit, from: HTMLElement) => void
  closeMenu: () => void
  openDialog: (visit: CalendarVisit, dialog: CalendarDialog) => void
  drag: (visit: CalendarVisit | null, from?: HTMLElement) => void
  /** Whether the visit that is dragged may be dropped on this day. */
  takes: (day: CalendarDate) => boolean
  dropOn: (day: CalendarDate) => void
  showDay: (day: CalendarDate) => void
  /** Whether this person may drag the visit, and so move it by its menu, too. */
  isMovable: (visit: CalendarVisit) => boolean
}

export const CalendarContext = createContext<CalendarContent | null>(null)

export function useCalendarActions(): CalendarContent {
  const actions = use(CalendarContext)
  if (!actions) throw new Error('Only in CalendarActions')
  return actions
}
