import { Button } from '@mantine/core'
import { useState } from 'react'
import { isCreditable } from '../../../domain/invoices/credit-note.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { CreditForm } from './credit-form.tsx'
import { InvoiceAnswer } from './invoice-answer.tsx'
import { placeText, type VendorInvoice } from './invoice-text.ts'
import { SentInvoice } from './sent-invoice.tsx'

/** What its vendor does with an invoice that was sent: it answers a dispute, or takes lines back. Product 3.1 */
export function InvoiceOfVendor({ invoice, onClose }: { invoice: VendorInvoice; onClose: () => void }) {
  const [crediting, setCrediting] = useState(false)
  const canCredit = isCreditable(invoice)
  return (
    <SentInvoice invoice={invoice} onClose={onClose}>
      {crediting && canCredit ? (
        // Another credit note meanwhile: other lines are left.
        <CreditForm key={invoice.credited} invoice={invoice} onBack={() => setCrediting(false)} />
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
