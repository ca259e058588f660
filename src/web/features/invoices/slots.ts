import type { Slot } from '../../ui/sections.tsx'

export type InvoicedVisitProps = {
  visit: { id: string; name: string; company_name: string; scheduled_date: string; scheduled_time: string }
}

/** What proves the visit of a line, in an invoice's dialog. */
export const invoicedVisit: Slot<InvoicedVisitProps> = {}
