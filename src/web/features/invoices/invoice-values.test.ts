import { expect, test } from 'vitest'
import { formErrors } from '../../../domain/form.ts'
import type { VendorInvoice } from './invoice-text.ts'
import {
  choicesOf,
  type InvoiceChoice,
  invoiceForm,
  totalOf,
  typedInvoice,
  typedSums,
  withDate,
  withExtra,
} from './invoice-values.ts'

const [ONE, TWO, START] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
const due = {
  visits: [
    { id: ONE ?? '', scheduled_date: '2026-11-03', service: 'Leaf Removal', amount: 95_00 },
    { id: TWO ?? '', scheduled_date: '2026-11-10', service: 'Leaf Removal', amount: 95_00 },
  ],
  starts: [{ id: START ?? '', service: 'Leaf Removal', amount: 40_00 }],
}
const facts = { number: 'INV-0001', date: '2026-11-27', due_date: '2026-12-27', tax_rate: 1025 }

const line = {
  id: 'x',
  description: null,
  appointment_id: null,
  service_quote_id: null,
  amount: 0,
  agreed: null,
}
const shown = {
  ...{
    scheduled_date: null,
    scheduled_time: null,
    visit_status: null,
    service: null,
    compared_service: null,
  },
  ...{ waived: false, earned: false, refused_reason: null, credit_number: null },
}
const lines: VendorInvoice['lines'] = [
  {
    ...line,
    ...shown,
    kind: 'visit',
    appointment_id: TWO ?? '',
    amount: 90_00,
    agreed: 95_00,
    scheduled_date: '2026-11-10',
    visit_status: 'disputed',
    service: 'Leaf Removal',
  },
  { ...line, ...shown, kind: 'extra', description: 'A broken rake', amount: 12_50 },
]
const draft = { lines, note: null, ...facts } as VendorInvoice

const choices = choicesOf(due)
const typed = typedInvoice(choices, facts)
const wrong = (change: Partial<typeof typed>, of: readonly InvoiceChoice[] = choices) =>
  formErrors(invoiceForm(of), { ...typed, ...change }).fields
const withLine = (id = '', change: Partial<(typeof typed)['lines'][string]>) => {
  const before = typed.lines[id]
  return { lines: before ? { ...typed.lines, [id]: { ...before, ...change } } : typed.lines }
}

test('a new invoice begins with all that is due, ticked at its agreed prices [Product 3.1]', () => {
  const input = invoiceForm(choices).parse(typed)
  expect(input).toEqual({
    ...facts,
    note: null,
    visits: [
      { id: ONE, amount: 95_00 },
      { id: TWO, amount: 95_00 },
    ],
    starts: [{ id: START, amount: 40_00 }],
    extras: [],
  })
  expect(totalOf(input)).toBe(230_00 + 23_58)
  expect(typedSums(typed, choices)).toEqual({ subtotal: 230_00, tax: 23_58, total: 253_58 })
})

test('a draft has its own lines ticked, and what else is due is not', () => {
  const of = choicesOf({ ...due, visits: due.visits.slice(0, 1) }, draft)
  expect(of.map(({ id, chosen, agreed, stopped }) => [id, chosen, agreed, stopped])).toEqual([
    [START, false, 40_00, false],
    [ONE, false, 95_00, false],
    [TWO, true, 95_00, true],
  ])
  const values = typedInvoice(of, draft)
  expect(values.extras).toEqual([{ id: 0, description: 'A broken rake', amount: '12.50' }])
  expect(typedSums(values, of).subtotal).toBe(102_50)
})

test('a price may be lowered, and is never above the agreed one', () => {
  expect(wrong(withLine(ONE, { amount: '94.99' }))).toEqual({})
  expect(wrong(withLine(ONE, { amount: '95.01' }))).toEqual({
    [`lines.${ONE}.amount`]: 'At most $95.00, as agreed',
  })
  expect(Object.keys(wrong(withLine(ONE, { amount: '' })))).toEqual([`lines.${ONE}.amount`])
  // What is not ticked is not sent.
  expect(wrong(withLine(ONE, { amount: '', chosen: false }))).toEqual({})
})

test('each mistake is said at its field, in the order of the screen', () => {
  const extras = withExtra(typed.extras)
  expect(wrong({ extras, number: ' ', date: '', due_date: '', tax_rate: '31' })).toEqual({
    'extras.0.description': 'Description is required',
    'extras.0.amount': 'Price must be a price such as 95 or 1200.50, and more than 0',
    number: 'Number is required',
    date: 'Date is required',
    due_date: 'Due date is required',
    tax_rate: 'Tax rate must be from 0 to 30 percent, such as 10.25',
  })
  expect(wrong({ due_date: '2026-11-26' })).toEqual({ due_date: 'An invoice is due on its date or later' })
  expect(wrong({ lines: {} })).toEqual({ lines: 'Choose at least one visit, or add an extra' })
})

test('what is no price yet counts nothing', () => {
  const extras = withExtra([{ id: 4, description: 'A broken rake', amount: '10' }])
  expect(extras.map(({ id }) => id)).toEqual([4, 5])
  const half = { ...typed, ...withLine(ONE, { amount: '9x' }), extras, tax_rate: 'x' }
  expect(typedSums(half, choices)).toEqual({ subtotal: 145_00, tax: 0, total: 145_00 })
})

test('another date takes the due date along, unless that was changed', () => {
  expect(withDate(typed, '2026-12-01')).toEqual({ date: '2026-12-01', due_date: '2026-12-31' })
  const changed = { ...typed, due_date: '2026-12-11' }
  expect(withDate(changed, '2026-12-01')).toEqual({ date: '2026-12-01', due_date: '2026-12-11' })
  expect(withDate(typed, '')).toEqual({ date: '', due_date: '2026-12-27' })
})
