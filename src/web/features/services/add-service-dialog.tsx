import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useKeptState } from '../../forms/use-draft.ts'
import { DialogStep } from '../../ui/dialog-step.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StepBack } from '../../ui/step-back.tsx'
import { RequestForm } from './request-form.tsx'
import { type ServiceType, ServiceTypeList } from './service-type-list.tsx'

// Queried with the page, so that the dialog opens with its list.
const useAvailable = () => useQuery(trpc.services.available.queryOptions())
type Available = ReturnType<typeof useAvailable>

type Props = { opened: boolean; onClose: () => void }

/**
 * Add Service: a type that the building does not have yet, then the request for its quotes.
 * [2.services.14]
 */
export function AddServiceDialog({ opened, onClose }: Props) {
  const available = useAvailable()
  const [chosen, choose] = useKeptState<ServiceType>('chosen service')

  function close(): void {
    onClose()
    choose(undefined)
  }

  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={chosen ? `Request Quotes for ${chosen.name}` : 'Add Service'}
      lead={
        chosen ? chosen.description : 'Choose what your building needs. Vendors nearby then send you quotes.'
      }
      size="xl"
    >
      <DialogStep step={chosen?.id ?? ''}>
        {chosen ? (
          <>
            <StepBack onClick={() => choose(undefined)}>All services</StepBack>
            <RequestForm key={chosen.id} type={chosen} onSent={close} />
          </>
        ) : (
          <AvailableTypes available={available} onChoose={choose} />
        )}
      </DialogStep>
    </FormDialog>
  )
}

function AvailableTypes({
  available,
  onChoose,
}: {
  available: Available
  onChoose: (type: ServiceType) => void
}) {
  if (available.data) return <ServiceTypeList types={available.data} onChoose={onChoose} />
  if (!available.isError) return <RowSkeletons count={6} label="Loading the services…" />
  return (
    <LoadFailed
      reason={`The services could not be loaded. ${reasonOf(available.error)}`}
      onRetry={() => available.refetch()}
      busy={available.isFetching}
    />
  )
}
