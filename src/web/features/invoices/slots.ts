import type { Slot } from '../../ui/sections.tsx'

export type InvoicedVisitProps = {
  visit: { id: string; name: string; company_name: string; scheduled_date: string; scheduled_time: string }
}

/** An approved invoice of which something is open, in cents. */
export type PayInvoiceProps = { invoice: { id: string; open: number } }

export type BesidePaymentProps = {
  /** A payment of an invoice, what people call it, and what became of it in cents. */
  payment: {
    id: string
    name: string
    amount: number
    status: 'pending' | 'paid' | 'failed' | 'taken_back'
    method: string
    is_online: boolean
    refunded: number
    returning: number
    refund_failed: boolean
    disputed: number
    lost: number
  }
  /** What is owed and paid of its invoice, held by a bank and on its way back. */
  payable: { kind: 'invoice'; owed: number; paid: number; disputed: number; returning: number }
}

/** What can be done with a payment, beside it in the invoice's dialog. */
export const besidePayment: Slot<BesidePaymentProps> = {}

/** How an invoice is paid within the portal, in its dialog. */
export const payInvoice: Slot<PayInvoiceProps> = {}

/** What proves the visit of a line, in an invoice's dialog. */
export const invoicedVisit: Slot<InvoicedVisitProps> = {}
