import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { email, longText, text } from '../text.ts'

/** The contact form: all three required. [5.contact.1] */
export const ContactMessage = z.strictObject({
  name: text('Name', LIMITS.name),
  email,
  message: longText('Message', LIMITS.message),
})
export type ContactMessage = z.infer<typeof ContactMessage>
