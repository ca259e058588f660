import { z } from 'zod'
import { kind } from '../event-kind.ts'

/** What happens to a building's access notes; never what they say. Product 1.4 */
export const ACCESS_EVENTS = {
  access_notes_changed: kind({
    payload: z.object({ removed: z.boolean() }),
    concerns: ['building'],
    refreshes: ['access'],
    sentence: ({ actor, data }) =>
      data.removed ? `${actor} removed the access notes.` : `${actor} changed the access notes.`,
  }),
}
