import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { feeReference, TransferDetails } from '../../../domain/payments/transfer.ts'
import { id } from '../../../domain/text.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { openBareTo, openTo, router } from '../../rpc/procedure.ts'
import { checkoutAddress } from './checkout.ts'
import { openStripePayment, readFee, saveTransferDetails, transferDetails } from './db.ts'

/** What buildings pay, and how. Product 3.3 */
export const paymentsRouter = router({
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
