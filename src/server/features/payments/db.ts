import { sql } from 'kysely'
import { feeLabel } from '../../../domain/billing/fees.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { StripePaymentStatus, StripeReading } from '../../../domain/payments/stripe-payment.ts'
import type { Tx } from '../../db/pool.ts'

/** A fee of the viewer's building, what of it is open, in cents, and its label. Throws DomainError 'not_found' for others'. */
export async function readFee(tx: Tx, id: string) {
  const fee = await tx
    .selectFrom('fees as f')
    .innerJoin('payables as o', 'o.id', 'f.id')
    .where('f.id', '=', id)
    .select(['f.id', 'f.building_id', 'f.number', 'f.month', 'f.kind', 'o.amount', 'o.due_date'])
    .select(sql<number>`o.amount - o.credited - o.paid`.as('open'))
    .executeTakeFirst()
  if (!fee) throw new DomainError('not_found')
  return { ...fee, label: feeLabel(fee) }
}

/** The vendor of an invoice that the viewer sees. Throws DomainError 'not_found' for others'. */
export async function vendorOfInvoice(tx: Tx, id: string): Promise<string> {
  const invoice = await tx.selectFrom('invoices').where('id', '=', id).select('vendor_id').executeTakeFirst()
  if (!invoice) throw new DomainError('not_found')
  return invoice.vendor_id
}

/** What is to be paid of an invoice that the viewer sees, under a lock. Throws DomainError 'not_found' for others'. */
export async function lockOwedInvoice(tx: Tx, id: string) {
  const invoice = await tx
    .selectFrom('invoices as i')
    .innerJoin('vendor_profiles as v', 'v.id', 'i.vendor_id')
    .where('i.id', '=', id)
    .select(['i.building_id', 'i.number', 'i.status', 'i.approved', 'i.paid', 'v.company_name'])
    .forNoKeyUpdate('i')
    .executeTakeFirst()
  if (!invoice) throw new DomainError('not_found')
  return invoice
}

/** The payment of what is owed that money may still come of; undefined without one. */
export const openStripePayment = (tx: Tx, payableId: string) =>
  tx
    .selectFrom('stripe_payments')
    .where('payable_id', '=', payableId)
    .where('status', 'in', ['open', 'processing'])
    .select(['id', 'building_id', 'payable_id', 'amount', 'kind', 'status', 'session_id', 'account_id'])
    .select('started_at')
    .executeTakeFirst()

export type StripePayment = NonNullable<Awaited<ReturnType<typeof openStripePayment>>>

type NewPayment = {
  building_id: string
  payable_id: string
  amount: number
  kind: 'checkout' | 'automatic'
  account_id: string | null
  started_by: string | null
  started_at: Date
}

/** Begins a payment, unless one of the same is open: then that one is the answer. The database refuses more than is owed. */
export async function beginStripePayment(
  tx: Tx,
  payment: NewPayment,
): Promise<StripePayment & { is_new: boolean }> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('stripe_payments')
    .values(payment)
    .onConflict((conflict) =>
      conflict.column('payable_id').where(sql<boolean>`status in ('open', 'processing')`).doNothing(),
    )
    .executeTakeFirst()
  const open = await openStripePayment(tx, payment.payable_id)
  // It was paid in between.
  if (!open) throw new DomainError('conflict', 'this was paid meanwhile')
  return { ...open, is_new: numInsertedOrUpdatedRows === 1n }
}

/** The page of a payment, once. */
export async function saveSession(tx: Tx, id: string, sessionId: string): Promise<void> {
  await tx
    .updateTable('stripe_payments')
    .set({ session_id: sessionId })
    .where('id', '=', id)
    .where('session_id', 'is', null)
    .execute()
}

/** What became of a payment of the viewer's building. Throws DomainError 'not_found' for others'. */
export async function stripePaymentStatus(tx: Tx, id: string) {
  const payment = await tx
    .selectFrom('stripe_payments')
    .where('id', '=', id)
    .select(['status', 'amount'])
    .executeTakeFirst()
  if (!payment) throw new DomainError('not_found')
  return payment
}

/** A payment through Stripe; undefined for an id of another program that uses the same account. */
export const findStripePayment = (tx: Tx, id: string) =>
  tx
    .selectFrom('stripe_payments')
    .where('id', '=', id)
    .select(['id', 'kind', 'session_id', 'intent_id', 'account_id', 'status'])
    .executeTakeFirst()

/**
 * Locks what is owed, its invoice first, and then the payment: in this order everywhere, so that nobody waits for each other. With what of
 * it is open, in cents, and what it is for.
 */
