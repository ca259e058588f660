import { IconArrowRight, IconMapPin } from '@tabler/icons-react'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { formatTime } from '../../../domain/calendar.ts'
import { windowEnd } from '../../../domain/visits/availability.ts'
import { isAfter } from '../../../domain/visits/change.ts'
import { cityNow } from '../../city.ts'
import { useSession } from '../../session/session.ts'
import { Link } from '../../ui/link.tsx'
import { FIELD_KEY, isUnsent } from './field-action.ts'
import classes from './next-stop.module.css'
import type { StopOfDay } from './shown-stop.ts'
import { todayQuery } from './today-query.ts'

/** The vendor's next stop today, on the dashboard, or what was done at stops and is not sent. Renders nothing without either. */
export function NextStop() {
  const { data } = useQuery(todayQuery())
  const { viewer } = useSession() ?? {}
  const unsent = useMutationState({ filters: { mutationKey: FIELD_KEY, predicate: isUnsent } }).length
  // What waits from an earlier visit of this page is sent from here, too.
  useEffect(() => void import('./field-queue.ts').then(({ startFieldQueue }) => startFieldQueue()), [])
  if (!data || (data.stops.length === 0 && unsent === 0)) return null
  const open = data.stops.filter(({ status }) => status === 'confirmed')
  // In a company with several people: one's own stops first.
  const isOwn = ({ assigned_to }: StopOfDay) => assigned_to === null || assigned_to === viewer?.id
  const [next] = [
    ...open.filter((stop) => isOwn(stop) && stop.checked_in_at !== null),
    ...open.filter(isOwn),
    ...open,
  ]
  const steps = unsent === 1 ? '1 step is not sent' : `${unsent} steps are not sent`
  if (!next)
    return (
      <StopNotice title={unsent > 0 ? `${steps} yet` : 'All stops of today are over'}>
        {data.stops.length === 1 ? '1 stop today' : `${data.stops.length} stops today`}
      </StopNotice>
    )
  const others = open.length - 1
  const more = others > 0 && `${others === 1 ? '1 more stop' : `${others} more stops`} today`
  const here = isOwn(next) ? 'You are at' : `${next.assigned_name} is at`
  return (
    <StopNotice title={`${next.checked_in_at ? here : whenOf(next)} ${next.address}`}>
      {[next.name, more, unsent > 0 && steps].filter(Boolean).join(' · ')}
    </StopNotice>
  )
}

/** 'Next stop at 9:00 AM:', and once its hour or its window is over 'Open since 9:00 AM:'. */
function whenOf({ scheduled_date, scheduled_time, window_minutes }: StopOfDay): string {
  const end = windowEnd(scheduled_time, window_minutes ?? 0)
  const isLate = !isAfter({ scheduled_date, scheduled_time: end }, cityNow())
  return `${isLate ? 'Open since' : 'Next stop at'} ${formatTime(scheduled_time)}:`
}

function StopNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.next} aria-label="Next stop today">
      <span className={classes.icon} aria-hidden>
        <IconMapPin size={24} stroke={1.7} />
      </span>
      <div>
        <Link to="/vendor/today" className={classes.link}>
          {title}
        </Link>
        <p>{children}</p>
      </div>
      <IconArrowRight size={20} stroke={1.7} aria-hidden />
    </section>
  )
}
