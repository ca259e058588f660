import { today } from '../../../domain/calendar.ts'
import { nextAttempt } from '../../../domain/payments/automatic.ts'
import {
  requireSameSum,
  type StripePaymentStatus,
  type StripeReading,
  settledStatus,
} from '../../../domain/payments/stripe-payment.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Source, Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Portal } from '../../rpc/context.ts'
import { changeAutomatic, lockAutomatic } from './automatic.db.ts'
import { closeStripePayment, type LockedPayment, lockStripePayment, saveReading, writePayment } from './db.ts'
import { inAccount } from './read-stripe.ts'

/** What a payment needs to be settled: a call's context, or the portal. */
export type Settling = Pick<Portal, 'now' | 'config' | 'stripe'> & { db: Source }

/**
 * Books what Stripe's record says of a payment, once, however often and in whatever order it is read. Money that nothing is owed for goes
 * back. Product 3.3
 */
export async function settle(portal: Settling, id: string, reading: StripeReading): Promise<void> {
  const { db, now, config } = portal
  const date = today(now(), config.timeZone)
  const surplus = await asSystem(db, async (tx) => {
    const payment = await lockStripePayment(tx, id)
    const owed = { kind: payment.of, open: payment.owed }
    const status = settledStatus(payment, reading, owed)
    if (status !== null && status !== 'failed' && status !== 'expired') requireSameSum(payment, reading)
    await saveReading(tx, payment, reading, status, now())
    if (status !== null) await book(tx, { ...payment, status, date, before: payment.status }, reading)
    return (status ?? payment.status) === 'surplus' ? payment : null
  })
  if (surplus) await sendBack(portal, surplus, reading.intent_id)
}

type Booked = LockedPayment & { date: string; before: StripePaymentStatus }

async function book(tx: Tx, payment: Booked, reading: StripeReading): Promise<void> {
  const { method, failure, is_unknown } = reading
  const { id, building_id, vendor_id, payable_id, amount, date, description, kind, before } = payment
  const row = { id, building_id, payable_id, amount, date, description, method }
  const about = { actor: null, building_id, subject: id }
  const data = { amount, description }
  if (payment.status === 'paid') {
    await writePayment(tx, { ...row, status: 'paid' })
    const paidWith = method ?? 'Stripe'
    const receipt = { ...data, date, method: paidWith, reference: null }
    await record(tx, { kind: 'payment_received', ...about, data: receipt })
    await tellVendor(tx, payment, paidWith)
    if (kind === 'automatic') await changeAutomatic(tx, building_id, { failures: 0, next_on: null })
  } else if (payment.status === 'processing') {
    await writePayment(tx, { ...row, status: 'pending' })
    await record(tx, { kind: 'payment_pending', ...about, data })
  } else if (is_unknown) {
    if (before === 'processing') await writePayment(tx, { ...row, status: 'failed' })
    await record(tx, { kind: 'payment_unclear', ...about, vendor_id, data })
  } else if (payment.status === 'failed') {
    // A page that nobody paid on leaves no trace: nothing was tried.
    await writePayment(tx, { ...row, status: 'failed' })
    if (kind === 'automatic') await countFailure(tx, payment, failure)
    else await record(tx, { kind: 'payment_failed', ...about, data: { ...data, reason: failure } })
  } else if (payment.status === 'surplus') {
    if (before === 'processing') await writePayment(tx, { ...row, status: 'failed' })
    await record(tx, { kind: 'payment_returned', ...about, data })
  }
}

/** After the third failure one after another, nothing is charged any more. */
async function countFailure(tx: Tx, payment: Booked, reason: string | null): Promise<void> {
  const { building_id, amount, description, date, id } = payment
  const kept = await lockAutomatic(tx, building_id)
  const about = { actor: null, building_id, subject: id }
  // An admin had it charged, or it was switched off meanwhile.
  if (!kept?.is_on || kept.method === null) {
    await record(tx, { kind: 'payment_failed', ...about, data: { amount, description, reason } })
    return
  }
  const failures = kept.failures + 1
  const next_on = nextAttempt(failures, date)
  await changeAutomatic(tx, building_id, { failures, next_on, is_on: next_on !== null })
  const data = { amount, description, method: kept.method, reason, failures }
  if (next_on === null) await record(tx, { kind: 'automatic_payments_stopped', ...about, data })
  else await record(tx, { kind: 'automatic_charge_failed', ...about, data: { ...data, next_on } })
}

/** The vendor of an invoice hears of each payment. */
async function tellVendor(tx: Tx, payment: Booked, method: string): Promise<void> {
  const { vendor_id, number, company_name, building_id, payable_id, amount, date, owed } = payment
  if (vendor_id === null || number === null || company_name === null) return
  const facts = { number, company_name, date, amount, method, reference: null, open: owed - amount }
  await record(tx, {
    kind: 'invoice_paid',
    ...{ actor: null, building_id, vendor_id, subject: payable_id },
    data: { ...facts, through: 'Stripe' },
  })
}

/** With one key, so that it goes back once. */
async function sendBack(
  { db, stripe }: Settling,
  { id, account_id }: Pick<LockedPayment, 'id' | 'account_id'>,
  intentId: string | null,
): Promise<void> {
  if (stripe === null || intentId === null) return
  const { refunds } = await stripe()
  await refunds.create(
    { payment_intent: intentId, metadata: { surplus: id } },
    { idempotencyKey: `surplus-${id}`, ...inAccount(account_id) },
  )
  await asSystem(db, (tx) => closeStripePayment(tx, id, 'returned'))
}
