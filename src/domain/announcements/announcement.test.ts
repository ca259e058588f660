import { expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import {
  ANNOUNCEMENT_STATES,
  type AnnouncementState,
  canReply,
  isAnnouncementExpired,
  requireAnnouncementDraft,
  requireFollowUp,
  requireReply,
  requireShownDraft,
  sendAnnouncement,
  sendScheduled,
  unscheduleAnnouncement,
  withdrawAnnouncement,
} from './announcement.ts'
import { requireAnnouncementFile } from './announcement-file.ts'

// How an announcement goes from draft to sent to withdrawn: Product 4.5.

const NOW = new Date('2026-11-20T20:00:00Z')
const LATER = new Date('2026-11-22T06:00:00Z') // the evening of the 21st in the city
const ZONE = 'America/Los_Angeles'
const draft = {
  state: 'draft',
  audience: 'all',
  unit_id: null,
  send_at: null,
  expires_on: null,
} as const

/** The states in which this does not throw. */
const statesOf = (act: (of: { state: AnnouncementState }) => unknown) =>
  ANNOUNCEMENT_STATES.filter((state) => {
    try {
      act({ state })
      return true
    } catch {
      return false
    }
  })

test('only a draft is changed, sent and gets files; only what was sent is added to and withdrawn', () => {
  expect(statesOf(requireAnnouncementDraft)).toEqual(['draft'])
  expect(statesOf(({ state }) => sendAnnouncement({ ...draft, state }, NOW, ZONE))).toEqual(['draft'])
  expect(statesOf((of) => requireAnnouncementFile(of, 0))).toEqual(['draft'])
  expect(statesOf(unscheduleAnnouncement)).toEqual(['scheduled'])
  expect(statesOf((of) => requireFollowUp(of, 0))).toEqual(['sent'])
  expect(statesOf(withdrawAnnouncement)).toEqual(['sent'])
})

test('another version than was shown is not sent', () => {
  expect(() => requireShownDraft({ version: 2 }, 2)).not.toThrow()
  expect(() => requireShownDraft({ version: 3 }, 2)).toThrow('changed meanwhile')
})

test('a draft is sent at once, or scheduled where its time is to come', () => {
  expect(sendAnnouncement(draft, NOW, ZONE)).toEqual({ state: 'sent', sent_at: NOW })
  expect(sendAnnouncement({ ...draft, send_at: NOW }, NOW, ZONE)).toEqual({ state: 'sent', sent_at: NOW })
  expect(sendAnnouncement({ ...draft, send_at: LATER }, NOW, ZONE)).toEqual({ state: 'scheduled' })
})

test('it is not sent to a unit that is gone', () => {
  expect(() => sendAnnouncement({ ...draft, audience: 'unit' }, NOW, ZONE)).toThrow('This unit is gone')
})

test.each([
  [null, '2026-11-20', true],
  [null, '2026-11-19', false],
  [LATER, '2026-11-21', true],
  [LATER, '2026-11-20', false],
])('sent at %s with the last day %s: %s', (send_at, expires_on, isSent) => {
  const send = () => sendAnnouncement({ ...draft, send_at, expires_on }, NOW, ZONE)
  if (isSent) expect(send).not.toThrow()
  else expect(send).toThrow('It would have expired')
})

test('at its time a scheduled one is sent, once, or a draft again where its unit is gone', () => {
  const scheduled = { ...draft, state: 'scheduled', send_at: NOW } as const
  expect(sendScheduled(scheduled, NOW)).toEqual({ state: 'sent', sent_at: NOW })
  expect(sendScheduled({ ...scheduled, send_at: LATER }, NOW)).toBeNull()
  for (const state of ['draft', 'sent', 'withdrawn'] as const)
    expect(sendScheduled({ ...scheduled, state }, NOW)).toBeNull()
  expect(sendScheduled({ ...scheduled, audience: 'unit' }, NOW)).toEqual({ state: 'draft' })
  expect(sendScheduled({ ...scheduled, audience: 'unit', unit_id: 'u' }, NOW)?.state).toBe('sent')
})

test('it expires after its last day', () => {
  expect(isAnnouncementExpired({ expires_on: null }, '2026-11-20')).toBe(false)
  expect(isAnnouncementExpired({ expires_on: '2026-11-20' }, '2026-11-20')).toBe(false)
  expect(isAnnouncementExpired({ expires_on: '2026-11-20' }, '2026-11-21')).toBe(true)
})

test('replies are taken where they are allowed, until it expires or is withdrawn', () => {
  const sent = { state: 'sent', allows_replies: true, expires_on: '2026-11-20' } as const
  expect(canReply(sent, '2026-11-20')).toBe(true)
  expect(canReply(sent, '2026-11-21')).toBe(false)
  expect(canReply({ ...sent, allows_replies: false }, '2026-11-20')).toBe(false)
  expect(canReply({ ...sent, state: 'withdrawn' }, '2026-11-20')).toBe(false)
  expect(() => requireReply({ ...sent, allows_replies: false }, 0, '2026-11-20')).toThrow('takes no replies')
})

test('there are at most so many of each', () => {
  const sent = { state: 'sent', allows_replies: true, expires_on: null } as const
  const { announcement_replies, announcement_follow_ups, announcement_files } = LIMITS
  expect(() => requireReply(sent, announcement_replies - 1, '2026-11-20')).not.toThrow()
  expect(() => requireReply(sent, announcement_replies, '2026-11-20')).toThrow('too many replies')
  expect(() => requireFollowUp(sent, announcement_follow_ups - 1)).not.toThrow()
  expect(() => requireFollowUp(sent, announcement_follow_ups)).toThrow('at most 20')
  expect(() => requireAnnouncementFile({ state: 'draft' }, announcement_files - 1)).not.toThrow()
  expect(() => requireAnnouncementFile({ state: 'draft' }, announcement_files)).toThrow('at most 5')
})
