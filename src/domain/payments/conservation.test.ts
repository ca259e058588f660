import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { toPayBack } from '../invoices/credit-note.ts'
import { openAmount, requirePayable } from '../invoices/invoice-payment.ts'
import { requireTransfer } from './fee-list.ts'
import { requireRefundable } from './refund.ts'
import { settledStatus } from './stripe-payment.ts'
import { requireTakeBack } from './take-back.ts'

// No cent comes from nothing or is lost, whatever is paid, refunded, credited, taken back and disputed, in whatever order.

const TODAY = '2026-11-20'

type Payment = {
  status: 'paid' | 'taken_back'
  is_online: boolean
  amount: number
  refunded: number
  disputed: number
  lost: number
}
/** What is owed, and what an account of the payer and one of the payee have seen. */
type Books = {
  kind: 'fee' | 'invoice'
  amount: number
  credited: number
  paid: number
  payments: Payment[]
  payer: number
  payee: number
}
type Step = {
  do: 'record' | 'online' | 'refund' | 'take back' | 'credit' | 'dispute' | 'win' | 'lose'
  at: number
  cents: number
}

const heldOf = ({ disputed, lost }: Payment) => disputed + lost
const disputedOf = ({ payments }: Books) => sum(payments.map(({ disputed }) => disputed))
const move = (books: Books, cents: number) => {
  books.paid += cents
  books.payer -= cents
  books.payee += cents
}

/** Does what the rules allow. Throws DomainError for what they refuse. */
function take(books: Books, step: Step): void {
  const { kind, amount, credited, paid, payments } = books
  const owed = amount - credited
  const invoice = { status: 'approved' as const, approved: owed, paid }
  const open = openAmount(invoice)
  const payment = payments[step.at % Math.max(1, payments.length)]
  const add = (is_online: boolean, cents: number) => {
    payments.push({ status: 'paid', is_online, amount: cents, refunded: 0, disputed: 0, lost: 0 })
    move(books, cents)
  }
  if (step.do === 'record') {
    const entry = { amount: kind === 'fee' && step.at % 2 === 0 ? open : step.cents, date: TODAY }
    if (kind === 'fee') requireTransfer({ open }, entry, TODAY)
    else requirePayable(invoice, entry, TODAY)
    add(false, entry.amount)
  } else if (step.do === 'online') {
    const cents = kind === 'fee' ? open : step.cents
    const status = settledStatus({ status: 'open', amount: cents }, { status: 'paid' }, { kind, open })
    // What is not owed goes back as it came.
    if (status === 'paid' && cents > 0) add(true, cents)
  } else if (step.do === 'credit') {
    if (kind === 'invoice') books.credited += Math.min(step.cents, owed)
  } else if (payment) {
    takeOf(books, payment, step)
  }
}

/** What is done with a payment that is there. */
function takeOf(books: Books, payment: Payment, step: Step): void {
  const { kind, amount, credited, paid } = books
  const held = heldOf(payment)
  if (step.do === 'refund') {
    const way = payment.is_online && step.at % 2 === 0 ? ('stripe' as const) : ('transfer' as const)
    const of = { kind, owed: amount - credited, paid, disputed: disputedOf(books), returning: 0 }
    requireRefundable({ amount: step.cents, kind: way }, { ...payment, held }, of)
    payment.refunded += step.cents
    if (kind === 'fee') books.credited += step.cents
    move(books, -step.cents)
    // Whatever the bank decides, what a vendor gives back leaves nothing open.
    if (kind === 'invoice') expect(books.paid - of.disputed).toBeGreaterThanOrEqual(of.owed)
  } else if (step.do === 'take back') {
    requireTakeBack(payment)
    payment.status = 'taken_back'
    move(books, -payment.amount)
  } else if (step.do === 'dispute' && payment.is_online) {
    payment.disputed += Math.max(0, Math.min(step.cents, payment.amount - payment.refunded - held))
  } else if (step.do === 'win') {
    payment.disputed = 0
  } else if (step.do === 'lose') {
    move(books, -payment.disputed)
    payment.lost += payment.disputed
    payment.disputed = 0
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('record', 'online', 'refund', 'take back', 'credit', 'dispute', 'win', 'lose' as const),
  at: fc.nat(5),
  cents: fc.oneof(fc.integer({ min: 1, max: 120_00 }), fc.constantFrom(1, 50_00, 100_00)),
})

const sum = (of: number[]) => of.reduce((all, each) => all + each, 0)

test.each([
  'fee',
  'invoice',
] as const)('paid and open come to what is owed of each %s, to the cent [Product 3.3]', (kind) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const books: Books = { kind, amount: 100_00, credited: 0, paid: 0, payments: [], payer: 0, payee: 0 }
      for (const each of steps) {
        try {
          take(books, each)
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
        }
        const { amount, credited, paid, payments } = books
        const owed = amount - credited
        expect(books.payer + books.payee).toBe(0)
        expect(books.payee).toBe(paid)
        // What stays of each payment comes to what is paid, and none gives back more than it was.
        const stays = payments.filter(({ status }) => status === 'paid')
        expect(sum(stays.map((one) => one.amount - one.refunded - one.lost))).toBe(paid)
        for (const one of payments) expect(one.refunded + heldOf(one)).toBeLessThanOrEqual(one.amount)
        expect(disputedOf(books)).toBeLessThanOrEqual(paid)
        const open = Math.max(0, openAmount({ approved: owed, paid }))
        const disputed = disputedOf(books)
        const back = toPayBack({ approved: owed, paid, disputed, returning: 0 })
        expect(paid + open - Math.max(0, paid - owed)).toBe(owed)
        if (disputed === 0) expect(paid + open - back).toBe(owed)
        else expect(back).toBe(Math.max(0, paid - disputed - owed))
        expect(paid).toBeGreaterThanOrEqual(0)
        expect(paid).toBeLessThanOrEqual(amount)
        // Of a fee nobody ever paid too much.
        if (kind === 'fee') expect(paid + open).toBe(owed)
      }
    }),
    { numRuns: 500 },
  )
})
