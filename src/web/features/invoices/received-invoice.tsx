import { useQuery } from '@tanstack/react-query'
import { isUnpaid } from '../../../domain/invoices/invoice-payment.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useSession } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import { PaymentForm } from './payment-form.tsx'
import { ReviewInvoice } from './review-invoice.tsx'
import { SentInvoice } from './sent-invoice.tsx'

type Props = {
  invoice: { id: string; number: string; place: string }
  opened: boolean
  onClose: () => void
}

/** An invoice that a vendor sent to the building. Product 3.2 */
export function ReceivedInvoice({ invoice: { id, number, place }, opened, onClose }: Props) {
  const decides = may(useSession()?.viewer ?? null, 'approve_invoices')
  const invoice = useQuery(trpc.invoices.get.queryOptions({ id }, { enabled: opened }))
  const waits =
    decides &&
    invoice.data &&
    (invoice.data.status === 'sent' ? 'decision' : isUnpaid(invoice.data) && 'payment')
  return (
    <FormDialog opened={opened} onClose={onClose} size="xl" title={`Invoice ${number}`} lead={place}>
      {invoice.data ? (
        <SentInvoice invoice={invoice.data} onClose={onClose}>
          {waits === 'decision' ? (
            <ReviewInvoice invoice={invoice.data} onClose={onClose} />
          ) : (
            waits === 'payment' && <PaymentForm invoice={invoice.data} onClose={onClose} />
          )}
        </SentInvoice>
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
