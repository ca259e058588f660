import { expect, test } from 'vitest'

import { EVENTS, type EventKind, entryOf, type Payload } from './events.ts'

function sentenceOf<K extends EventKind>(kind: K, data: Payload<K>): string {
  const { sentence } = EVENTS[kind] as unknown as { sentence: (facts: Facts<K>) => string }
  return sentence({ actor: 'Maya Test', subject: 'Ned Test', data })
}

type Facts<K extends EventKind> = { actor: string; subject: string; data: Payload<K> }

test('sentences name the actor, the subject and the payload', () => {
  const moved = {
    service: 'Landscaping',
    company_name: 'Curb & Corner',
    scheduled_date: '2026-11-25',
    scheduled_time: '13:30:00',
    earlier_date: '2026-11-24',
    earlier_time: '09:00:00',
    changed_by: 'vendor',
    change_reason: 'Rain',
  } as const
  expect(sentenceOf('member_accepted', {})).toBe('Maya Test accepted Ned Test.')
  expect(sentenceOf('quote_submitted', { per_visit_price: 90_00 })).toBe('Ned Test offered $90.00 per visit.')
  expect(sentenceOf('visit_moved', moved)).toBe(
    'Maya Test moved a Landscaping visit to Wed, Nov 25 at 1:30 PM.',
  )
  expect(sentenceOf('document_renamed', { file_name: 'Rules.pdf', earlier_name: 'House Rules.pdf' })).toBe(
    'Maya Test renamed House Rules.pdf to Rules.pdf.',
  )
})

test('a kind of a newer version has no entry, and neither has what every object has', () => {
  expect(entryOf('quote_framed')).toBeUndefined()
  expect(entryOf('constructor')).toBeUndefined()
  expect(entryOf('quote_accepted')?.refreshes).toContain('visits')
})
