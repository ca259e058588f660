import { z } from 'zod'
import { kind } from '../event-kind.ts'

/** The events of the threads of accepted quotes: about their quote. What was written is in the thread alone. Product 2.10 */
export const MESSAGE_EVENTS = {
  message_sent: kind({
    payload: z.object({ number: z.int() }),
    concerns: ['building', 'vendor'],
    refreshes: ['messages'],
    sentence: ({ actor, subject }) => `${actor} wrote about ${subject}.`,
  }),
  thread_read: kind({
    payload: z.object({ number: z.int() }),
    concerns: ['building', 'vendor'],
    refreshes: ['messages'],
    sentence: ({ actor, subject }) => `${actor} read the messages about ${subject}.`,
  }),
  // To its sender: what was answered by mail is not in the thread, or not all of it.
  message_not_taken: kind({
    payload: z.object({ service: z.string(), reason: z.string(), was_sent: z.boolean() }),
    concerns: [],
    refreshes: [],
    sentence: ({ data }) => `An answer by mail about ${data.service} was not taken: ${data.reason}.`,
  }),
}
