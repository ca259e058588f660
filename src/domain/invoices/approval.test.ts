import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approveInvoice, isSameDecision, matchesInFull, matchOf, type ReviewedLine } from './approval.ts'
import { invoiceSums } from './invoice-amounts.ts'

// Three-way match: Product 3.2.

const visit = (id: string, amount: number, visit_status: ReviewedLine['visit_status'] = 'completed') =>
  ({
    id,
    kind: 'visit',
    amount,
    scheduled_date: '2026-11-20',
    visit_status,
    waived: false,
    earned: false,
    credit_number: null,
  }) as const
const waivedVisit = (id: string, amount: number) => ({ ...visit(id, amount, 'disputed'), waived: true })
const extra = (id: string, amount: number) =>
  ({
    id,
    kind: 'extra',
    amount,
    scheduled_date: null,
    visit_status: null,
    waived: false,
    earned: false,
    credit_number: null,
  }) as const
const start = (id: string, amount: number) => ({ ...extra(id, amount), kind: 'start', earned: true }) as const
const sent = (...lines: ReviewedLine[]) => ({ status: 'sent', tax_rate: 1025, lines }) as const

test('an invoice of finished visits and agreed one-time prices matches in full, and is approved as it is', () => {
  const invoice = sent(visit('v', 80_00), start('s', 200_00))
  expect(matchesInFull(invoice.lines)).toBe(true)
  expect(approveInvoice(invoice, { refused: [], approved: 308_70 })).toEqual({
    status: 'approved',
    sums: { subtotal: 280_00, tax: 28_70, total: 308_70 },
    refused: [],
  })
})

test('an extra is open until it is approved or refused; a refused one takes its tax along', () => {
  const invoice = sent(visit('v', 80_00), extra('x', 20_00))
  expect(matchesInFull(invoice.lines)).toBe(false)
  expect(approveInvoice(invoice, { refused: [], approved: 110_25 }).sums.total).toBe(110_25)
  const refused = [{ id: 'x', reason: 'Nobody asked for it.' }]
  expect(approveInvoice(invoice, { refused, approved: 88_20 })).toMatchObject({ status: 'approved', refused })
})

test('an invoice of which nothing is approved is refused', () => {
  const refused = [{ id: 'x', reason: 'Nobody asked for it.' }]
  expect(approveInvoice(sent(extra('x', 20_00)), { refused, approved: 0 })).toMatchObject({
    status: 'refused',
    sums: { total: 0 },
  })
})

test('a dispute freezes its line until it is settled; a visit that is not charged any more is left out', () => {
  const disputed = sent(visit('v', 80_00), visit('w', 80_00, 'disputed'))
  expect(() => approveInvoice(disputed, { refused: [], approved: 176_40 })).toThrow(
    'the visit on November 20, 2026 is disputed. Settle that first',
  )
  const waived = sent(visit('v', 80_00), waivedVisit('w', 80_00))
  expect(approveInvoice(waived, { refused: [], approved: 88_20 }).refused).toEqual([
    { id: 'w', reason: 'The visit is not charged' },
  ])
})

test('a one-time price stands and falls with the visits that pay it', () => {
  const open = { ...start('s', 200_00), earned: false }
  expect(() => approveInvoice(sent(open), { refused: [], approved: 220_50 })).toThrow(
    'the visit that pays the one-time price is disputed',
  )
  const waived = sent({ ...open, waived: true }, extra('x', 20_00))
  expect(approveInvoice(waived, { refused: [], approved: 22_05 }).refused).toEqual([
    { id: 's', reason: 'The visit is not charged' },
  ])
})

test('a decision is the same with the same sum, refusals and reasons', () => {
  const line = (id: string, refused_reason: string | null) => ({ id, kind: 'extra' as const, refused_reason })
  const decided = { approved: 88_20, lines: [line('x', 'No.'), line('y', null)] }
  const same = (id: string, reason: string, approved = 88_20) =>
    isSameDecision(decided, { refused: [{ id, reason }], approved })
  expect([same('x', 'No.'), same('y', 'No.'), same('x', 'Why?'), same('x', 'No.', 1)]).toEqual([
    ...[true, false, false, false],
  ])
  expect(isSameDecision({ ...decided, approved: null }, { refused: [], approved: 88_20 })).toBe(false)
})

test('what was decided, was not shown, or is no extra is not approved', () => {
  const invoice = sent(visit('v', 80_00), extra('x', 20_00))
  const status = 'approved' as const
  expect(() => approveInvoice({ ...invoice, status }, { refused: [], approved: 110_25 })).toThrow('decided')
  expect(() => approveInvoice(invoice, { refused: [], approved: 110_24 })).toThrow('changed meanwhile')
  for (const id of ['v', 'y'])
    expect(() => approveInvoice(invoice, { refused: [{ id, reason: 'No.' }], approved: 22_05 })).toThrow()
})

test('what is approved and what is left out add up to the lines, and cost at most the whole, for any invoice', () => {
  const line = fc.record({
    kind: fc.constantFrom('visit', 'start', 'extra'),
    amount: fc.integer({ min: 1, max: 100_000_00 }),
    waived: fc.boolean(),
    refused: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 100 }),
      fc.integer({ min: 0, max: 3000 }),
      (drawn, tax_rate) => {
        const lines = drawn.map(({ kind, amount, waived }, at) => {
          const id = String(at)
          if (kind === 'visit') return waived ? waivedVisit(id, amount) : visit(id, amount)
          return kind === 'start' ? start(id, amount) : extra(id, amount)
        })
        const refused = lines
          .filter((each, at) => each.kind === 'extra' && drawn[at]?.refused)
          .map(({ id }) => ({ id, reason: 'No.' }))
        const out = new Set([
          ...refused.map(({ id }) => id),
          ...lines.filter((each) => matchOf(each) === 'not_charged').map(({ id }) => id),
        ])
        const kept = lines.filter(({ id }) => !out.has(id))
        const approved = invoiceSums(kept, tax_rate).total
        const invoice = { status: 'sent' as const, tax_rate, lines }
        const { sums, ...outcome } = approveInvoice(invoice, { refused, approved })
        const left = lines.filter(({ id }) => outcome.refused.some((each) => each.id === id))
        const sumOf = (of: readonly { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0)
        expect(sums.subtotal + sumOf(left)).toBe(sumOf(lines))
        expect(sums.total).toBeLessThanOrEqual(invoiceSums(lines, tax_rate).total)
        expect(outcome.status).toBe(kept.length > 0 ? 'approved' : 'refused')
      },
    ),
  )
})