export async function lockStripePayment(tx: Tx, id: string) {
  const { rows } = await sql<{ payable_id: string }>`
    select payable_id from stripe_payments where id = ${id}`.execute(tx)
  const payableId = rows[0]?.payable_id
  if (payableId === undefined) throw new DomainError('not_found')
  await sql`select from invoices where id = ${payableId} for no key update`.execute(tx)
  await sql`select from payables where id = ${payableId} for no key update`.execute(tx)
  const payment = await tx
    .selectFrom('stripe_payments as s')
    .innerJoin('payables as o', 'o.id', 's.payable_id')
    .leftJoin('fees as f', 'f.id', 'o.id')
    .leftJoin('invoices as i', 'i.id', 'o.id')
    .leftJoin('vendor_profiles as v', 'v.id', 'i.vendor_id')
    .where('s.id', '=', id)
    .select(['s.id', 's.building_id', 's.payable_id', 's.amount', 's.kind', 's.status', 's.account_id'])
    .select(['s.session_id', 's.intent_id', 'o.kind as of', 'f.month', 'f.kind as fee_kind'])
    .select(['i.number', 'i.vendor_id', 'v.company_name'])
    .select(sql<number>`o.amount - o.credited - o.paid`.as('owed'))
    .forNoKeyUpdate('s')
    .executeTakeFirstOrThrow()
  const { month, fee_kind, number, company_name } = payment
  const description =
    month !== null && fee_kind !== null
      ? feeLabel({ month, kind: fee_kind })
      : `Invoice ${number}, ${company_name}`.slice(0, LIMITS.payment_description)
  return { ...payment, description }
}

export type LockedPayment = Awaited<ReturnType<typeof lockStripePayment>>

export async function saveReading(
  tx: Tx,
  { id, session_id, intent_id }: Pick<LockedPayment, 'id' | 'session_id' | 'intent_id'>,
  reading: StripeReading,
  status: StripePaymentStatus | null,
  now: Date,
): Promise<void> {
  const isOver = reading.status !== 'open' && reading.status !== 'processing'
  const given_up_at = reading.is_unknown ? (status === null ? undefined : now) : isOver ? null : undefined
  await tx
    .updateTable('stripe_payments')
    .set({
      session_id: session_id ?? reading.session_id,
      intent_id: intent_id ?? reading.intent_id,
      ...(given_up_at === undefined ? {} : { given_up_at }),
      ...(status === null ? {} : { status, failure: status === 'failed' ? reading.failure : null }),
    })
    .where('id', '=', id)
    .execute()
}

type HistoryRow = {
  id: string
  building_id: string
  payable_id: string
  amount: number
  date: CalendarDate
  status: 'pending' | 'paid' | 'failed'
  /** Null: not known, or as it was. */
  method: string | null
  description: string
}

/** A payment in the building's history, and in the books once it is paid. One that is on its way is confirmed later. */
export async function writePayment(tx: Tx, { status, method, date, ...payment }: HistoryRow): Promise<void> {
  const now = { status, date, ...(method === null ? {} : { method }) }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payments')
    .values({ ...payment, method: 'Stripe', ...now })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(now)
        .where('payments.payable_id', '=', payment.payable_id)
        .where('payments.amount', '=', payment.amount)
        .where('payments.recorded_by', 'is', null),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Error(`Another payment has the id ${payment.id}`)
}

/** Closes a payment that no one can pay any more: 'failed' is one whose page never came to be. */
export async function closeStripePayment(
  tx: Tx,
  id: string,
  status: 'failed' | 'returned',
  failure: string | null = null,
): Promise<void> {
  await tx
    .updateTable('stripe_payments')
    .set({ status, failure: failure?.slice(0, LIMITS.payment_failure) ?? null })
    .where('id', '=', id)
    .where('status', '=', status === 'failed' ? 'open' : 'surplus')
    // Another call may have got the page meanwhile.
    .$if(status === 'failed', (closing) => closing.where('session_id', 'is', null))
    .execute()
}

/** Payments that have been open or on their way since before `until`, the longest first; then those that were given up since `lost`. */
export const staleStripePayments = (tx: Tx, { until, lost }: { until: Date; lost: Date }, limit: number) =>
  tx
    .selectFrom('stripe_payments')
    .where(({ and, eb, or }) =>
      or([
        and([eb('status', 'in', ['open', 'processing']), eb('started_at', '<', until)]),
        eb('given_up_at', '>', lost),
      ]),
    )
    .orderBy('given_up_at', (order) => order.desc().nullsFirst())
    .orderBy('started_at')
    .limit(limit)
    .select(['id', 'building_id', 'payable_id', 'amount', 'kind', 'status', 'session_id', 'intent_id'])
    .select(['account_id', 'started_at', 'given_up_at'])
    .execute()

export const transferDetails = async (tx: Tx): Promise<string | null> => {
  const row = await tx.selectFrom('transfer_details').select('details').executeTakeFirst()
  return row?.details ?? null
}

export async function saveTransferDetails(
  tx: Tx,
  row: { details: string; changed_by: string; changed_at: Date },
): Promise<void> {
  await tx
    .insertInto('transfer_details')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute()
}
