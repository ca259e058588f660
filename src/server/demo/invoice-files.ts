import { randomUUID } from 'node:crypto'
import { invoiceFileAttachment } from '../features/invoices/invoice-file.ts'
import { paymentFileAttachment } from '../features/invoices/payment-file.ts'
import type { Portal } from '../rpc/context.ts'
import { addFile } from '../storage/add-file.ts'
import { pdfPage } from './documents.ts'
import type { Person } from './person.ts'

const page = (title: string) => ({
  query: { id: randomUUID(), name: `${title}.pdf` },
  body: pdfPage({ name: `${title}.pdf`, title, lines: ['For the demo city only.'] }),
})

/** What a vendor sends with its draft. Returns its id. Product 3.1 */
export async function addDeliveryNote(portal: Portal, vendor: Person, invoice: string): Promise<string> {
  const viewer = (await vendor.call.accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${vendor.email} is no vendor`)
  const { query, body } = page('Delivery note')
  await addFile(portal, invoiceFileAttachment, viewer, { query: { ...query, invoice }, body })
  return query.id
}

/** What proves a payment of a building. Product 3.3 */
export async function addReceipt(portal: Portal, captain: Person, payment: string): Promise<void> {
  const viewer = (await captain.call.accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error(`${captain.email} is no resident`)
  const { query, body } = page('Receipt')
  await addFile(portal, paymentFileAttachment, viewer, { query: { ...query, payment }, body })
}
