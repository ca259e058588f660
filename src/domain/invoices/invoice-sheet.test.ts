import { expect, test } from 'vitest'
import { lineNotes, lineText, sumRows } from './invoice-sheet.ts'

test('a line says its service and its day, or what an extra is for [Product 3.1]', () => {
  const said = (line: Parameters<typeof lineText>[0]) => lineText(line, '2026-11-27')
  expect(said({ service: 'Leaf Removal', day: '2026-11-03' })).toBe('Leaf Removal, Tue, Nov 3')
  expect(said({ service: 'Leaf Removal', day: '2025-11-03' })).toBe('Leaf Removal, Mon, Nov 3, 2025')
  expect(said({ service: 'Leaf Removal', day: null })).toBe('Leaf Removal, one-time price')
  expect(said({ description: 'A lock', service: null, day: null })).toBe('A lock')
})

test('below a line stands why it needs a look [Product 3.2]', () => {
  const notes = (line: Partial<Parameters<typeof lineNotes>[0]>) =>
    lineNotes({
      ...({ kind: 'visit', visit_status: 'completed', refused_reason: null } as const),
      ...{ waived: false, credit_number: null },
      ...{ amount: 50_00, agreed: 50_00, ...line },
    })
  expect(notes({})).toEqual([])
  expect(notes({ visit_status: 'disputed' })).toEqual(['The visit is disputed'])
  expect(notes({ visit_status: 'disputed', waived: true })).toEqual(['Not charged, as its vendor said'])
  const refused_reason = 'The visit is not charged'
  expect(notes({ visit_status: 'disputed', waived: true, refused_reason })).toEqual([
    'Not paid: The visit is not charged',
  ])
  expect(notes({ amount: 40_00 })).toEqual(['Agreed at $50.00'])
  const credited = { credit_number: 'CN-0001', visit_status: 'disputed' } as const
  expect(notes(credited)).toEqual(['Credited with CN-0001'])
  expect(notes({ kind: 'extra', agreed: null, visit_status: null, refused_reason: 'Not asked for' })).toEqual(
    ['An extra, not agreed before', 'Not paid: Not asked for'],
  )
})

test('the sums of an invoice follow it until it is paid [Product 3.1]', () => {
  const invoice = { subtotal: 100_00, tax_rate: 1025, tax: 10_25, total: 110_25 }
  type Stands = Pick<Parameters<typeof sumRows>[0], 'status' | 'approved' | 'paid'> & {
    credited?: number
    disputed?: number
  }
  const labels = (rest: Stands) =>
    sumRows({ ...invoice, credited: 0, disputed: 0, returning: 0, ...rest }).map(
      ({ label, amount }) => `${label} ${amount}`,
    )
  const sent = ['Subtotal 10000', 'Tax, 10.25 % 1025', 'Total 11025']
  expect(labels({ status: 'sent', approved: null, paid: 0 })).toEqual(sent)
  const approved = [...sent, 'Not approved -2025', 'Approved 9000']
  expect(labels({ status: 'approved', approved: 90_00, paid: 0 })).toEqual(approved)
  expect(labels({ status: 'approved', approved: 90_00, paid: 40_00 })).toEqual([
    ...approved,
    'Paid 4000',
    'Open 5000',
  ])
  expect(labels({ status: 'approved', approved: 90_00, paid: 90_00 })).toEqual([...approved, 'Paid 9000'])
  expect(labels({ status: 'refused', approved: 0, paid: 0 })).toEqual([
    ...sent,
    'Not approved -11025',
    'Approved 0',
  ])
  const credited = { credited: 40_00 }
  expect(labels({ status: 'sent', approved: null, paid: 0, ...credited })).toEqual([
    ...sent,
    'Credited -4000',
    'Left 7025',
  ])
  expect(labels({ status: 'approved', approved: 50_00, paid: 90_00, ...credited })).toEqual([
    ...sent,
    ...['Credited -4000', 'Not approved -2025', 'Approved 5000', 'Paid 9000', 'Vendor pays back 4000'],
  ])
  // Charged back, paid again, and the bank looks at it again.
  expect(labels({ status: 'approved', approved: 90_00, paid: 180_00, disputed: 90_00 })).toEqual([
    ...approved,
    ...['Paid 18000', 'Held by a bank 9000'],
  ])
})
