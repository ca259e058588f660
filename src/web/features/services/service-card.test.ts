import { expect, test } from 'vitest'
import { SERVICE_TONES, serviceSubtitle, statusLabel } from './service-card.tsx'

test('a card is green once accepted, amber while quotes come in, else red [2.services.5]', () => {
  expect(SERVICE_TONES).toEqual({ Accepted: 'green', Quote: 'amber', pending_quotes: 'red', None: 'red' })
})

test('a status and a cadence have their labels [2.services.4] [2.services.11] [4.service.1]', () => {
  const next_visit_date = '2026-12-04'
  const statuses = (['Accepted', 'Quote', 'None'] as const).map((status) =>
    statusLabel({ status, next_visit_date }),
  )
  expect(statuses).toEqual(['Active Service', 'Quotes pending for Service', 'Not requested'])
  expect(statusLabel({ status: 'Accepted', next_visit_date: null })).toBe('Finished')
  const subtitles = (['recurring', 'on-demand', null] as const).map(serviceSubtitle)
  expect(subtitles).toEqual(['Recurring service', 'One-time service', 'Service type not set'])
})
