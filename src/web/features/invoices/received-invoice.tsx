import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { matchOf } from '../../../domain/invoices/approval.ts'
import { isUndecided } from '../../../domain/invoices/invoice.ts'
import { isUnpaid, openAmount } from '../../../domain/invoices/invoice-payment.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useSession } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { DisputeForm } from './dispute-form.tsx'
import { InvoiceAnswer } from './invoice-answer.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import type { VendorInvoice } from './invoice-text.ts'
import { PaymentForm } from './payment-form.tsx'
import { ReviewInvoice } from './review-invoice.tsx'
import { SentInvoice } from './sent-invoice.tsx'
import { payInvoice } from './slots.ts'

type Props = {
  invoice: { id: string; number: string; place: string }
  opened: boolean
  onClose: () => void
}

/** An invoice that a vendor sent to the building. Product 3.2 */
export function ReceivedInvoice({ invoice: { id, number, place }, opened, onClose }: Props) {
  const decides = may(useSession()?.viewer ?? null, 'approve_invoices')
  const invoice = useQuery(trpc.invoices.get.queryOptions({ id }, { enabled: opened }))
  const [disputing, setDisputing] = useState(false)
  // Each opening begins with the invoice.
  if (disputing && !opened) setDisputing(false)
  return (
    <FormDialog opened={opened} onClose={onClose} size="xl" title={`Invoice ${number}`} lead={place}>
      {invoice.data ? (
        <SentInvoice invoice={invoice.data} onClose={onClose}>
          {!decides ? null : disputing && invoice.data.status === 'sent' ? (
            <DisputeForm invoice={invoice.data} onBack={() => setDisputing(false)} onClose={onClose} />
          ) : isUndecided(invoice.data) ? (
            <>
              {invoice.data.status === 'disputed' && (
                <InvoiceAnswer invoice={invoice.data} to={invoice.data.company_name} />
              )}
              <ReviewInvoice
                // A credit note meanwhile: fewer extras are open.
                key={openExtras(invoice.data.lines)}
                invoice={invoice.data}
                onDispute={() => setDisputing(true)}
                onClose={onClose}
              />
            </>
          ) : (
            isUnpaid(invoice.data) && (
              <>
                <Suspense fallback={null}>
                  <Sections slot={payInvoice} props={{ invoice: { id, open: openAmount(invoice.data) } }} />
                </Suspense>
                {/* Another payment meanwhile: what is open is another sum. */}
                <PaymentForm key={openAmount(invoice.data)} invoice={invoice.data} onClose={onClose} />
              </>
            )
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

const openExtras = (lines: VendorInvoice['lines']) =>
  lines
    .filter((line) => matchOf(line) === 'open')
    .map(({ id }) => id)
    .join()
