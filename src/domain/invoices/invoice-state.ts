// Apart from the rules of an invoice: the lists show states, and load neither rules nor checks of input.

export type InvoiceStatus = 'draft' | 'sent' | 'disputed' | 'approved' | 'refused' | 'credited'
/** How an invoice stands for people: an approved one is 'paid' once nothing of it is open. */
export const INVOICE_STATES = [
  'draft',
  'sent',
  'disputed',
  'approved',
  'paid',
  'refused',
  'credited',
] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]
/** The tabs of a vendor's list. */
export const INVOICE_TABS = [...INVOICE_STATES, 'all'] as const
export type InvoiceTab = (typeof INVOICE_TABS)[number]

export const INVOICE_STATE_LABELS: Record<InvoiceState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  disputed: 'Disputed',
  approved: 'Approved',
  paid: 'Paid',
  refused: 'Refused',
  credited: 'Credited',
}

/** Whether an invoice can still be changed or discarded: a sent one stays as it is. Product 3.1 */
export const isDraft = ({ status }: { status: InvoiceStatus }) => status === 'draft'
