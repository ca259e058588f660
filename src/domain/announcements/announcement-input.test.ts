import { expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { AddFollowUp, DraftAnnouncement, ReplyToAnnouncement } from './announcement-input.ts'

// What a draft says: Product 4.5.

const ID = '0b7e2a54-8f0f-4f0e-9a5b-6a0a2f0c9d11'
const draft = {
  id: ID,
  building_id: ID,
  title: 'The water is off',
  words: 'On Monday.',
  audience: 'all',
  unit: null,
  is_important: false,
  allows_replies: false,
  send_on: null,
  send_time: null,
  expires_on: null,
}
const fieldsOf = (change: object) =>
  DraftAnnouncement.safeParse({ ...draft, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []

test.each<[what: string, change: object, fields: string[]]>([
  ['a whole one', {}, []],
  ['no title', { title: ' ' }, ['title']],
  ['no text', { words: '\n' }, ['words']],
  ['too long a title', { title: 'x'.repeat(LIMITS.announcement_title + 1) }, ['title']],
  ['too long a text', { words: 'x'.repeat(LIMITS.announcement + 1) }, ['words']],
  ['an unknown audience', { audience: 'vendors' }, ['audience']],
  ['no unit', { audience: 'unit' }, ['unit']],
  ['a unit', { audience: 'unit', unit: '4B' }, []],
  ['a unit for owners', { audience: 'owners', unit: '4B' }, ['unit']],
  ['a day without a time', { send_on: '2026-11-21' }, ['send_on']],
  ['a day and a time', { send_on: '2026-11-21', send_time: '09:00' }, []],
  [
    'an end before it is sent',
    { send_on: '2026-11-21', send_time: '09:00', expires_on: '2026-11-20' },
    ['expires_on'],
  ],
  [
    'the day that it is sent as its last',
    { send_on: '2026-11-21', send_time: '09:00', expires_on: '2026-11-21' },
    [],
  ],
])('%s', (_, change, fields) => expect(fieldsOf(change)).toEqual(fields))

test('follow-ups and replies have words, and not too many', () => {
  const isTaken = (schema: typeof AddFollowUp | typeof ReplyToAnnouncement, words: string) =>
    schema.safeParse({ announcement_id: ID, id: ID, words }).success
  expect(isTaken(AddFollowUp, 'x'.repeat(LIMITS.announcement_follow_up))).toBe(true)
  expect(isTaken(AddFollowUp, 'x'.repeat(LIMITS.announcement_follow_up + 1))).toBe(false)
  expect(isTaken(ReplyToAnnouncement, 'x'.repeat(LIMITS.announcement_reply))).toBe(true)
  expect(isTaken(ReplyToAnnouncement, 'x'.repeat(LIMITS.announcement_reply + 1))).toBe(false)
  expect(isTaken(ReplyToAnnouncement, ' ')).toBe(false)
})
