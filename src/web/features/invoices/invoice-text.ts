import type { inferOutput } from '@trpc/tanstack-react-query'
import type { InvoiceState, InvoiceTab } from '../../../domain/invoices/invoice-state.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import type { trpc } from '../../api.ts'
import type { Tone } from '../../ui/tone.ts'

export type ListedInvoice = inferOutput<typeof trpc.invoices.list>[number]
/** An invoice in full, with its lines. */
export type VendorInvoice = inferOutput<typeof trpc.invoices.get>

/** What the dialog of invoices shows: the buildings to choose from, a new invoice of one, or an invoice that is there. */
export type OpenedInvoice =
  | { step: 'choose' }
  | { step: 'new'; building_id: string; place: string }
  | { step: 'known'; id: string; number: string; place: string }

export const INVOICE_TONES: Record<InvoiceState, Tone> = {
  draft: 'amber',
  sent: 'neutral',
  disputed: 'red',
  approved: 'neutral',
  paid: 'green',
  refused: 'red',
  credited: 'neutral',
}

type InvoicePlace = { address: string; city: string }

/** A building in one line, by its name if it has one. */
export function placeText(name: string | null, { address, city }: InvoicePlace): string {
  return name ?? `${address}, ${city}`
}

/** What a tab holds, in a sentence: '2 drafts, $297.68 in all'. */
export function tabText(tab: InvoiceTab, { count, total }: { count: number; total: number }): string {
  const number = formatNumber(count)
  const words = {
    draft: count === 1 ? '1 draft' : `${number} drafts`,
    sent: count === 1 ? '1 invoice sent' : `${number} invoices sent`,
    disputed: count === 1 ? '1 invoice disputed' : `${number} invoices disputed`,
    approved: count === 1 ? '1 invoice approved' : `${number} invoices approved`,
    paid: count === 1 ? '1 invoice paid' : `${number} invoices paid`,
    refused: count === 1 ? '1 invoice refused' : `${number} invoices refused`,
    credited: count === 1 ? '1 invoice credited' : `${number} invoices credited`,
    all: count === 1 ? '1 invoice' : `${number} invoices`,
  }
  return `${words[tab]}, ${formatMoney(total)} in all`
}
