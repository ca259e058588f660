import { z } from 'zod'
import { kind, noPayload } from '../event-kind.ts'

/**
 * The events of announcements, each about its announcement. They hold no words: who is not in the audience reads none of them, and row rules
 * show the events only to those who see the announcement. That somebody opened one is no event: nobody learns who did. Product 4.5
 */
export const ANNOUNCEMENT_EVENTS = {
  announcement_drafted: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} drafted an announcement.`,
  }),
  announcement_changed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} changed the draft of an announcement.`,
  }),
  announcement_discarded: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} discarded the draft of an announcement.`,
  }),
  announcement_file_added: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} added a file to an announcement.`,
  }),
  announcement_file_removed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} removed a file of an announcement.`,
  }),
  announcement_scheduled: kind({
    payload: z.object({ send_at: z.string() }),
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} scheduled an announcement.`,
  }),
  /** By an officer, or by itself where its unit is gone. */
  announcement_unscheduled: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: () => 'An announcement is a draft again.',
  }),
  announcement_sent: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} sent an announcement.`,
  }),
  announcement_followed_up: kind({
    payload: z.object({ follow_up_id: z.string() }),
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} added to an announcement.`,
  }),
  announcement_withdrawn: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} withdrew an announcement.`,
  }),
  announcement_replied: kind({
    payload: z.object({ reply_id: z.string() }),
    concerns: ['building'],
    refreshes: ['announcements'],
    sentence: ({ actor }) => `${actor} replied to an announcement.`,
  }),
  /** Of the person's own settings. */
  announcement_mail_set: kind({
    payload: z.object({ mailed: z.boolean() }),
    concerns: ['subject'],
    refreshes: ['announcements.mail'],
    sentence: ({ actor, data }) => `${actor} turned mails about announcements ${data.mailed ? 'on' : 'off'}.`,
  }),
}
