import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import { SentInvoice } from './sent-invoice.tsx'

type Props = {
  invoice: { id: string; number: string; place: string }
  opened: boolean
  onClose: () => void
}

/** An invoice that a vendor sent to the building. Product 3.2 */
export function ReceivedInvoice({ invoice: { id, number, place }, opened, onClose }: Props) {
  const invoice = useQuery(trpc.invoices.get.queryOptions({ id }, { enabled: opened }))
  return (
    <FormDialog opened={opened} onClose={onClose} size="xl" title={`Invoice ${number}`} lead={place}>
      {invoice.data ? (
        <SentInvoice invoice={invoice.data} onClose={onClose} />
      ) : invoice.isError ? (
        <LoadFailed
          reason={INVOICE_MESSAGES.loadFailed(reasonOf(invoice.error))}
          onRetry={() => invoice.refetch()}
          busy={invoice.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading the invoice…" />
      )}
    </FormDialog>
  )
}
