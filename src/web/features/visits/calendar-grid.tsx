import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { type CalendarDate, dayOfMonth, formatShortDate } from '../../../domain/calendar.ts'
import { WEEKDAYS } from '../../../domain/visits/availability.ts'
import { daysOfPeriod, periodOf } from '../../../domain/visits/period.ts'
import { cityToday } from '../../city.ts'
import { useCalendarActions } from './calendar-context.ts'
import classes from './calendar-grid.module.css'
import { type CalendarVisit, visitsByDay } from './visit.ts'
import { VisitChip } from './visit-chip.tsx'

type Props = {
  view: 'month' | 'week'
  date: CalendarDate
  /** Undefined while they load. */
  visits: readonly CalendarVisit[] | undefined
  isVendor: boolean
  labelledBy: string
}

/** A day of a month shows so many visits, and how many more there are. */
const OF_A_DAY = 3

/** From Sunday to Saturday. */
const NAMES_OF_DAYS = [6, 0, 1, 2, 3, 4, 5].map((index) => WEEKDAYS[index]?.name ?? '')

/** A month or a week as a table, a column for each weekday. Arrow keys go from visit to visit. Product 1.7 */
export function CalendarGrid({ view, date, visits, isVendor, labelledBy }: Props) {
  const days = daysOfPeriod(periodOf(view, date))
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7))
  const byDay = visitsByDay(visits ?? [])
  return (
    <table className={classes.grid} data-view={view} aria-labelledby={labelledBy} onKeyDown={goByArrow}>
      <thead>
        <tr>
          {NAMES_OF_DAYS.map((name) => (
            <th key={name} scope="col" className={classes.weekday}>
              {name.slice(0, 3)}
              <VisuallyHidden component="span">{name.slice(3)}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                isOutside={view === 'month' && day.slice(0, 7) !== date.slice(0, 7)}
                visits={visits && (byDay.get(day) ?? [])}
                most={view === 'month' ? OF_A_DAY : Number.POSITIVE_INFINITY}
                isVendor={isVendor}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = {
  day: CalendarDate
  isOutside: boolean
  visits: readonly CalendarVisit[] | undefined
  most: number
  isVendor: boolean
}

function DayCell({ day, isOutside, visits, most, isVendor }: CellProps) {
  const { takes, dropOn, showDay } = useCalendarActions()
  const today = cityToday()
  const droppable = takes(day)
  // Instead of '1 more' stands that one.
  const shown = visits && visits.length > most + 1 ? visits.slice(0, most) : visits
  const more = (visits?.length ?? 0) - (shown?.length ?? 0)
  return (
    <td
      className={classes.cell}
      data-outside={isOutside || undefined}
      data-today={day === today || undefined}
      data-droppable={droppable || undefined}
      onDragOver={(event) => droppable && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        dropOn(day)
      }}
    >
      <time dateTime={day} className={classes.day} aria-current={day === today ? 'date' : undefined}>
        <span aria-hidden>{dayOfMonth(day)}</span>
        <VisuallyHidden component="span">{formatShortDate(day, today)}</VisuallyHidden>
      </time>
      {shown ? (
        <ul className={classes.visits}>
          {shown.map((visit) => (
            <li key={visit.id}>
              <VisitChip visit={visit} isVendor={isVendor} />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={44} radius={8} />
      )}
      {more > 0 && (
        <UnstyledButton className={classes.more} onClick={() => showDay(day)}>
          {more} more<VisuallyHidden component="span"> on {formatShortDate(day, today)}</VisuallyHidden>
        </UnstyledButton>
      )}
    </td>
  )
}

/** Up and down to the visit before and after, left and right to the day before and after that has any. */
function goByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const from = event.target as HTMLElement
  if (!from.dataset.visit || from.ariaExpanded === 'true') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-visit]')]
  const at = all.indexOf(from)
  const day = from.dataset.day ?? ''
  const before = all.slice(0, at).findLast((each) => (each.dataset.day ?? '') < day)?.dataset.day
  const to = {
    ArrowDown: all[at + 1],
    ArrowUp: all[at - 1],
    ArrowRight: all.find((each) => (each.dataset.day ?? '') > day),
    ArrowLeft: all.find((each) => each.dataset.day === before),
  }[event.key]
  if (!to) return
  event.preventDefault()
  to.focus()
}
