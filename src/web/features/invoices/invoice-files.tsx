import { Button } from '@mantine/core'
import { ATTACHED_NAMES } from '../../../domain/documents/attached-file.ts'
import { MAX_INVOICE_FILES, MAX_PAYMENT_FILES } from '../../../domain/invoices/invoice-file.ts'
import { ChooseFiles, type ChosenFile } from '../../ui/choose-files.tsx'
import { type FilePlace, SentFiles } from '../../ui/sent-files.tsx'
import classes from './invoice-files.module.css'
import type { VendorInvoice } from './invoice-text.ts'

const FAILED = { failed: 'The file could not be sent', removeFailed: 'The file could not be removed' }

/** Where the files of an invoice are sent. */
export const invoicePlace = (invoice: string): FilePlace => ({
  address: (file) => `/api/invoice-files?${new URLSearchParams({ invoice, ...file })}`,
  added: 'invoice_file_added',
  removed: 'invoice_file_removed',
  ...FAILED,
})

/** Where the files of a payment are sent. */
export const paymentPlace = (payment: string): FilePlace => ({
  address: (file) => `/api/payment-files?${new URLSearchParams({ payment, ...file })}`,
  added: 'payment_file_added',
  removed: 'payment_file_removed',
  ...FAILED,
})

const INVOICE = {
  add: 'Add files to this invoice',
  most: MAX_INVOICE_FILES,
  tooMany: `An invoice has at most ${MAX_INVOICE_FILES} files.`,
}
const PAYMENT = {
  add: 'Add a receipt',
  most: MAX_PAYMENT_FILES,
  tooMany: `A payment has at most ${MAX_PAYMENT_FILES} files.`,
}

/** They are read with their invoice. */
const read = (data: VendorInvoice['files']) => ({
  data,
  isError: false,
  error: null,
  isFetching: false,
  refetch: () => undefined,
})

type InvoiceFilesProps = { invoice: Pick<VendorInvoice, 'id' | 'files'>; open: boolean }

/** The files of an invoice; added and removed while it is a draft. Product 3.1 */
export function InvoiceFiles({ invoice: { id, files }, open }: InvoiceFilesProps) {
  return (
    <SentFiles
      title="Files of this invoice"
      sent={read(files)}
      place={invoicePlace(id)}
      open={open}
      {...INVOICE}
    />
  )
}

type PaymentFilesProps = {
  payment: Pick<VendorInvoice['payments'][number], 'id' | 'files'>
  /** What the payment is called. */
  name: string
  open: boolean
}

/** What proves a payment; added and removed by who may record it. Product 3.3 */
export function PaymentFiles({ payment: { id, files }, name, open }: PaymentFilesProps) {
  return (
    <SentFiles
      title={`Files of the payment of ${name}`}
      sent={read(files)}
      place={paymentPlace(id)}
      open={open}
      {...PAYMENT}
    />
  )
}

type ChosenProps = {
  of: 'invoice' | 'payment'
  files: readonly ChosenFile[]
  busy: boolean
  onChange: (files: readonly ChosenFile[]) => void
}

/** Chooses files that are sent with an invoice or a payment that is not there yet. */
export function ChosenFiles({ of, files, busy, onChange }: ChosenProps) {
  const { add, most, tooMany } = of === 'invoice' ? INVOICE : PAYMENT
  return (
    <div className={classes.chosen}>
      {files.length > 0 && (
        <ul aria-label="Files to send">
          {files.map(({ id, file }) => (
            <li key={id}>
              {file.name}{' '}
              <Button
                variant="subtle"
                size="compact-md"
                disabled={busy}
                aria-label={`Leave out ${file.name}`}
                onClick={() => onChange(files.filter((each) => each.id !== id))}
              >
                Leave out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ChooseFiles
        label={add}
        accept={ATTACHED_NAMES}
        count={files.length}
        most={most}
        tooMany={tooMany}
        busy={busy}
        onChoose={(chosen) => onChange([...files, ...chosen])}
      />
    </div>
  )
}
