import { ActionIcon, Title } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { doubleBookedText } from '../../../domain/visits/double-booking.ts'
import { hasProof, standing } from '../../../domain/visits/past.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { cityNow, cityToday } from '../../city.ts'
import { useSession } from '../../session/session.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ArrivalTime, DayName } from './arrival-time.tsx'
import { ActiveMenu } from './calendar-actions.tsx'
import classes from './calendar-agenda.module.css'
import { useCalendarActions } from './calendar-context.ts'
import { type CalendarVisit, itemsFor, shownPrice, visitsByDay } from './visit.ts'
import { VisitNote } from './visit-note.tsx'

type Props = { visits: readonly CalendarVisit[]; isVendor: boolean }

/** Visits day by day, with all that is known of each. Product 1.7 */
export function CalendarAgenda({ visits, isVendor }: Props) {
  return (
    <div>
      {[...visitsByDay(visits)].map(([date, ofDay]) => (
        <AgendaDay key={date} date={date} visits={ofDay} isVendor={isVendor} />
      ))}
    </div>
  )
}

function AgendaDay({ date, visits, isVendor }: Props & { date: CalendarDate }) {
  return (
    <section className={classes.day} aria-labelledby={`agenda-${date}`}>
      <Title order={3} size="h4" id={`agenda-${date}`}>
        <DayName date={date} today={cityToday()} />
      </Title>
      <ul className={classes.visits}>
        {visits.map((visit) => (
          <li key={visit.id} className={classes.visit} data-status={visit.status}>
            <span className={classes.time}>
              <ArrivalTime visit={visit} />
            </span>
            <span className={classes.service}>{visit.name}</span>
            <span className={classes.address}>
              {isVendor ? `${visit.address}, ${visit.city}, ${visit.state}` : visit.company_name}
            </span>
            <span className={classes.price}>{shownPrice(visit)}</span>
            <span className={classes.menu}>
              <AgendaMenu visit={visit} />
            </span>
            <div className={classes.note}>
              <AgendaNote visit={visit} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The '···' of a row. Renders nothing without an action. */
function AgendaMenu({ visit }: { visit: CalendarVisit }) {
  const { active, openMenu } = useCalendarActions()
  const items = itemsFor(useSession(), visit, cityNow())
  if (items.length === 0 && !hasProof(visit)) return null
  return (
    <span className={classes.dots}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        radius="md"
        aria-label={`Actions for ${visit.name} on ${visitTime(visit, cityToday())}`}
        aria-haspopup="menu"
        aria-expanded={active === visit.id}
        onClick={(event) => openMenu(visit, event.currentTarget)}
      >
        <IconDots size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActiveMenu visit={visit} withDay={false} />
    </span>
  )
}

function AgendaNote({ visit }: { visit: CalendarVisit }) {
  const { double_booked, status, scheduled_date, checked_in_at } = visit
  const today = cityToday()
  const isLeft = status === 'confirmed' && checked_in_at === null && scheduled_date < today
  return (
    <>
      {double_booked && (
        <p className={classes.double}>
          <StatusBadge tone="amber">Double booked</StatusBadge> {doubleBookedText(double_booked)}
        </p>
      )}
      {isLeft ? (
        <StatusBadge tone="amber">{standing(visit, today)}</StatusBadge>
      ) : (
        <VisitNote visit={visit} today={today} />
      )}
    </>
  )
}
