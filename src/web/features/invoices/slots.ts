import type { Slot } from '../../ui/sections.tsx'

export type InvoicedVisitProps = {
  visit: { id: string; name: string; company_name: string; scheduled_date: string; scheduled_time: string }
}

/** An approved invoice of which something is open, in cents. */
export type PayInvoiceProps = { invoice: { id: string; open: number } }

/** How an invoice is paid within the portal, in its dialog. */
export const payInvoice: Slot<PayInvoiceProps> = {}

/** What proves the visit of a line, in an invoice's dialog. */
export const invoicedVisit: Slot<InvoicedVisitProps> = {}
