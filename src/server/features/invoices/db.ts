import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { DomainError } from '../../../domain/errors.ts'
import type { Approval } from '../../../domain/invoices/approval.ts'
import { chargebacksOf, refundsOf } from '../../db/payment-sums.ts'
import type { Tx } from '../../db/pool.ts'
import { invoiceFiles, paymentFiles } from './invoice-file.db.ts'
import { disputedOf, returningOf, shownInvoices } from './list.db.ts'

/** An invoice that the viewer sees, with its files, its credit notes and its lines in order, and what was agreed for each, in cents. Throws DomainError 'not_found' for others'. */
export async function readInvoice(tx: Tx, id: string) {
  const invoice = await shownInvoices(tx)
    .where('i.id', '=', id)
    .select(['i.building_id', 'i.vendor_id', 'i.tax_rate', 'i.note', 'i.subtotal', 'i.tax'])
    .select(['i.sent_from', 'i.sent_to', 'i.decided_at', 'i.decided_name', invoiceFiles.as('files')])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('credit_notes as c')
          .whereRef('c.invoice_id', '=', 'i.id')
          .orderBy('c.created_at')
          .orderBy(sql`length(c.number)`)
          .orderBy('c.number')
          .select(['c.id', 'c.number', 'c.date', 'c.reason', 'c.total']),
      ).as('credits'),
    )
    .select([
      'b.state as building_state',
      'b.zip_code',
      'v.address as vendor_address',
      'v.city as vendor_city',
      'v.state as vendor_state',
      'v.zip_code as vendor_zip',
    ])
    .executeTakeFirst()
  if (!invoice) throw new DomainError('not_found')
  return { ...invoice, lines: await linesOf(tx, id) }
}

export const linesOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('invoice_lines as l')
    .leftJoin('appointments as a', 'a.id', 'l.appointment_id')
    .leftJoin('service_quotes as q', (join) =>
      join.on((eb) => eb('q.id', '=', eb.fn.coalesce('l.service_quote_id', 'a.service_quote_id'))),
    )
    .leftJoin('service_types as t', 't.id', 'q.service_type_id')
    // Its quotes can be compared as long as the service is not asked for anew.
    .leftJoin('building_services as s', (join) =>
      join.onRef('s.id', '=', 'q.building_service_id').onRef('s.round', '=', 'q.round'),
    )
    .leftJoin('credit_notes as c', 'c.id', 'l.credit_note_id')
    .where('l.invoice_id', '=', id)
    .orderBy('l.position')
    .select(['l.id', 'l.kind', 'l.appointment_id', 'l.service_quote_id', 'l.description', 'l.amount'])
    .select(['l.refused_reason', 'c.number as credit_number'])
    .select(['a.scheduled_date', 'a.scheduled_time', 's.id as compared_service'])
    .select(['a.status as visit_status', 't.name as service'])
    .select(sql<boolean>`is_line_waived(l)`.as('waived'))
    .select(
      sql<boolean>`l.kind = 'start' and exists (select from appointments e where e.service_quote_id = q.id and e.status = 'completed')`.as(
        'earned',
      ),
    )
    .select(
      sql<number | null>`case l.kind when 'visit' then agreed_visit_price(a.service_quote_id, a.nominal_date)
        when 'start' then q.once_price end`.as('agreed'),
    )
    .execute()

/** An invoice of the viewer's company or building, with its vendor's name, under a lock. Throws DomainError 'not_found' for others'. */
export async function lockInvoice(tx: Tx, id: string) {
  const invoice = await tx
    .selectFrom('invoices as i')
    .innerJoin('vendor_profiles as v', 'v.id', 'i.vendor_id')
    .where('i.id', '=', id)
    .select(['i.id', 'i.building_id', 'i.vendor_id', 'i.number', 'i.status', 'i.total', 'i.tax_rate'])
    .select([
      'i.date',
      'i.due_date',
      'i.note',
      'i.version',
      'i.approved',
      'i.paid',
      'i.credited',
      'v.company_name',
    ])
    .forNoKeyUpdate('i')
    .executeTakeFirst()
  if (!invoice) throw new DomainError('not_found')
  return invoice
}

/** What of a locked invoice's payments a bank holds, and what is on its way back, in cents. */
export const undecidedPayments = (tx: Tx, id: string) =>
  tx
    .selectFrom('invoices as i')
    .where('i.id', '=', id)
    .select([disputedOf.as('disputed'), returningOf.as('returning')])
    .executeTakeFirstOrThrow()

/** An invoice with its two sides. */
export type InvoiceKeys = { id: string; building_id: string; vendor_id: string }

export async function markInvoiceSent(
  tx: Tx,
  id: string,
  sent: { sent_by: string; sent_at: Date },
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ status: 'sent', ...sent })
    .where('id', '=', id)
    .execute()
}

export async function markInvoiceDisputed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('invoices').set({ status: 'disputed' }).where('id', '=', id).execute()
}

/** The lines that are not paid first: from then on the invoice stays as it is. */
export async function saveApproval(
  tx: Tx,
  id: string,
  { status, sums, refused }: Approval,
  decided: { decided_by: string; decided_at: Date },
): Promise<void> {
  for (const { id: line, reason } of refused)
    await tx.updateTable('invoice_lines').set({ refused_reason: reason }).where('id', '=', line).execute()
  await tx
    .updateTable('invoices')
    .set({ status, approved: sums.total, ...decided })
    .where('id', '=', id)
    .execute()
}

type RecordedPayment = {
  id: string
  date: string
  amount: number
  method: string
  reference: string | null
  description: string
  recorded_by: string
}

/** A payment of an approved invoice. The database refuses more than is open. */
export async function addInvoicePayment(
  tx: Tx,
  { id: payable_id, building_id }: Pick<InvoiceKeys, 'id' | 'building_id'>,
  payment: RecordedPayment,
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({ building_id, payable_id, status: 'paid', ...payment })
    .execute()
}

/** A payment that the viewer sees, and whether it stays; undefined if there is none. */
export const invoicePayment = (tx: Tx, id: string) =>
  tx
    .selectFrom('payments')
    .where('id', '=', id)
    .select(['payable_id as invoice_id', 'date', 'amount', 'method', 'reference', 'status'])
    .executeTakeFirst()

/**
 * What was paid of an invoice, with what proves it, the oldest first; those of one day as they were recorded. Also what was taken back, and
 * of each in cents what went back (`refunded`), is on its way back (`returning`), is held by a bank (`disputed`) or was lost to it.
 */
export const invoicePayments = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('payments as p')
    .leftJoin('payment_take_backs as k', 'k.payment_id', 'p.id')
    .where('p.payable_id', '=', invoiceId)
    .where('p.status', 'in', ['paid', 'taken_back'])
    .orderBy('p.date')
    .orderBy('p.created_at')
    .orderBy('p.id')
    .select([
      'p.id',
      'p.date',
      'p.amount',
      'p.status',
      'p.method',
      'p.reference',
      'k.reason as taken_back_reason',
    ])
    .select([
      sql<boolean>`exists (select from stripe_payments s where s.id = p.id)`.as('is_online'),
      refundsOf('done').as('refunded'),
      refundsOf('pending').as('returning'),
      sql<boolean>`exists (select from refunds r where r.payment_id = p.id and r.kind = 'stripe' and r.status = 'failed')`.as(
        'refund_failed',
      ),
      chargebacksOf('open').as('disputed'),
      chargebacksOf('lost').as('lost'),
    ])
    .select(paymentFiles.as('files'))
    .execute()
