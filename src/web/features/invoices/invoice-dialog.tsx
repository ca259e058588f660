import { useState } from 'react'
import { DialogStep } from '../../ui/dialog-step.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { DueBuildings } from './due-buildings.tsx'
import type { OpenedInvoice } from './invoice-text.ts'
import { KnownInvoice } from './known-invoice.tsx'
import { NewInvoice } from './new-invoice.tsx'

type Props = {
  shown: OpenedInvoice
  onShow: (next: OpenedInvoice) => void
  opened: boolean
  onClose: () => void
}

/** An invoice: for a new one first its building, then its lines; a draft to edit and send; or what was sent. Product 3.1 */
export function InvoiceDialog({ shown, onShow, opened, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const content = { busy, onBusy: setBusy, onShow, onClose }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!busy}
      size="xl"
      title={shown.step === 'known' ? `Invoice ${shown.number}` : 'Create Invoice'}
      lead={shown.step === 'choose' ? 'Choose the building that it is for.' : shown.place}
    >
      <DialogStep step={shown.step}>
        {shown.step === 'choose' ? (
          <DueBuildings onShow={onShow} />
        ) : shown.step === 'new' ? (
          <NewInvoice {...content} building={shown} />
        ) : (
          <KnownInvoice {...content} id={shown.id} place={shown.place} />
        )}
      </DialogStep>
    </FormDialog>
  )
}
