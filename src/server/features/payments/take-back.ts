import { DomainError } from '../../../domain/errors.ts'
import { requireTakeBack, TAKEN_BACK, TakeBackPayment } from '../../../domain/payments/take-back.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { openOfPayable } from './chargebacks.db.ts'
import { addTakeBack, readTakeBack } from './take-backs.db.ts'

export const takeBackOfPayment = {
  /**
   * Takes back a payment that was recorded by mistake, by who may record it: an admin of a fee, its building of an invoice. What it was for
   * is open again. The same again, as after a second click, changes nothing. Product 3.3
   */
  takeBack: openTo('admin', { resident: 'approve_invoices' })
    .input(TakeBackPayment)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { payment_id, reason } }) => {
      const payment = await readTakeBack(tx, payment_id)
      const { is_fee, building_id, payable_id, vendor_id, amount, date, method, description } = payment
      if ((viewer.kind === 'admin') !== is_fee) throw new DomainError('not_found')
      const isSame = ({ reason: before, taken_back_by }: Pick<typeof payment, 'reason' | 'taken_back_by'>) =>
        before === reason && taken_back_by === viewer.id
      if (isSame(payment)) return
      requireTakeBack(payment)
      const by = { taken_back_by: viewer.id, taken_back_at: now() }
      if (!(await addTakeBack(tx, { payment_id, building_id, payable_id, reason, ...by }))) {
        if (isSame(await readTakeBack(tx, payment_id))) return
        throw new DomainError('conflict', TAKEN_BACK)
      }
      const about = { actor: viewer.id, building_id, vendor_id, subject: payment_id }
      const data = { amount, description, date, method, reason, open: await openOfPayable(tx, payable_id) }
      await record(tx, { kind: 'payment_taken_back', ...about, data })
    }),
}
