import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { formatLongDate, formatShortDate, today } from '../../../domain/calendar.ts'
import { isPicture } from '../../../domain/documents/attached-file.ts'
import { formatMoney } from '../../../domain/money.ts'
import { closesOn } from '../../../domain/services/deadline.ts'
import { everyWeeks } from '../../../domain/services/frequency.ts'
import { scopeText } from '../../../domain/services/scope.ts'
import { canViewQuotes, isOpen } from '../../../domain/services/status.ts'
import { may } from '../../../domain/viewer.ts'
import { canStop, endedFrom, shownStops, stopText } from '../../../domain/visits/stopped.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { useViewer } from '../../session/session.ts'
import { ContactLines } from '../../ui/contact-lines.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FileList } from '../../ui/file-list.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RequestFiles } from './request-files.tsx'
import { NextThing, type Service, ServiceStatusBadge } from './service-card.tsx'
import classes from './service-dialog.module.css'
import { serviceAgreement, serviceQuestions, serviceRecord, serviceThread } from './slots.ts'

export type ServiceView =
  | 'details'
  | 'quotes'
  | 'edit'
  | 'time'
  | 'ask'
  | 'withdraw'
  | 'again'
  | 'end'
  | 'pause'

type DetailsProps = { service: Service; onView: (view: ServiceView) => void }

/** What was asked for or agreed, and what can be done with it. [2.services.12] */
export function ServiceDetails({ service, onView }: DetailsProps) {
  const { status, description, scope, required_every_weeks: weeks, accepted_price: price } = service
  const recurring = service.service_type === 'recurring' && weeks !== null
  const { stops, next_visit_date: next } = service
  const viewer = useViewer()
  const isOfficer = may(viewer, 'manage_visits')
  const isAsked = may(viewer, 'request_services') && isOpen(status)
  const mayStop = isOfficer && status === 'Accepted' && canStop(stops, next)
  return (
    <>
      <div>
        <ServiceStatusBadge service={service} />
      </div>
      {description && <p className={classes.description}>{description}</p>}
      <p className={classes.next}>
        <NextThing service={service} today={cityToday()} />
        {shownStops(stops, cityToday()).map((stop) => (
          <span key={stop.from_date} className={classes.stop}>
            <strong>{stopText(stop, cityToday())}</strong> by{' '}
            {stop.stopped_by === 'vendor' ? service.company_name : 'the HOA representative'}:{' '}
            <q>{stop.reason}</q>
          </span>
        ))}
      </p>
      <dl className={classes.facts}>
        {scope.map((line) => (
          <ServiceFact key={line.key} label={line.label} value={scopeText(line)} />
        ))}
        {recurring && <ServiceFact label="Frequency" value={everyWeeks(weeks)} />}
        {service.preferred_start_date && (recurring || status !== 'Accepted') && (
          <ServiceFact label="Starts" value={formatLongDate(service.preferred_start_date)} />
        )}
        {recurring && endedFrom(stops) === null && (service.until_ended || service.ends_on) && (
          <ServiceFact
            label="Ends"
            value={service.ends_on ? formatLongDate(service.ends_on) : 'When you end it'}
          />
        )}
        {isOpen(status) && service.quotes_by && service.decide_by && (
          <>
            <ServiceFact label="Quotes by" value={formatLongDate(service.quotes_by)} />
            <ServiceFact label="Decide by" value={formatLongDate(service.decide_by)} />
          </>
        )}
        {status === 'Accepted' && service.company_name && (
          <ServiceFact
            label="Vendor"
            value={
              service.assigned_vendor ? (
                <Link to="/home/services/vendor" search={{ id: service.assigned_vendor }}>
                  {service.company_name}
                </Link>
              ) : (
                service.company_name
              )
            }
          />
        )}
        {status === 'Accepted' && price !== null && (
          <ServiceFact label="Price" value={`${formatMoney(price)} a visit`} />
        )}
        {status === 'Accepted' && <VendorContact serviceId={service.id} />}
        <ServiceFact
          label="Requested"
          value={formatLongDate(today(new Date(service.requested_at), CITY_TIME_ZONE))}
        />
      </dl>
      <RequestFiles service={service} />
      {status === 'Accepted' && service.accepted_quote && (
        <>
          {isOfficer && (
            <Suspense fallback={null}>
              <Sections slot={serviceThread} props={{ quoteId: service.accepted_quote, side: 'captain' }} />
            </Suspense>
          )}
          {recurring && (
            <Suspense fallback={null}>
              <Sections
                slot={serviceAgreement}
                props={{
                  quoteId: service.accepted_quote,
                  side: 'captain',
                  otherSide: service.company_name ?? 'The vendor',
                  onAskAgain: () => onView('again'),
                }}
              />
            </Suspense>
          )}
          <AcceptedFiles quote={service.accepted_quote} />
          <Suspense fallback={null}>
            <Sections slot={serviceRecord} props={{ serviceId: service.id }} />
          </Suspense>
          <p className={classes.more}>
            <Link to="/home/services/compare" search={{ service: service.id }}>
              Compare the quotes that came
            </Link>
          </p>
        </>
      )}
      <Suspense fallback={null}>
        <Sections
          slot={serviceQuestions}
          props={{ building_service_id: service.id, round: service.round, open: isOpen(status) }}
        />
      </Suspense>
      {mayStop && (
        <DialogFoot>
          <Button variant="default" onClick={() => onView('pause')}>
            Pause Service
          </Button>
          <Button variant="default" color="red" onClick={() => onView('end')}>
            End Service
          </Button>
        </DialogFoot>
      )}
      {isOpen(status) && <DeadlineNote service={service} />}
      {isAsked && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => onView('time')}>
            More Time
          </Button>
          {service.vendors_left_out > 0 && (
            <Button variant="default" onClick={() => onView('ask')}>
              Ask More Vendors
            </Button>
          )}
        </div>
      )}
      {(isAsked || canViewQuotes(service)) && (
        <DialogFoot>
          {isAsked && (
            <>
              <Button variant="default" color="red" onClick={() => onView('withdraw')}>
                Withdraw Request
              </Button>
              <Button variant="default" onClick={() => onView('edit')}>
                Edit Request
              </Button>
            </>
          )}
          {canViewQuotes(service) && <Button onClick={() => onView('quotes')}>View Quotes</Button>}
        </DialogFoot>
      )}
    </>
  )
}

/** When a request closes that nobody decides, said once that is near. Product 2.2 */
function DeadlineNote({ service }: { service: Service }) {
  const today = cityToday()
  const closing = closesOn(service)
  if (closing === null || service.decide_by === null || service.decide_by > today) return null
  return (
    <p className={classes.description}>
      {service.decide_by < today ? 'The day to decide has passed.' : 'Today is the day to decide.'} Without a
      decision or more time the request closes on {formatShortDate(closing, today)}.
    </p>
  )
}

/** What its vendor sent beside the price that was accepted. Product 2.4 */
function AcceptedFiles({ quote }: { quote: string }) {
  const files = useQuery(trpc.quotes.files.queryOptions({ id: quote }))
  const listed = files.data?.map((file) => ({ ...file, picture: isPicture(file.url) })) ?? []
  return <FileList label="Files of the quote" files={listed} />
}

/** For who may call the vendor about its visits. */
function VendorContact({ serviceId }: { serviceId: string }) {
  const allowed = may(useViewer(), 'manage_visits')
  const contact = useQuery(trpc.services.contact.queryOptions({ id: serviceId }, { enabled: allowed }))
  if (!contact.data) return null
  return <ServiceFact label="Contact" value={<ContactLines person={contact.data} />} />
}

function ServiceFact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
