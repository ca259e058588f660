import { useQuery } from '@tanstack/react-query'
import { isDraft } from '../../../domain/invoices/invoice-state.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { InvoiceForm, type InvoiceFormProps } from './invoice-form.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import { InvoiceOfVendor } from './invoice-of-vendor.tsx'
import { choicesOf } from './invoice-values.ts'

type Props = Pick<InvoiceFormProps, 'busy' | 'onBusy' | 'onShow' | 'onClose' | 'place'> & { id: string }

/** An invoice that is there: a draft in its form, or what was sent. Product 3.1 */
export function KnownInvoice({ id, ...form }: Props) {
  // Not while it is saved or sent, so that the dialog closes unchanged.
  const fresh = { enabled: !form.busy, gcTime: 0, staleTime: 0 }
  const invoice = useQuery(trpc.invoices.get.queryOptions({ id }, fresh))
  const building_id = invoice.data?.building_id ?? ''
  const drafted = invoice.data !== undefined && isDraft(invoice.data)
  const due = useQuery(
    trpc.invoices.dueLines.queryOptions({ building_id }, { ...fresh, enabled: drafted && !form.busy }),
  )
  if (invoice.error?.data?.code === 'NOT_FOUND') return <ErrorText>{INVOICE_MESSAGES.gone}</ErrorText>
  if (invoice.data && !drafted)
    return <InvoiceOfVendor invoice={invoice.data} onBusy={form.onBusy} onClose={form.onClose} />
  if (invoice.data && due.data)
    return (
      // Changed by a colleague meanwhile, it is shown anew; what is typed here stays, as a draft of the form.
      <InvoiceForm
        key={invoice.data.version}
        {...form}
        draft={invoice.data}
        building_id={building_id}
        choices={choicesOf(due.data, invoice.data)}
        facts={invoice.data}
      />
    )
  const failed = [invoice, due].find((each) => each.isLoadingError)
  if (failed)
    return (
      <LoadFailed
        reason={INVOICE_MESSAGES.loadFailed(reasonOf(failed.error))}
        onRetry={() => Promise.all([invoice.refetch(), drafted && due.refetch()])}
        busy={invoice.isFetching || due.isFetching}
      />
    )
  return <RowSkeletons label="Loading the invoice…" />
}
