import { Button } from '@mantine/core'
import { useState } from 'react'
import { isCreditable, isKept } from '../../../domain/invoices/credit-note.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { CreditForm } from './credit-form.tsx'
import { InvoiceAnswer } from './invoice-answer.tsx'
import { placeText, type VendorInvoice } from './invoice-text.ts'
import { SentInvoice } from './sent-invoice.tsx'

type Props = { invoice: VendorInvoice; onBusy: (busy: boolean) => void; onClose: () => void }

/** What its vendor does with an invoice that was sent: it answers a dispute, or credits lines. Product 3.1 */
export function InvoiceOfVendor({ invoice, onBusy, onClose }: Props) {
  const [crediting, setCrediting] = useState(false)
  const canCredit = isCreditable(invoice)
  return (
    <SentInvoice invoice={invoice} onClose={onClose}>
      {crediting && canCredit ? (
        // A credit note or a decision meanwhile: other lines are left.
        <CreditForm
          key={invoice.lines
            .filter(isKept)
            .map(({ id }) => id)
            .join()}
          invoice={invoice}
          onBusy={onBusy}
          onBack={() => setCrediting(false)}
        />
      ) : (
        <>
          {invoice.status === 'disputed' && (
            <InvoiceAnswer invoice={invoice} to={placeText(invoice.building_name, invoice)} />
          )}
          <DialogFoot>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            {canCredit && (
              <Button variant="default" onClick={() => setCrediting(true)}>
                Credit Note
              </Button>
            )}
          </DialogFoot>
        </>
      )}
    </SentInvoice>
  )
}
