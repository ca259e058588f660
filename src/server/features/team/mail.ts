import { PRODUCT } from '../../../domain/product.ts'
import { ROLE_LABELS } from '../../../domain/team/messages.ts'
import type { Templates } from '../../mail/template.ts'

export const teamMails = {
  // Nobody has confirmed the mailbox, so it gets nothing that somebody typed: the page behind the link names the company.
  colleague_invited: ({ token, data }) => ({
    subject: `Join your company on ${PRODUCT}: choose your password`,
    paragraphs: [
      `A company that serves buildings on ${PRODUCT} has added you to its team (${ROLE_LABELS[data.vendor_role]}). The link says which one. Choose a password there, and you can sign in with this e-mail address.`,
      'The link works once, and for 7 days. If you don’t work there, ignore this mail.',
    ],
    action: { label: 'Choose a password', path: `/reset-password#${token}` },
  }),

  colleague_removed: ({ data: { company_name } }) => ({
    subject: `You no longer have access to ${company_name}`,
    paragraphs: [
      `${company_name} has removed you from its team on ${PRODUCT}. You can’t sign in with this account any more. What you did there stays, with your name.`,
      'If this is a mistake, please ask an owner of the company. They can invite you again.',
    ],
    action: { label: `About ${PRODUCT}`, path: '/' },
  }),
} satisfies Templates
