import '../../ui/part-styles.ts'
import { Menu, VisuallyHidden } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { type Ref, Suspense, useEffect, useRef } from 'react'
import { arrivalText } from '../../../domain/visits/availability.ts'
import { doubleBookedText } from '../../../domain/visits/double-booking.ts'
import { hasProof, standing } from '../../../domain/visits/past.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { cityNow, cityToday } from '../../city.ts'
import { useSession } from '../../session/session.ts'
import { useCalendarActions } from './calendar-context.ts'
import classes from './calendar-menu.module.css'
import { answersTo, SuggestionText, suggestedTimeText, useAnswerChoice } from './suggestion.tsx'
import { useComplete } from './use-complete.ts'
import { type CalendarVisit, itemsFor } from './visit.ts'
import { type CalendarItem, VisitItems } from './visit-items.tsx'
import { VisitRisk } from './visit-parts.ts'

type Props = {
  visit: CalendarVisit
  /** Offers its day, where that is not what one sees. */
  withDay: boolean
}

/** What one can do with a visit of a calendar, below what it is. */
export function CalendarMenu({ visit, withDay }: Props) {
  const { closeMenu, openDialog, showDay } = useCalendarActions()
  const { complete, reopen } = useComplete(visit)
  const { answer } = useAnswerChoice(visit)
  const session = useSession()
  const first = useRef<HTMLElement>(null)
  // Opened once it is there, so that it returns the focus to what opened it.
  const mounted = useMounted()
  useEffect(() => {
    // Without scrolling: it is not yet where it will stand.
    if (mounted) first.current?.focus({ preventScroll: true })
  }, [mounted])

  const items: CalendarItem[] = [
    // An agenda asks in the row itself.
    ...(withDay ? answersTo(session?.viewer ?? null, visit, cityNow()) : []),
    ...itemsFor(session, visit, cityNow()),
    ...(hasProof(visit) ? (['proof'] as const) : []),
    ...(withDay ? (['day'] as const) : []),
  ]
  function choose(item: Exclude<CalendarItem, 'file'>): void {
    if (item === 'accept' || item === 'decline' || item === 'withdraw') answer(item)
    else if (item === 'complete') void complete()
    else if (item === 'reopen') void reopen()
    else if (item === 'day') showDay(visit.scheduled_date)
    else openDialog(visit, item)
  }
  return (
    <Menu
      opened={mounted}
      onChange={(opened) => !opened && closeMenu()}
      position="bottom-start"
      width={260}
      shadow="md"
      radius="md"
      portalProps={{ target: '#main' }} // outside of it, screen readers find no landmark around the menu
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <MenuAnchor name={`Actions for ${visit.name} on ${visitTime(visit, cityToday())}`} />
      </Menu.Target>
      <Menu.Dropdown>
        <CalendarFacts visit={visit} isVendor={session?.role === 'contractor'} />
        <VisitItems
          visitId={visit.id}
          items={items}
          onChoose={choose}
          first={first}
          className={classes.item}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

type AnchorProps = { name: string; id?: string; ref?: Ref<HTMLSpanElement> }

/** Where the menu stands, and its name. The other roles of a menu's target has the button of the visit, which opened it. */
function MenuAnchor({ name, id, ref }: AnchorProps) {
  return (
    <span ref={ref} id={id} className={classes.anchor} aria-hidden>
      <VisuallyHidden component="span">{name}</VisuallyHidden>
    </span>
  )
}

function CalendarFacts({ visit, isVendor }: { visit: CalendarVisit; isVendor: boolean }) {
  const { scheduled_date, scheduled_time, window_minutes, double_booked } = visit
  const [day] = visitTime(visit, cityToday()).split(' at ')
  const status = standing(visit, cityToday())
  return (
    <Menu.Label className={classes.facts}>
      <b>{visit.name}</b>
      <time dateTime={scheduled_date}>
        {day}, {arrivalText(scheduled_time, window_minutes)}
      </time>
      <span>{isVendor ? `${visit.address}, ${visit.city}` : visit.company_name}</span>
      {status && <span className={classes.status}>{status}</span>}
      {visit.status === 'confirmed' && suggestedTimeText(visit) !== null && (
        <span className={classes.suggestion}>
          <SuggestionText visit={visit} />
        </span>
      )}
      {visit.missing.length > 0 && (
        <Suspense fallback={null}>
          <VisitRisk visit={visit} today={cityToday()} />
        </Suspense>
      )}
      {double_booked && <span className={classes.double}>{doubleBookedText(double_booked)}</span>}
    </Menu.Label>
  )
}
