import { Button } from '@mantine/core'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { everyWeeks } from '../../../domain/services/frequency.ts'
import { scopeText } from '../../../domain/services/scope.ts'
import { canViewQuotes, isOpen } from '../../../domain/services/status.ts'
import { may } from '../../../domain/viewer.ts'
import { canStop, endedFrom, shownStops, stopText } from '../../../domain/visits/stopped.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { ContactLines } from '../../ui/contact-lines.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { DialogStep } from '../../ui/dialog-step.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StepBack } from '../../ui/step-back.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { RequestForm } from './request-form.tsx'
import { NextThing, type Service, ServiceStatusBadge, serviceSubtitle } from './service-card.tsx'
import classes from './service-dialog.module.css'
import { serviceQuotes, serviceStop } from './slots.ts'

export type ServiceView = 'details' | 'quotes' | 'edit' | 'end' | 'pause'

type Props = {
  service: Service | undefined
  view: ServiceView
  onView: (view: ServiceView) => void
  opened: boolean
  onClose: () => void
}

/**
 * What a card opens: the service's details, and from there the quotes received for it.
 * [2.services.8] [2.services.19-21]
 */
export function ServiceDialog({ service, view, onView, opened, onClose }: Props) {
  const quotes = view === 'quotes'
  // The second click of a double click may fall beside the dialog, which has just become smaller.
  const accepting = useIsMutating({ mutationKey: trpc.quotes.accept.mutationKey() }) > 0
  const name = service?.name ?? ''
  return (
    <FormDialog
      opened={opened && service !== undefined}
      dismissible={!accepting}
      onClose={onClose}
      title={titleOf(view, name)}
      lead={view !== 'details' || !service ? undefined : serviceSubtitle(service.service_type)}
      size={quotes || view === 'edit' ? 'xl' : 'lg'}
    >
      <DialogStep step={view}>
        {!service ? null : quotes ? (
          <Sections
            slot={serviceQuotes}
            props={{
              serviceId: service.id,
              onBack: () => onView('details'),
              onEdit: () => onView('edit'),
              onAccepted: onClose,
            }}
          />
        ) : view === 'edit' ? (
          <>
            <StepBack onClick={() => onView('details')}>Service details</StepBack>
            <RequestForm
              type={{ id: service.service_type_id, name }}
              editing={service}
              onSent={() => onView('details')}
            />
          </>
        ) : view === 'details' ? (
          <Details service={service} onView={onView} onWithdrawn={onClose} />
        ) : (
          <Suspense fallback={<RowSkeletons count={2} label="Loading the visits…" />}>
            <StepBack onClick={() => onView('details')}>Service details</StepBack>
            <Sections
              slot={serviceStop}
              props={{
                serviceId: service.id,
                kind: view,
                otherSide: service.company_name ?? 'The vendor',
                onBack: () => onView('details'),
                onDone: () => onView('details'),
              }}
            />
          </Suspense>
        )}
      </DialogStep>
    </FormDialog>
  )
}

function titleOf(view: ServiceView, name: string): string {
  if (view === 'details') return name
  if (view === 'quotes') return `Quotes for ${name}`
  if (view === 'edit') return `Edit Request for ${name}`
  return view === 'end' ? `End ${name}` : `Pause ${name}`
}

type DetailsProps = { service: Service; onView: (view: ServiceView) => void; onWithdrawn: () => void }

// [2.services.12]
function Details({ service, onView, onWithdrawn }: DetailsProps) {
  const { status, description, scope, required_every_weeks: weeks, accepted_price: price } = service
  const recurring = service.service_type === 'recurring' && weeks !== null
  const { stops, next_visit_date: next } = service
  const mayStop = may(useViewer(), 'manage_visits') && status === 'Accepted' && canStop(stops, next)
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
        {recurring && endedFrom(stops) === null && (service.until_ended || service.preferred_end_date) && (
          <ServiceFact
            label="Ends"
            value={
              service.preferred_end_date ? formatLongDate(service.preferred_end_date) : 'When you end it'
            }
          />
        )}
        {status === 'Accepted' && service.company_name && (
          <ServiceFact label="Vendor" value={service.company_name} />
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
      {(isOpen(status) || canViewQuotes(service)) && (
        <DialogFoot>
          {isOpen(status) && (
            <>
              <WithdrawRequestButton service={service} onWithdrawn={onWithdrawn} />
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

function WithdrawRequestButton({ service, onWithdrawn }: { service: Service; onWithdrawn: () => void }) {
  const withdraw = useMutation(trpc.services.withdraw.mutationOptions())
  const { run } = useSingleFlight()
  const { name, vendors_asked: asked } = service

  const ask = () =>
    run(async () => {
      const agreed = await confirm({
        title: `Withdraw the request for ${name}`,
        question: asked
          ? `${asked === 1 ? 'The vendor' : `All ${asked} vendors`} will be told, and the quotes are closed. You can ask for ${name} again.`
          : `You can ask for ${name} again.`,
        action: 'Withdraw Request',
        danger: true,
      })
      if (!agreed) return
      try {
        await withdraw.mutateAsync({ id: service.id })
        notify.success('Request withdrawn')
        onWithdrawn()
      } catch (error) {
        notify.error(`Failed to withdraw the request: ${reasonOf(error)}`)
      }
      await refreshAfter('service_withdrawn', 'request_withdrawn')
    })

  return (
    <Button variant="default" color="red" loading={withdraw.isPending} onClick={ask}>
      Withdraw Request
    </Button>
  )
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
