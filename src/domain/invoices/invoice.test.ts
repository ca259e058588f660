import { expect, test } from 'vitest'
import {
  CreateInvoice,
  isInvoiceable,
  isSavedAs,
  requireDraft,
  requireInvoice,
  requireInvoiceable,
  requireSendable,
} from './invoice.ts'
import { defaultDueDate } from './overdue.ts'

const FACTS = { date: '2026-11-20', due_date: '2026-12-20' }
const NONE = { visits: [], starts: [], extras: [] }
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, amount: 100 }))
const visit = {
  scheduled_date: '2026-11-20',
  status: 'completed',
  agreed_price: 80_00,
  invoice_number: null,
} as const

test('an invoice has one to a hundred lines, each once [Product 3.1]', () => {
  expect(() => requireInvoice(FACTS, NONE)).toThrow('at least one visit')
  expect(() => requireInvoice(FACTS, { ...NONE, visits: lines(1) })).not.toThrow()
  expect(() => requireInvoice(FACTS, { ...NONE, visits: lines(99), starts: lines(1) })).not.toThrow()
  const extras = [{ description: 'Salt', amount: 1 }]
  expect(() => requireInvoice(FACTS, { visits: lines(99), starts: lines(1), extras })).toThrow(
    'at most 100 lines',
  )
  expect(() => requireInvoice(FACTS, { ...NONE, visits: [...lines(1), ...lines(1)] })).toThrow('once')
  // The same extra twice is two extras.
  expect(() => requireInvoice(FACTS, { ...NONE, extras: [...extras, ...extras] })).not.toThrow()
})

test('an invoice is due on its date or within a year, by default thirty days after it', () => {
  const due = (due_date: string) => () =>
    requireInvoice({ ...FACTS, due_date }, { ...NONE, visits: lines(1) })
  expect(due('2026-11-19')).toThrow('on its date or later')
  expect(due('2026-11-20')).not.toThrow()
  expect(due('2027-11-20')).not.toThrow()
  expect(due('2027-11-21')).toThrow('within a year')
  expect(defaultDueDate('2026-11-20')).toBe('2026-12-20')
  expect(defaultDueDate('2028-01-31')).toBe('2028-03-01')
})

test('only a finished visit that is on no invoice can be invoiced, at most at its agreed price [Product 3.1]', () => {
  expect(() => requireInvoiceable(visit, 80_00)).not.toThrow()
  expect(() => requireInvoiceable(visit, 1)).not.toThrow()
  expect(() => requireInvoiceable(visit, 80_01)).toThrow('was agreed at $80.00')
  for (const status of ['confirmed', 'cancelled', 'missed', 'disputed'] as const) {
    expect(() => requireInvoiceable({ ...visit, status }, 80_00)).toThrow('the visit on November 20, 2026')
    expect(isInvoiceable({ ...visit, status })).toBe(false)
  }
  expect(() => requireInvoiceable({ ...visit, invoice_number: 'A-7' }, 80_00)).toThrow('is on invoice A-7')
  expect([isInvoiceable(visit), isInvoiceable({ ...visit, invoice_number: 'A-7' })]).toEqual([true, false])
})

test('a draft is sent as it was shown, with finished visits only', () => {
  const line = { scheduled_date: '2026-11-20', visit_status: 'completed' } as const
  const extra = { scheduled_date: null, visit_status: null }
  const days = { date: '2026-11-20', due_date: '2026-12-20' }
  const send =
    (invoice: Pick<Parameters<typeof requireSendable>[0], 'lines'>, changed = {}, today = '2026-11-20') =>
    () =>
      requireSendable(
        { ...invoice, ...days, version: 2, total: 100, files: [{ id: 'plan' }] },
        { version: 2, total: 100, files: ['plan'], ...changed },
        today,
      )
  expect(send({ lines: [line, extra] })).not.toThrow()
  expect(send({ lines: [line] }, { total: 99 })).toThrow('was changed meanwhile')
  expect(send({ lines: [line] }, { version: 1 })).toThrow('a colleague changed this draft')
  expect(send({ lines: [line] }, { files: [] })).toThrow('a colleague changed this draft')
  expect(send({ lines: [line, { ...line, visit_status: 'disputed' }] })).toThrow('is disputed')
  expect(send({ lines: [line] }, {}, '2026-12-20')).not.toThrow()
  expect(send({ lines: [line] }, {}, '2026-11-19')).toThrow('on its date or later')
  expect(send({ lines: [line] }, {}, '2026-12-21')).toThrow('due today or later')
  expect(() => requireDraft({ status: 'draft' })).not.toThrow()
  expect(() => requireDraft({ status: 'sent' })).toThrow('was sent')
})

test('an amount is a price, and a tax rate at most 30 percent', () => {
  const id = '0190c0de-0000-7000-8000-000000000001'
  const invoice = { id, building_id: id, number: ' A-1 ', ...FACTS, tax_rate: 0, note: '', ...NONE }
  expect(CreateInvoice.parse(invoice)).toMatchObject({ number: 'A-1', note: null })
  for (const amount of [0, -1, 1.5, 100_000_001])
    expect(CreateInvoice.safeParse({ ...invoice, visits: [{ id, amount }] }).success).toBe(false)
  for (const tax_rate of [-1, 3001, 0.5])
    expect(CreateInvoice.safeParse({ ...invoice, tax_rate }).success).toBe(false)
  expect(
    CreateInvoice.safeParse({ ...invoice, visits: lines(101).map((line) => ({ ...line, id })) }).success,
  ).toBe(false)
})

test('a draft that was saved before is as it was asked for, line by line [Product 3.1]', () => {
  const asked = {
    ...FACTS,
    number: 'A-1',
    tax_rate: 0,
    note: null,
    visits: [{ id: 'visit', amount: 5 }],
    starts: [{ id: 'start', amount: 6 }],
    extras: [{ description: 'Salt', amount: 7 }],
  }
  const none = { appointment_id: null, service_quote_id: null, description: null }
  const saved = {
    ...{ ...FACTS, number: 'A-1', tax_rate: 0, note: null },
    lines: [
      { ...none, appointment_id: 'visit', amount: 5 },
      { ...none, service_quote_id: 'start', amount: 6 },
      { ...none, description: 'Salt', amount: 7 },
    ],
  }
  expect(isSavedAs(saved, asked)).toBe(true)
  expect(isSavedAs(saved, { ...asked, note: 'Thanks' })).toBe(false)
  expect(isSavedAs(saved, { ...asked, visits: [] })).toBe(false)
  expect(isSavedAs(saved, { ...asked, visits: [{ id: 'visit', amount: 4 }] })).toBe(false)
  expect(isSavedAs(saved, { ...asked, extras: [{ description: 'Sand', amount: 7 }] })).toBe(false)
})
