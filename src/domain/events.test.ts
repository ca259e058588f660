import { expect, test } from 'vitest'

import { EVENTS, type EventKind, entryOf, type Payload } from './events.ts'

const examples: Record<string, unknown> = {
  name: 'Ned Berg',
  reason: 'You live elsewhere',
  email: 'ned@example.com',
  was: 'active',
  per_visit_price: 90_00,
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  scheduled_date: '2026-11-25',
  scheduled_time: '13:30:00',
  earlier_date: '2026-11-24',
  earlier_time: '09:00:00',
  changed_by: 'vendor',
  change_reason: 'Rain',
  month: '2026-11-01',
  due_date: '2026-12-01',
  amount: 250_00,
  file_name: 'Rules.pdf',
  earlier_name: 'House Rules.pdf',
}

type Content<K extends EventKind> = {
  payload: { parse: (data: unknown) => Payload<K> }
  sentence: (facts: { actor: string; subject: string; data: Payload<K> }) => string
}

function sentenceOf<K extends EventKind>(kind: K): string {
  const { payload, sentence }: Content<K> = EVENTS[kind]
  return sentence({ actor: 'Maya Test', subject: 'Ned Test', data: payload.parse(examples) })
}

test.each(Object.keys(EVENTS) as EventKind[])('%s has a payload and a sentence for a feed', (kind) => {
  expect(sentenceOf(kind)).toMatch(/^[A-Z].*[^.]\.$/)
  expect(sentenceOf(kind)).not.toMatch(/undefined|NaN|null/)
})

test('sentences name the actor, the subject and the payload', () => {
  expect(sentenceOf('member_accepted')).toBe('Maya Test accepted Ned Test.')
  expect(sentenceOf('quote_submitted')).toBe('Ned Test offered $90.00 per visit.')
  expect(sentenceOf('visit_moved')).toBe('Maya Test moved a Landscaping visit to Wed, Nov 25 at 1:30 PM.')
  expect(sentenceOf('document_renamed')).toBe('Maya Test renamed House Rules.pdf to Rules.pdf.')
})

test('a kind of a newer version has no entry, and neither has what every object has', () => {
  expect(entryOf('quote_framed')).toBeUndefined()
  expect(entryOf('constructor')).toBeUndefined()
  expect(entryOf('quote_accepted')?.refreshes).toContain('visits')
})
