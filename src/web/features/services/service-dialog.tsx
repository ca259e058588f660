import { useIsMutating } from '@tanstack/react-query'
import { Suspense } from 'react'
import { trpc } from '../../api.ts'
import { DialogStep } from '../../ui/dialog-step.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Sections, usePreloadedSections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StepBack } from '../../ui/step-back.tsx'
import { RequestForm } from './request-form.tsx'
import { AskMore, MoreTime, WithdrawStep } from './request-steps.tsx'
import { type Service, serviceSubtitle } from './service-card.tsx'
import { ServiceDetails, type ServiceView } from './service-details.tsx'
import {
  serviceAgreement,
  serviceQuestions,
  serviceQuotes,
  serviceRecord,
  serviceStop,
  serviceThread,
} from './slots.ts'

const IN_DIALOG = [
  serviceQuotes,
  serviceQuestions,
  serviceStop,
  serviceThread,
  serviceAgreement,
  serviceRecord,
]

const REQUEST_STEPS = { time: MoreTime, ask: AskMore, withdraw: WithdrawStep } as const

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
  usePreloadedSections(IN_DIALOG)
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
      size={quotes || view === 'edit' || view === 'again' ? 'xl' : 'lg'}
    >
      <DialogStep step={view}>
        {!service ? null : quotes ? (
          <Suspense fallback={<RowSkeletons count={3} label="Loading the quotes…" />}>
            <Sections
              slot={serviceQuotes}
              props={{
                serviceId: service.id,
                onBack: () => onView('details'),
                onEdit: () => onView('edit'),
                onAccepted: onClose,
              }}
            />
          </Suspense>
        ) : view === 'edit' ? (
          <>
            <StepBack onClick={() => onView('details')}>Service details</StepBack>
            <RequestForm
              type={{ id: service.service_type_id, name }}
              editing={service}
              onSent={() => onView('details')}
            />
          </>
        ) : view === 'again' ? (
          <>
            <StepBack onClick={() => onView('details')}>Service details</StepBack>
            <RequestForm
              type={{ id: service.service_type_id, name }}
              following={service.ends_on ? { service, endsOn: service.ends_on } : undefined}
              onSent={onClose}
            />
          </>
        ) : view === 'details' ? (
          <ServiceDetails service={service} onView={onView} />
        ) : view !== 'end' && view !== 'pause' ? (
          <RequestStep step={view} service={service} onView={onView} onClose={onClose} />
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

type RequestStepProps = {
  step: keyof typeof REQUEST_STEPS
  service: Service
  onView: (view: ServiceView) => void
  onClose: () => void
}

function RequestStep({ step, service, onView, onClose }: RequestStepProps) {
  const Step = REQUEST_STEPS[step]
  const back = () => onView('details')
  return (
    <>
      <StepBack onClick={back}>Service details</StepBack>
      <Step service={service} onBack={back} onDone={step === 'withdraw' ? onClose : back} />
    </>
  )
}

function titleOf(view: ServiceView, name: string): string {
  const titles: Record<ServiceView, string> = {
    details: name,
    quotes: `Quotes for ${name}`,
    edit: `Edit Request for ${name}`,
    time: `More time for ${name}`,
    ask: `Ask more vendors for ${name}`,
    again: `Ask again for ${name}`,
    withdraw: `Withdraw the request for ${name}`,
    end: `End ${name}`,
    pause: `Pause ${name}`,
  }
  return titles[view]
}
