import { z } from 'zod'
import { feeLabel } from '../../../domain/billing/fees.ts'
import { MONTHLY_FEE } from '../../../domain/billing/proration.ts'
import { type CalendarDate, firstOfNextMonth, today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { priceText } from '../../../domain/money.ts'
import {
  FEE_FILTERS,
  FeeList,
  OTHER_TRANSFER,
  RecordTransfer,
  requireTransfer,
} from '../../../domain/payments/fee-list.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { RefundPayment } from '../../../domain/payments/refund.ts'
import { feeReference } from '../../../domain/payments/transfer.ts'
import { requireSame } from '../../../domain/sent-again.ts'
import { id, text, wholeNumber } from '../../../domain/text.ts'
import { asViewer } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Export } from '../../rpc/export.ts'
import { openBareTo, openTo } from '../../rpc/procedure.ts'
import { charge } from './charge-automatically.ts'
import { closeOpenPage } from './checkout.ts'
import { readFee } from './db.ts'
import { addFeePayment, feeList, feeRun, feeSums, recordedTransfer } from './fees.db.ts'
import { countPayouts, movementList, payoutList } from './payouts.ts'
import { refundPayment } from './refund.ts'

const PAGE_SIZE = 20
const page = wholeNumber('Page', 1, 100_000)
const rangeOf = (number: number) => ({ limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE })
const ALL = { limit: 1_000_000, offset: 0 }

/** What admins need for fees. Product 3.6 */
export const platformBilling = {
  /** What the next run of fees will charge, on the 1st. */
  feeRun: openTo('admin')
    .input(z.strictObject({ page }))
    .query(async ({ ctx: { tx, now, config }, input }) => {
      const month = firstOfNextMonth(today(now(), config.timeZone))
      const run = await feeRun(tx, month, rangeOf(input.page))
      return { month, due_date: firstOfNextMonth(month), fee: MONTHLY_FEE, page_size: PAGE_SIZE, ...run }
    }),

  /** Every building's fees, found by the building or by the reference of a transfer. */
  fees: openTo('admin')
    .input(FeeList)
    .query(async ({ ctx: { tx, now, config }, input: { page, ...filter } }) => {
      const asked = { ...filter, today: today(now(), config.timeZone) }
      const [sums, fees] = await Promise.all([feeSums(tx, asked), feeList(tx, asked, rangeOf(page))])
      return { ...sums, page_size: PAGE_SIZE, fees }
    }),

  /** Records a transfer that has arrived for a fee. One that was recorded before is there once. */
  recordTransfer: openBareTo('admin')
    .input(RecordTransfer)
    .mutation(async ({ ctx, input }) => {
      const { db, viewer, now, config } = ctx
      const { fee_id, ...transfer } = input
      const day = today(now(), config.timeZone)
      // Before a page is closed, for nothing is closed for what is refused; and again with the write, which locks.
      const before = await asViewer(db, viewer, (tx) => payableFee(tx, input, day))
      if (before === null) return
      await closeOpenPage(ctx, viewer, { id: fee_id, left: before.open - transfer.amount })
      await asViewer(db, viewer, async (tx) => {
        const fee = await payableFee(tx, input, day)
        if (fee === null) return
        const { building_id, label } = fee
        const row = { building_id, payable_id: fee_id, description: label, recorded_by: viewer.id }
        await addFeePayment(tx, { ...transfer, ...row })
        const { id: subject, amount, method, date, reference } = transfer
        const about = { actor: viewer.id, building_id, subject }
        const data = { amount, description: label, method, date, reference }
        await record(tx, { kind: 'payment_received', ...about, data })
      })
    }),

  /** Gives back what was paid of a fee, or, for a vendor, what was paid of an invoice beyond what is owed. */
  refund: openBareTo('admin', { vendor: 'manage_company' })
    .input(RefundPayment)
    .mutation(async ({ ctx, input }) => {
      if (input.kind === 'stripe' && ctx.stripe === null)
        throw new DomainError('conflict', PAYMENT_MESSAGES.off)
      await refundPayment(ctx, ctx.viewer, input)
    }),

  /** Charges a fee to the building's kept method now, also after automatic payments stopped. */
  retryCharge: openBareTo('admin')
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }) => {
      const { building_id, open } = await asViewer(ctx.db, ctx.viewer, (tx) => readFee(tx, input.id))
      if (ctx.stripe === null) throw new DomainError('conflict', PAYMENT_MESSAGES.off)
      if (open <= 0) throw new DomainError('conflict', PAYMENT_MESSAGES.paid)
      if (!(await charge(ctx, building_id, input.id, ctx.viewer.id)))
        throw new DomainError('conflict', PAYMENT_MESSAGES.notCharged)
    }),

  /** What Stripe paid to the portal's bank. */
  payouts: openTo('admin')
    .input(z.strictObject({ page }))
    .query(async ({ ctx: { tx }, input }) => {
      const [total, payouts] = await Promise.all([countPayouts(tx), payoutList(tx, rangeOf(input.page))])
      return { total, page_size: PAGE_SIZE, payouts }
    }),
}

