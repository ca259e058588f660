import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CreditedLine, creditInvoice, creditSums, isCreditable, toPayBack } from './credit-note.ts'
import { invoiceSums, MAX_TAX_RATE } from './invoice-amounts.ts'
import { INVOICE_STATES } from './invoice-state.ts'

// Credit notes: Product 3.1.

const line = (id: string, amount: number, more: Partial<CreditedLine> = {}): CreditedLine => ({
  ...{ id, amount, refused_reason: null, credit_number: null },
  ...more,
})
const invoice = (...lines: CreditedLine[]) => ({ status: 'sent', tax_rate: 1025, lines }) as const

test('a credit note takes whole lines back, with their tax', () => {
  const sent = invoice(line('a', 80_00), line('b', 20_00))
  expect(creditInvoice(sent, { lines: ['b'], total: 22_05 })).toEqual({
    sums: { subtotal: 20_00, tax: 2_05, total: 22_05 },
    left: { subtotal: 80_00, tax: 8_20, total: 88_20 },
  })
})

test('only what was sent is credited, each line once, as it was shown', () => {
  const credit = (lines: string[], total: number, of = invoice(line('a', 80_00), line('b', 20_00))) =>
    creditInvoice(of, { lines, total })
  expect(() => credit(['b'], 22_04)).toThrow('changed meanwhile')
  expect(() => credit(['c'], 22_05)).toThrow(expect.objectContaining({ code: 'not_found' }))
  expect(() => credit(['b', 'b'], 22_05)).toThrow(expect.objectContaining({ code: 'not_found' }))
  const gone = invoice(line('a', 80_00), line('b', 20_00, { credit_number: 'CN-0001' }))
  expect(() => credit(['b'], 0, gone)).toThrow('changed meanwhile')
  const refused = invoice(line('a', 80_00), line('b', 20_00, { refused_reason: 'No.' }))
  expect(() => credit(['a', 'b'], 88_20, refused)).toThrow('changed meanwhile')
  expect(INVOICE_STATES.filter((status) => status !== 'paid' && isCreditable({ status }))).toEqual([
    'sent',
    'disputed',
    'approved',
  ])
  expect(() => creditInvoice({ ...gone, status: 'draft' }, { lines: ['a'], total: 88_20 })).toThrow(
    'nothing of this invoice can be credited',
  )
})

test('credit notes one after another add up to the invoice, to the cent', () => {
  const lines = fc.array(fc.integer({ min: 1, max: 5_000_00 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(
      lines,
      fc.integer({ min: 0, max: MAX_TAX_RATE }),
      fc.infiniteStream(fc.nat(2)),
      (amounts, rate, notes) => {
        let now = amounts.map((amount, at) => line(`${at}`, amount))
        const { total } = invoiceSums(now, rate)
        let credited = 0
        for (const note of [0, 1, 2]) {
          const chosen = now.filter(
            ({ credit_number }) => credit_number === null && notes.next().value === note,
          )
          const { sums, left } = creditSums(now, rate, new Set(chosen.map(({ id }) => id)))
          expect(sums.tax).toBeGreaterThanOrEqual(0)
          expect(sums.total).toBe(sums.subtotal + sums.tax)
          credited += sums.total
          expect(credited + left.total).toBe(total)
          now = now.map((each) => (chosen.includes(each) ? { ...each, credit_number: `CN-${note}` } : each))
        }
        const rest = creditSums(now, rate, new Set(now.map(({ id }) => id)))
        expect(credited + rest.sums.total).toBe(total)
      },
    ),
  )
})

test('what was paid beyond what is owed is paid back, but nothing that a bank holds or that goes back already', () => {
  const stays = { disputed: 0, returning: 0 }
  expect(toPayBack({ approved: 50_00, paid: 90_00, ...stays })).toBe(40_00)
  expect(toPayBack({ approved: 50_00, paid: 50_00, ...stays })).toBe(0)
  expect(toPayBack({ approved: null, paid: 0, ...stays })).toBe(0)
  expect(toPayBack({ approved: 65_00, paid: 130_00, disputed: 65_00, returning: 0 })).toBe(0)
  expect(toPayBack({ approved: 50_00, paid: 90_00, disputed: 10_00, returning: 25_00 })).toBe(5_00)
})
