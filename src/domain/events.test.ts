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
    assigned: [] as string[],
  } as const
  expect(sentenceOf('member_accepted', {})).toBe('Maya Test accepted Ned Test.')
  expect(sentenceOf('quote_submitted', { per_visit_price: 90_00 })).toBe('Ned Test offered $90.00 per visit.')
  expect(sentenceOf('visit_moved', moved)).toBe(
    'Maya Test moved a Landscaping visit to Wed, Nov 25 at 1:30 PM.',
  )
  const photo = { ...moved, shows: 'visit' } as const
  expect(sentenceOf('visit_photo_added', photo)).toBe('Curb & Corner added a photo of a Landscaping visit.')
  expect(sentenceOf('visit_photo_added', { ...photo, shows: 'dispute' })).toBe(
    'Maya Test added a photo of what was not as agreed at a Landscaping visit.',
  )
  expect(sentenceOf('visit_photo_removed', { ...photo, shows: 'answer' })).toBe(
    'Curb & Corner removed a photo of what was done about a Landscaping visit.',
  )
  expect(sentenceOf('document_renamed', { file_name: 'Rules.pdf', earlier_name: 'House Rules.pdf' })).toBe(
    'Maya Test renamed House Rules.pdf to Rules.pdf.',
  )
})

test('whatever changes who works for a company, or their name, refreshes its team and its visits', () => {
  for (const kind of ['account_closed', 'profile_updated', 'colleague_removed'] as const)
    expect([kind, EVENTS[kind].refreshes]).toEqual([kind, expect.arrayContaining(['team', 'visits'])])
  expect(EVENTS.email_changed.refreshes).toContain('team')
})

test('a kind of a newer version has no entry, and neither has what every object has', () => {
  expect(entryOf('quote_framed')).toBeUndefined()
  expect(entryOf('constructor')).toBeUndefined()
  expect(entryOf('quote_accepted')?.refreshes).toContain('visits')
})
