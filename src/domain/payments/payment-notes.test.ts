import { expect, test } from 'vitest'
import { paymentNotes } from './payment-notes.ts'

const stays = { taken_back_reason: null, refunded: 0, returning: 0, disputed: 0, lost: 0 }

test('beside a payment stands what became of it [Product 3.3]', () => {
  expect(paymentNotes(stays)).toEqual([])
  // As a server of the version before sends it.
  expect(paymentNotes({} as typeof stays)).toEqual([])
  expect(paymentNotes({ ...stays, taken_back_reason: 'Another building’s.' })).toEqual([
    'Taken back: Another building’s.',
  ])
  expect(paymentNotes({ ...stays, refunded: 5_00, returning: 10_00, disputed: 1_00, lost: 2_00 })).toEqual([
    '$10.00 is on its way back',
    '$5.00 was given back',
    'Chargeback open: the bank holds $1.00 until it decides',
    'Charged back: the bank returned $2.00 to the payer',
  ])
})
