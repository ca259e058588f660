import { expect, test } from 'vitest'
import { SERVICE_TONES } from './service-card.tsx'

test('a card is green once accepted, amber while quotes come in, else red [2.services.5]', () => {
  expect(SERVICE_TONES).toEqual({ Accepted: 'green', Quote: 'amber', pending_quotes: 'red', None: 'red' })
})
