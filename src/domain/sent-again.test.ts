import { expect, test } from 'vitest'
import { requireSame } from './sent-again.ts'

test('what is sent again is the same, or refused [Product 3.3]', () => {
  const sent = { invoice_id: 'i', amount: 20_00, reference: '1042' as string | null }
  const again = (other: Partial<typeof sent>) =>
    requireSame({ ...sent, id: 'p' }, { ...sent, ...other }, 'something else was sent')
  expect(() => again({})).not.toThrow()
  for (const other of [{ amount: 30_00 }, { reference: null }, { invoice_id: 'j' }])
    expect(() => again(other)).toThrow(
      expect.objectContaining({ code: 'conflict', message: 'something else was sent' }),
    )
})
