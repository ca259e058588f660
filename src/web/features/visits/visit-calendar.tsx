import { ActionIcon, Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../domain/number.ts'
import { CALENDAR_VIEWS, type CalendarView, periodText, stepFrom } from '../../../domain/visits/period.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { CalendarActions } from './calendar-actions.tsx'
import { CalendarAgenda } from './calendar-agenda.tsx'
import { useCalendarActions } from './calendar-context.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { shownCalendar } from './shown-calendar.ts'
import { useCalendarAddress } from './use-calendar-address.ts'
import { useVisitFilter } from './use-visit-filter.ts'
import type { CalendarVisit } from './visit.ts'
import classes from './visit-calendar.module.css'
import { VisitFilters } from './visit-filters.tsx'

const NAMES: Record<CalendarView, string> = { month: 'Month', week: 'Week', agenda: 'Agenda' }
const PERIOD_ID = 'calendar-period'

/** The visits of a building or a vendor by day: a month, a week, or an agenda. Product 1.7 */
export function VisitCalendar({ of }: { of: 'building' | 'vendor' }) {
  const { view, date, phone, show } = useCalendarAddress()
  const { filter, setFilter } = useVisitFilter()
  const calendar = useQuery(shownCalendar({ view, date, filter }))
  const visits = calendar.data?.visits
  const isVendor = of === 'vendor'
  const isFiltered = filter.service !== null || filter.building !== null
  return (
    <section aria-labelledby={PERIOD_ID}>
      <div className={classes.bar}>
        <div className={classes.steps}>
          <PeriodStep view={view} by={-1} onStep={() => show({ date: stepFrom(view, date, -1) })} />
          <Button variant="default" className={classes.today} onClick={() => show({ date: null })}>
            Today
          </Button>
          <PeriodStep view={view} by={1} onStep={() => show({ date: stepFrom(view, date, 1) })} />
        </div>
        <Title order={2} size="h3" id={PERIOD_ID} className={classes.period} aria-live="polite">
          {periodText(view, date)}
        </Title>
        {!phone && (
          <fieldset className={classes.views}>
            <VisuallyHidden component="legend">View</VisuallyHidden>
            {CALENDAR_VIEWS.map((each) => (
              <UnstyledButton
                key={each}
                className={classes.view}
                aria-pressed={each === view}
                onClick={() => show({ view: each })}
              >
                {NAMES[each]}
              </UnstyledButton>
            ))}
          </fieldset>
        )}
      </div>
      <div className={classes.filters}>
        <VisitFilters filter={filter} onFilter={setFilter} withBuildings={isVendor} />
      </div>
      {calendar.isLoadingError ? (
        <LoadFailed
          reason={`The calendar could not be loaded. ${reasonOf(calendar.error)}`}
          onRetry={() => calendar.refetch()}
          busy={calendar.isFetching}
        />
      ) : (
        <CalendarActions visits={visits ?? []} onDay={(day) => show({ view: 'agenda', date: day }, true)}>
          {calendar.data && <Notices {...calendar.data} />}
          {visits?.length === 0 ? (
            <NoVisitsShown
              isVendor={isVendor}
              when={periodText(view, date)}
              onAll={isFiltered ? () => setFilter({ service: null, building: null }) : undefined}
            />
          ) : view !== 'agenda' ? (
            <CalendarGrid
              view={view}
              date={date}
              visits={visits}
              isVendor={isVendor}
              labelledBy={PERIOD_ID}
            />
          ) : visits ? (
            <CalendarAgenda visits={visits} isVendor={isVendor} />
          ) : (
            <RowSkeletons count={6} label="Loading the visits…" />
          )}
          {view !== 'agenda' && !visits && <VisuallyHidden role="status">Loading the visits…</VisuallyHidden>}
          {view !== 'agenda' && visits && <HowToMove visits={visits} />}
        </CalendarActions>
      )}
    </section>
  )
}

const PERIODS: Record<CalendarView, string> = { month: 'month', week: 'week', agenda: 'four weeks' }

function PeriodStep({ view, by, onStep }: { view: CalendarView; by: 1 | -1; onStep: () => void }) {
  const Icon = by === 1 ? IconChevronRight : IconChevronLeft
  return (
    <ActionIcon
      variant="default"
      size={44}
      radius="md"
      aria-label={`${by === 1 ? 'Next' : 'Previous'} ${PERIODS[view]}`}
      onClick={onStep}
    >
      <Icon size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}

/** What is to be known of all the visits that are shown. */
function Notices({ visits, more }: { visits: readonly CalendarVisit[]; more: boolean }) {
  const double = visits.filter(({ double_booked }) => double_booked !== null).length
  return (
    <>
      {double > 0 && (
        <p className={classes.notice}>
          <StatusBadge tone="amber">Double booked</StatusBadge>
          {double === 1
            ? 'One visit is at the time of another one.'
            : `${formatNumber(double)} visits are at the time of another one.`}{' '}
          Move one of each, or go with a second crew.
        </p>
      )}
      {more && (
        <p className={classes.notice}>
          Only the first {formatNumber(visits.length)} visits are shown. Choose a shorter time or a filter to
          see the others.
        </p>
      )}
    </>
  )
}

type NoneProps = { isVendor: boolean; when: string; onAll: (() => void) | undefined }

function NoVisitsShown({ isVendor, when, onAll }: NoneProps) {
  return (
    <EmptyState
      icon={<IconCalendar size={28} stroke={1.7} />}
      title={`No visits in ${when}`}
      action={
        onAll ? (
          <Button variant="default" onClick={onAll}>
            Show all visits
          </Button>
        ) : (
          <ButtonLink to={isVendor ? '/vendor/appointments' : '/home/services'} variant="default">
            {isVendor ? 'See your appointments' : 'See your services'}
          </ButtonLink>
        )
      }
    >
      {onAll
        ? 'No visit passes the filter.'
        : 'Go on to another time, or see in the list which visits are to come.'}
    </EmptyState>
  )
}

function HowToMove({ visits }: { visits: readonly CalendarVisit[] }) {
  const { isMovable } = useCalendarActions()
  if (!visits.some(isMovable)) return null
  return (
    <p className={classes.hint}>
      Drag a visit to another day to move it, or open it and choose ‘Move visit’. You confirm each move.
    </p>
  )
}
