import { PRODUCT } from '../../../domain/product.ts'
import { ROLE_LABELS } from '../../../domain/team/messages.ts'
import type { Templates } from '../../mail/template.ts'

export const teamMails = {
  // Nobody has confirmed the mailbox, so it gets no name of a person.
  colleague_invited: ({ token, data }) => ({
    subject: `${data.company_name} invites you to ${PRODUCT}`,
    paragraphs: [
      `${data.company_name} has added you to its team on ${PRODUCT} (${ROLE_LABELS[data.vendor_role]}). Choose a password, and you can sign in with this e-mail address.`,
      'The link works once, and for 7 days. If you don’t work there, ignore this mail.',
    ],
    action: { label: 'Choose a password', path: `/reset-password#${token}` },
  }),
} satisfies Templates
