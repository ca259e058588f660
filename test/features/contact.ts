import type { FeatureCases } from '../feature-cases.ts'
import { admin } from '../row-rules.ts'

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
} satisfies FeatureCases<'contact'>
