import { z } from 'zod'
import { today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { requirePayable } from '../../../domain/invoices/invoice-payment.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { PayInvoiceOnline } from '../../../domain/payments/pay-invoice.ts'
import { feeReference, TransferDetails } from '../../../domain/payments/transfer.ts'
import { id } from '../../../domain/text.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { openBareTo, openTo, router } from '../../rpc/procedure.ts'
import { platformBilling } from './admin.ts'
import { automaticOf, changeAutomatic } from './automatic.db.ts'
import { checkoutAddress } from './checkout.ts'
import {
  lockOwedInvoice,
  openStripePayment,
  readFee,
  saveTransferDetails,
  stripePaymentStatus,
  transferDetails,
  vendorOfInvoice,
} from './db.ts'
import { forgetMethod, keepingAddress } from './keep-method.ts'
import { takeBackOfPayment } from './take-back.ts'
import { accountToPay, connectingAddress, vendorAccount, vendorTakesPayments } from './vendor-account.ts'

const None = z.strictObject({})

/** What buildings pay, and how. Product 3.3 */
export const paymentsRouter = router({
  ...platformBilling,
  ...takeBackOfPayment,

  /** How a fee can be paid: on Stripe's page, and by a transfer that names the reference. */
  ways: openTo('resident')
    .input(z.strictObject({ fee_id: id }))
    .query(async ({ ctx: { tx, config }, input: { fee_id } }) => {
      const [fee, transfer, open] = await Promise.all([
        readFee(tx, fee_id),
        transferDetails(tx),
        openStripePayment(tx, fee_id),
      ])
      const online = config.stripe !== null
      return {
        online,
        transfer,
        reference: feeReference(fee.number),
        on_its_way: open?.status === 'processing',
      }
    }),

  /** What became of a payment through Stripe, for who comes back from its page. */
  status: openTo('resident')
    .input(z.strictObject({ id }))
    .query(({ ctx: { tx }, input }) => stripePaymentStatus(tx, input.id)),

  /** The address of Stripe's page for a fee. However often it is asked for, the fee is paid once. */
  payFee: openBareTo({ resident: 'approve_invoices' })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }) => {
      const { stripe, viewer } = ctx
      await asViewer(ctx.db, viewer, (tx) => readFee(tx, input.id))
      if (stripe === null) throw new DomainError('conflict', PAYMENT_MESSAGES.off)
      const url = await checkoutAddress({ ...ctx, stripe }, viewer, async (tx) => {
        const { building_id, open, label } = await readFee(tx, input.id)
        if (open <= 0) throw new DomainError('conflict', PAYMENT_MESSAGES.paid)
        return { building_id, payable_id: input.id, amount: open, account_id: null, label }
      })
      return { url }
    }),

  /** Whether an invoice can be paid on Stripe's page, to its vendor's own account. */
  takesPayments: openTo('resident')
    .input(z.strictObject({ invoice_id: id }))
    .query(async ({ ctx: { tx, config }, input: { invoice_id } }) => {
      const vendor_id = await vendorOfInvoice(tx, invoice_id)
      return config.stripe !== null && (await vendorTakesPayments(tx, vendor_id))
    }),

  /** The address of Stripe's page for an approved invoice, in full or in part. */
  payInvoice: openBareTo({ resident: 'approve_invoices' })
    .input(PayInvoiceOnline)
    .mutation(async ({ ctx, input: { invoice_id, amount } }) => {
      const { stripe, viewer, now, config } = ctx
      const vendor_id = await asViewer(ctx.db, viewer, (tx) => vendorOfInvoice(tx, invoice_id))
      if (stripe === null) throw new DomainError('conflict', PAYMENT_MESSAGES.off)
      const account_id = await accountToPay(ctx, vendor_id)
      const url = await checkoutAddress({ ...ctx, stripe }, viewer, async (tx) => {
        const invoice = await lockOwedInvoice(tx, invoice_id)
        const date = today(now(), config.timeZone)
        requirePayable(invoice, { amount, date }, date)
        const { building_id, number, company_name } = invoice
        const label = `Invoice ${number}, ${company_name}`
        return { building_id, payable_id: invoice_id, amount, account_id, label }
      })
      return { url }
    }),

  /** The company's own account at Stripe; null before it began one. */
  account: openTo('vendor').query(
    async ({ ctx: { tx, viewer } }) => (await vendorAccount(tx, viewer.vendor_id)) ?? null,
  ),

  /** The address of Stripe's page that sets up the company's account, or goes on with it. */
  connect: openBareTo({ vendor: 'manage_company' })
    .input(None)
    .mutation(async ({ ctx }) => {
      const { stripe, viewer } = ctx
      if (stripe === null) throw new DomainError('conflict', PAYMENT_MESSAGES.off)
      return { url: await connectingAddress({ ...ctx, stripe }, viewer) }
    }),

  /** How the building's fees are charged by themselves; null if nobody ever chose a method. */
  automatic: openTo('resident').query(
    async ({ ctx: { tx, viewer } }) => (await automaticOf(tx, viewer.building_id)) ?? null,
  ),

  /** The address of Stripe's page on which a method is kept, which is then charged whenever a fee is due. */
  payAutomatically: openBareTo({ resident: 'approve_invoices' })
    .input(None)
    .mutation(async ({ ctx }) => {
      const { stripe, viewer } = ctx
      if (stripe === null) throw new DomainError('conflict', PAYMENT_MESSAGES.off)
      return { url: await keepingAddress({ ...ctx, stripe }, viewer) }
    }),

  /** Charges the kept method again after it stopped. */
  resumeAutomatic: openTo({ resident: 'approve_invoices' })
    .input(None)
    .mutation(async ({ ctx: { tx, viewer } }) => {
      const { building_id, id: changed_by } = viewer
      const kept = await automaticOf(tx, building_id)
      if (!kept || kept.method === null) throw new DomainError('conflict', PAYMENT_MESSAGES.noMethod)
      if (kept.is_on) return
      await changeAutomatic(tx, building_id, { is_on: true, failures: 0, next_on: null, changed_by })
      const about = { actor: changed_by, building_id, subject: building_id }
      await record(tx, { kind: 'automatic_payments_set', ...about, data: { on: true, method: kept.method } })
    }),

  /** Nothing is charged by itself any more, and Stripe keeps the method no longer. */
  stopAutomatic: openBareTo({ resident: 'approve_invoices' })
    .input(None)
    .mutation(({ ctx }) => forgetMethod(ctx, ctx.viewer)),

  /** How fees are paid by transfer. */
  transfer: openTo('admin').query(async ({ ctx: { tx, config } }) => ({
    details: await transferDetails(tx),
    online: config.stripe !== null,
  })),

  setTransfer: openTo('admin')
    .input(TransferDetails)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { details } }) => {
      const before = await transferDetails(tx)
      if (before === details) return
      await saveTransferDetails(tx, { details, changed_by: viewer.id, changed_at: now() })
      const data = { before, after: details }
      await record(tx, { kind: 'transfer_details_changed', actor: viewer.id, subject: null, data })
    }),
})
