import type { inferOutput } from '@trpc/tanstack-react-query'
import { memo, Suspense } from 'react'
import { agreementEnd, isRenewable } from '../../../domain/agreements/agreement.ts'
import { type CalendarDate, formatLongDate, formatShortDate, formatTime } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { closesOn } from '../../../domain/services/deadline.ts'
import { everyWeeksInline } from '../../../domain/services/frequency.ts'
import { isOpen, isOver, type ServiceStatus, type Standing } from '../../../domain/services/status.ts'
import { shownStops, stopText } from '../../../domain/visits/stopped.ts'
import type { Cadence } from '../../../domain/visits/visits.ts'
import type { trpc } from '../../api.ts'
import { Sections } from '../../ui/sections.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import { ToneCard } from '../../ui/tone-card.tsx'
import classes from './service-card.module.css'
import { serviceNews } from './slots.ts'

export type Service = inferOutput<typeof trpc.services.list>[number]

/** The color of a service's card and badge. [2.services.5] */
export const SERVICE_TONES: Record<ServiceStatus, Tone> = {
  Accepted: 'green',
  Quote: 'amber',
  pending_quotes: 'red',
  None: 'red',
}

/** The label of a card and its detail dialog: an accepted service without a visit to come is finished. [2.services.4] */
export function statusLabel(standing: Standing): string {
  if (standing.status === 'None') return 'Not requested'
  if (isOver(standing)) return 'Finished'
  return standing.status === 'Accepted' ? 'Active Service' : 'Quotes pending for Service'
}

function toneOf(standing: Standing): Tone {
  return standing.status === 'Accepted' && isOver(standing) ? 'neutral' : SERVICE_TONES[standing.status]
}

export function ServiceStatusBadge({ service }: { service: Standing }) {
  return <StatusBadge tone={toneOf(service)}>{statusLabel(service)}</StatusBadge>
}

/** The detail dialog's subtitle. [2.services.11] */
export function serviceSubtitle(serviceType: Cadence | null): string {
  if (serviceType === 'recurring') return 'Recurring service'
  return serviceType === 'on-demand' ? 'One-time service' : 'Service type not set'
}

type Props = { service: Service; today: CalendarDate; onOpen: (id: string) => void }

/**
 * A service of the building: what it is, its state and the next step. Renders again only when these change, not when a
 * card is opened.
 * [2.services.18]
 */
export const ServiceCard = memo(function ServiceCard({ service, today, onOpen }: Props) {
  const closing = closesOn(service)
  const ends =
    service.status === 'Accepted' ? agreementEnd({ ...service, renewed_until: service.ends_on }) : null
  return (
    <ToneCard
      tone={toneOf(service)}
      title={service.name}
      badge={<ServiceStatusBadge service={service} />}
      subtitle={rhythm(service, today)}
      footer={<NextThing service={service} today={today} />}
      onClick={() => onOpen(service.id)}
    >
      {isOpen(service.status) && service.decide_by && (
        <span className={classes.decide} data-late={service.decide_by <= today}>
          Decide by {formatShortDate(service.decide_by, today)}
          {service.decide_by < today &&
            closing &&
            ` has passed: closes on ${formatShortDate(closing, today)}`}
        </span>
      )}
      {shownStops(service.stops, today).map((stop) => (
        <span key={stop.from_date} className={classes.stop}>
          {stopText(stop, today)}
        </span>
      ))}
      {ends !== null && isRenewable(ends, today) && (
        <span className={classes.stop}>
          Ends {formatShortDate(ends, today)}. Nothing renews it by itself.
        </span>
      )}
      {service.accepted_quote && (
        <Suspense fallback={null}>
          <Sections slot={serviceNews} props={{ quoteId: service.accepted_quote }} />
        </Suspense>
      )}
    </ToneCard>
  )
})

/** The quotes so far while they are gathered, then the next visit. */
export function NextThing({ service, today }: Omit<Props, 'onOpen'>) {
  if (service.status === 'Accepted') return <NextVisit service={service} today={today} />
  const { quotes_received: received, lowest_price: lowest } = service
  if (received && lowest !== null) {
    return (
      <>
        <strong className={classes.quotes}>{received === 1 ? '1 quote' : `${received} quotes`}</strong> so
        far, from {formatMoney(lowest)} a visit
      </>
    )
  }
  return `No quotes received yet. ${vendorsAsked(service.vendors_asked ?? 0)}`
}

function NextVisit({ service, today }: Omit<Props, 'onOpen'>) {
  const { next_visit_date: date, next_visit_time: time, company_name: vendor } = service
  const by = vendor ? ` · ${vendor}` : ''
  if (date === null || time === null) return `No further visits booked${by}`
  return (
    <>
      Next visit <strong>{formatShortDate(date, today)}</strong> at {formatTime(time)}
      {by}
    </>
  )
}

function vendorsAsked(count: number): string {
  if (count === 0) return 'Vendors are asked as soon as they offer it.'
  return count === 1 ? '1 vendor was asked.' : `${count} vendors were asked.`
}

/** 'Recurring service · every week from December 1'; without the start once it is past. */
function rhythm(service: Service, today: CalendarDate): string {
  const subtitle = serviceSubtitle(service.service_type)
  const { required_every_weeks: weeks, preferred_start_date: start } = service
  if (service.service_type !== 'recurring' || weeks === null) return subtitle
  const every = `${subtitle} · ${everyWeeksInline(weeks)}`
  return service.status === 'Quote' && start ? `${every} from ${dayAndMonth(start, today)}` : every
}

/** 'December 1', and 'December 1, 2027' in another year than this one. */
function dayAndMonth(date: CalendarDate, today: CalendarDate): string {
  const long = formatLongDate(date)
  return date.slice(0, 4) === today.slice(0, 4) ? long.replace(/, \d{4}$/, '') : long
}