/** The fee; null if this transfer is recorded. Throws DomainError for what can't be. */
async function payableFee(
  tx: Tx,
  { id: paymentId, ...transfer }: z.output<typeof RecordTransfer>,
  day: CalendarDate,
) {
  const fee = await readFee(tx, transfer.fee_id)
  const recorded = await recordedTransfer(tx, paymentId)
  if (recorded) {
    requireSame(recorded, { ...transfer, status: 'paid' }, OTHER_TRANSFER)
    return null
  }
  requireTransfer(fee, transfer, day)
  return fee
}

/** All fees as their list is filtered. Product 3.6 */
export const feesExport = {
  name: 'Fees',
  path: '/api/payments/fees.csv',
  audiences: ['admin'],
  filters: FEE_FILTERS,
  async read(tx, _, { today }, filter) {
    const fees = await feeList(tx, { ...filter, today }, ALL)
    return {
      columns: [
        ...['Reference', 'Fee', 'Building', 'Address', 'City', 'Due', 'Amount (USD)', 'Credited (USD)'],
        ...[
          'Paid (USD)',
          'Open (USD)',
          'Held by a bank (USD)',
          'Paid on',
          'Method',
          'Reference of the payment',
        ],
      ],
      rows: fees.map((fee) => [
        ...[feeReference(fee.number), feeLabel(fee), fee.building_name ?? '', fee.address, fee.city],
        ...[fee.due_date, priceText(fee.amount), priceText(fee.credited), priceText(fee.paid)],
        ...[priceText(Math.max(0, fee.amount - fee.credited - fee.paid)), priceText(fee.disputed)],
        ...(['date', 'method', 'reference'] as const).map((fact) =>
          fee.payments.map((payment) => payment[fact] ?? '').join('; '),
        ),
      ]),
    }
  },
} as const satisfies Export<'admin', typeof FEE_FILTERS>

const payoutFilter = { payout: text('Payout', 255).nullable().default(null) }
const signed = (cents: number) => `${cents < 0 ? '-' : ''}${priceText(Math.abs(cents))}`

/** The movements of a payout, or of all: those of one add up to it, and each says what it is in the portal's books. Product 3.6 */
export const payoutsExport = {
  name: 'Payouts',
  path: '/api/payments/payouts.csv',
  audiences: ['admin'],
  filters: payoutFilter,
  async read(tx, _, __, { payout }) {
    const movements = await movementList(tx, payout)
    return {
      columns: [
        ...['Payout', 'Arrives on', 'Movement', 'Type', 'At', 'Amount (USD)', 'Fee (USD)', 'Net (USD)'],
        ...['Of', 'Building', 'Reference', 'Payment'],
      ],
      rows: movements.map((each) => [
        ...[each.payout_id, each.arrives_on, each.id, each.type, each.at.toISOString()],
        ...[signed(each.amount), signed(each.fee), signed(each.net)],
        ...[each.description ?? '', each.building ?? ''],
        ...[each.fee_number === null ? '' : feeReference(each.fee_number), each.payment_id ?? ''],
      ]),
    }
  },
} as const satisfies Export<'admin', typeof payoutFilter>
