import { asks, type Dialog, press, reads } from './open-dialog.ts'

const INVOICES = { by: 'vera', path: '/vendor/invoices?tab=all' } as const
const RECEIVED = { by: 'maya', path: '/home/payments' } as const

export const INVOICE_DIALOGS: Dialog[] = [
  {
    ...INVOICES,
    name: 'buildings to invoice',
    of: 'features/invoices/invoice-dialog.tsx',
    open: reads(press('Create Invoice'), '1 visit'),
  },
  {
    ...INVOICES,
    name: 'create invoice',
    of: 'features/invoices/invoice-dialog.tsx',
    open: reads(press('Create Invoice', /1 visit/), 'Finished visits'),
  },
  {
    ...INVOICES,
    name: 'extra of an invoice',
    of: 'features/invoices/invoice-dialog.tsx',
    open: press('Create Invoice', /1 visit/, 'Add Extra'),
  },
  {
    ...INVOICES,
    name: 'edit invoice',
    of: 'features/invoices/invoice-dialog.tsx',
    open: reads(press(/^Edit invoice/), 'Finished visits'),
  },
  {
    ...INVOICES,
    name: 'sent invoice',
    of: 'features/invoices/invoice-dialog.tsx',
    open: reads(press(/^View invoice INV-0002/), 'A new latch for the gate'),
  },
  {
    ...RECEIVED,
    name: 'received invoice',
    of: 'features/invoices/received-invoice.tsx',
    open: reads(press(/^View invoice INV-0002/), 'A new latch for the gate'),
  },
  {
    ...INVOICES,
    name: 'send invoice',
    of: 'features/invoices/use-delivery.ts',
    open: asks(press(/^Edit invoice/, 'Send Invoice'), 'Send Invoice'),
  },
  {
    ...INVOICES,
    name: 'discard draft',
    of: 'features/invoices/use-delivery.ts',
    open: asks(press(/^Edit invoice/, 'Discard'), 'Discard Draft'),
  },
  {
    ...INVOICES,
    name: 'remove a file of an invoice',
    of: 'ui/sent-files.tsx',
    open: asks(press(/^Edit invoice/, 'Remove Delivery note.pdf'), 'Remove file'),
  },
  {
    ...INVOICES,
    name: 'draft last month',
    of: 'features/invoices/draft-last-month.tsx',
    open: press('Draft last month'),
  },
  {
    ...INVOICES,
    name: 'answer about an invoice',
    of: 'features/invoices/invoice-dialog.tsx',
    open: reads(press(/^View invoice INV-0003/), 'Nobody asked for it.'),
  },
  {
    ...INVOICES,
    name: 'credit note',
    of: 'features/invoices/invoice-dialog.tsx',
    open: press(/^View invoice INV-0002/, 'Credit Note'),
  },
  {
    ...INVOICES,
    name: 'create credit note',
    of: 'features/invoices/credit-form.tsx',
    open: asks(async (page) => {
      await press(/^View invoice INV-0002/, 'Credit Note')(page)
      const dialog = page.getByRole('dialog').last()
      await dialog.getByLabel('Reason').fill('The latch was another building’s.')
      await dialog.getByRole('button', { name: 'Create Credit Note' }).click()
    }, 'Create Credit Note'),
  },
  {
    ...RECEIVED,
    name: 'dispute an invoice',
    of: 'features/invoices/received-invoice.tsx',
    open: press(/^View invoice INV-0002/, 'Dispute'),
  },
  {
    ...RECEIVED,
    name: 'disputed invoice',
    of: 'features/invoices/received-invoice.tsx',
    open: reads(press(/^View invoice INV-0003/), 'Nobody asked for it.'),
  },
  {
    ...RECEIVED,
    name: 'approved invoice',
    of: 'features/invoices/received-invoice.tsx',
    open: reads(press(/^View invoice INV-0004/), 'is open'),
  },
  {
    ...RECEIVED,
    name: 'record payment',
    of: 'features/invoices/payment-form.tsx',
    open: press(/^View invoice INV-0004/, 'Record Payment'),
  },
]
