import { IconArrowRight, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatTime } from '../../../domain/calendar.ts'
import { Link } from '../../ui/link.tsx'
import classes from './next-stop.module.css'
import { todayQuery } from './today-query.ts'

/** The vendor's next stop today, on the dashboard. Renders nothing on a day without one. */
export function NextStop() {
  const { data } = useQuery(todayQuery())
  // What waits from an earlier visit of this page is sent from here, too.
  useEffect(() => void import('./field-queue.ts').then(({ startFieldQueue }) => startFieldQueue()), [])
  const open = data?.stops.filter(({ status }) => status === 'confirmed') ?? []
  const next = open.find(({ checked_in_at }) => checked_in_at !== null) ?? open[0]
  if (!next) return null
  const more = open.length - 1
  return (
    <section className={classes.next} aria-label="Next stop today">
      <span className={classes.icon} aria-hidden>
        <IconMapPin size={24} stroke={1.7} />
      </span>
      <div>
        <Link to="/vendor/today" className={classes.link}>
          {next.checked_in_at ? 'You are at' : `Next stop at ${formatTime(next.scheduled_time)}:`}{' '}
          {next.address}
        </Link>
        <p>
          {next.name}
          {more > 0 && ` · ${more === 1 ? '1 more stop' : `${more} more stops`} today`}
        </p>
      </div>
      <IconArrowRight size={20} stroke={1.7} aria-hidden />
    </section>
  )
}
