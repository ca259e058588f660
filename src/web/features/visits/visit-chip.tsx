import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Fragment } from 'react'
import { formatTime } from '../../../domain/calendar.ts'
import { standing } from '../../../domain/visits/past.ts'
import { cityToday } from '../../city.ts'
import { ActiveMenu } from './calendar-actions.tsx'
import { useCalendarActions } from './calendar-context.ts'
import type { CalendarVisit } from './visit.ts'
import classes from './visit-chip.module.css'

type Props = { visit: CalendarVisit; isVendor: boolean }

/** A visit in a calendar's cell: a button that opens its menu, and that is dragged to another day by who may move it. */
export function VisitChip({ visit, isVendor }: Props) {
  const { active, dragged, openMenu, drag, isMovable } = useCalendarActions()
  const movable = isMovable(visit)
  const status = standing(visit, cityToday())
  return (
    <div className={classes.chipBox}>
      <UnstyledButton
        className={classes.chip}
        data-visit={visit.id}
        data-day={visit.scheduled_date}
        data-status={visit.status}
        data-double={visit.double_booked !== null || undefined}
        data-dragged={dragged?.id === visit.id || undefined}
        aria-haspopup="menu"
        aria-expanded={active === visit.id}
        draggable={movable}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', visit.name)
          drag(visit, event.currentTarget)
        }}
        onDragEnd={() => drag(null)}
        onClick={(event) => openMenu(visit, event.currentTarget)}
      >
        <span className={classes.name}>{visit.name}</span>
        <VisuallyHidden>, </VisuallyHidden>
        <span className={classes.when}>
          {formatTime(visit.scheduled_time)}
          {status && (
            <>
              <VisuallyHidden>, </VisuallyHidden>
              <span className={classes.status}>{status}</span>
            </>
          )}
        </span>
        <VisuallyHidden>, </VisuallyHidden>
        <span className={classes.line}>{isVendor ? visit.address : visit.company_name}</span>
        {[
          visit.double_booked && 'Double booked',
          visit.missing.length > 0 && 'At risk',
          // The suggestion for a visit that is over is no news.
          visit.status === 'confirmed' && !status && visit.suggested_date && 'Another time suggested',
        ].map(
          (mark) =>
            mark && (
              <Fragment key={mark}>
                <VisuallyHidden>, </VisuallyHidden>
                <span className={classes.mark}>{mark}</span>
              </Fragment>
            ),
        )}
      </UnstyledButton>
      <ActiveMenu visit={visit} withDay />
    </div>
  )
}
