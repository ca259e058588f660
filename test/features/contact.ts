import type { FeatureCases } from '../feature-cases.ts'
import { admin, everybody } from '../row-rules.ts'

export const contact = {
  procedures: {
    send: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ name: 'Visitor', email: 'visitor@example.com', message: 'Hello' }),
    },
  },
  seed: (world) =>
    world.anonymous.contact.send({ name: 'Visitor', email: 'visitor@example.com', message: 'Hello' }),
  tables: { contact_messages: admin },
  writes: { contact_messages: { insert: everybody } },
  events: { contact_message_sent: { data: {} } },
} satisfies FeatureCases<'contact'>
