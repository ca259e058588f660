import { Button } from '@mantine/core'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { everyWeeks } from '../../../domain/services/frequency.ts'
import { canViewQuotes } from '../../../domain/services/status.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { DialogStep } from '../../ui/dialog-step.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Sections } from '../../ui/sections.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { NextThing, SERVICE_TONES, type Service, serviceSubtitle, statusLabel } from './service-card.tsx'
import classes from './service-dialog.module.css'
import { serviceQuotes } from './slots.ts'

export type ServiceView = 'details' | 'quotes'

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
  const name = service?.name ?? ''
  return (
    <FormDialog
      opened={opened && service !== undefined}
      onClose={onClose}
      title={quotes ? `Quotes for ${name}` : name}
      lead={quotes || !service ? undefined : serviceSubtitle(service.service_type)}
      size={quotes ? 'xl' : 'lg'}
    >
      <DialogStep step={view}>
        {!service ? null : quotes ? (
          <Sections
            slot={serviceQuotes}
            props={{ serviceId: service.id, onBack: () => onView('details'), onAccepted: onClose }}
          />
        ) : (
          <Details service={service} onViewQuotes={() => onView('quotes')} />
        )}
      </DialogStep>
    </FormDialog>
  )
}

// [2.services.12]
function Details({ service, onViewQuotes }: { service: Service; onViewQuotes: () => void }) {
  const { status, description, required_every_weeks: weeks, accepted_price: price } = service
  const recurring = service.service_type === 'recurring' && weeks !== null
  return (
    <>
      <StatusBadge tone={SERVICE_TONES[status]}>{statusLabel(status)}</StatusBadge>
      {description && <p className={classes.description}>{description}</p>}
      <p className={classes.next}>
        <NextThing service={service} today={cityToday()} />
      </p>
      <dl className={classes.facts}>
        {recurring && <ServiceFact label="Frequency" value={everyWeeks(weeks)} />}
        {service.preferred_start_date && (recurring || status !== 'Accepted') && (
          <ServiceFact label="Starts" value={formatLongDate(service.preferred_start_date)} />
        )}
        {recurring && service.preferred_end_date && (
          <ServiceFact label="Ends" value={formatLongDate(service.preferred_end_date)} />
        )}
        {status === 'Accepted' && service.company_name && (
          <ServiceFact label="Vendor" value={service.company_name} />
        )}
        {status === 'Accepted' && price !== null && (
          <ServiceFact label="Price" value={`${formatMoney(price)} a visit`} />
        )}
        <ServiceFact
          label="Requested"
          value={formatLongDate(today(new Date(service.requested_at), CITY_TIME_ZONE))}
        />
      </dl>
      {canViewQuotes(service) && (
        <Button fullWidth onClick={onViewQuotes}>
          View Quotes
        </Button>
      )}
    </>
  )
}

function ServiceFact({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
