import { z } from 'zod'
import { kind } from '../event-kind.ts'

const named = {
  payload: z.object({ name: z.string() }),
  concerns: ['subject'],
  refreshes: ['feeds'],
} as const

/** What people do with the addresses of their calendars. */
export const FEED_EVENTS = {
  feed_created: kind({
    ...named,
    sentence: ({ subject, data }) => `${subject} made the calendar address ${data.name}.`,
  }),
  feed_revoked: kind({
    ...named,
    sentence: ({ subject, data }) => `${subject} revoked the calendar address ${data.name}.`,
  }),
}
