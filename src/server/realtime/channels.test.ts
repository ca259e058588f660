import { expect, test } from 'vitest'
import type { EventKind } from '../../domain/events.ts'
import { channelsFor, channelsOf, endsStream, type Notice, replacesSession } from './channels.ts'

const notice = (kind: EventKind | 'quote_framed', named: Partial<Notice> = {}): Notice => {
  return { id: 1, kind, building_id: 'minor', vendor_id: 'curb', subject: 'ned', ...named }
}
const ned = { kind: 'pending', id: 'ned' } as const

test('a notice goes only to the streams that its catalog entry names', () => {
  expect(channelsOf(notice('quote_accepted'))).toEqual(['all', 'admin', 'building:minor', 'vendor:curb'])
  expect(channelsOf(notice('member_accepted'))).toEqual(['all', 'admin', 'building:minor', 'subject:ned'])
  expect(channelsOf(notice('password_reset_requested'))).toEqual(['all', 'admin'])
  expect(channelsOf(notice('quote_accepted', { vendor_id: null }))).toEqual([
    'all',
    'admin',
    'building:minor',
  ])
})

test('a notice of a kind from a newer version goes to all that it names, and ends the stream of its subject', () => {
  expect(channelsOf(notice('quote_framed'))).toEqual([
    'all',
    'admin',
    'building:minor',
    'vendor:curb',
    'crew:curb',
    'subject:ned',
  ])
  expect(endsStream(notice('quote_framed'), ned)).toBe(true)
})

test('after a change of the password only that person’s streams hear of it later', () => {
  expect(replacesSession(notice('password_changed'), ned)).toBe(true)
  expect(replacesSession(notice('password_changed', { subject: 'pia' }), ned)).toBe(false)
  expect(replacesSession(notice('password_reset'), ned)).toBe(false)
})

test('a stream ends when the access of its viewer changes', () => {
  const kinds: EventKind[] = [
    'member_accepted',
    'member_removed',
    'admin_appointed',
    'password_changed',
    'password_reset',
  ]
  for (const kind of kinds) {
    expect(endsStream(notice(kind), ned)).toBe(true)
    expect(endsStream(notice(kind, { subject: 'pia' }), ned)).toBe(false)
    expect(channelsOf(notice(kind))).toEqual(expect.arrayContaining(channelsFor(ned)))
  }
  expect(endsStream(notice('profile_updated'), ned)).toBe(false)
})
