import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StepBack } from '../../ui/step-back.tsx'
import { InvoiceForm, type InvoiceFormProps } from './invoice-form.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import { choicesOf } from './invoice-values.ts'

type Props = Pick<InvoiceFormProps, 'busy' | 'onBusy' | 'onShow' | 'onClose'> & {
  building: { building_id: string; place: string }
}

/** The next invoice to a building, with all that is due there. Product 3.1 */
export function NewInvoice({ building, ...form }: Props) {
  const { building_id, place } = building
  // Not while it is saved, so that the dialog closes unchanged.
  const fresh = { enabled: !form.busy, gcTime: 0, staleTime: 0 }
  const due = useQuery(trpc.invoices.due.queryOptions(undefined, fresh))
  const lines = useQuery(trpc.invoices.dueLines.queryOptions({ building_id }, fresh))
  const failed = [due, lines].find((each) => each.isLoadingError)
  return (
    <>
      <StepBack onClick={() => !form.busy && form.onShow({ step: 'choose' })}>All buildings</StepBack>
      {due.data && lines.data ? (
        <InvoiceForm
          {...form}
          building_id={building_id}
          place={place}
          choices={choicesOf(lines.data)}
          facts={due.data.facts}
        />
      ) : failed ? (
        <LoadFailed
          reason={INVOICE_MESSAGES.dueFailed(reasonOf(failed.error))}
          onRetry={() => Promise.all([due.refetch(), lines.refetch()])}
          busy={due.isFetching || lines.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading the finished visits…" />
      )}
    </>
  )
}
