import { PRODUCT } from '../../../domain/product.ts'
import type { Templates } from '../../mail/template.ts'

// A token comes after a #, which browsers never send: no server logs it.

export const accountMails = {
  password_reset_requested: ({ token }) => ({
    subject: 'Choose a new password', // [4.mail.7]
    paragraphs: [
      `Somebody, probably you, asked for a new password for your account at ${PRODUCT}.`,
      'The link works once, and for 1 hour. If it was not you, there is nothing to do: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', path: `/reset-password#${token}` },
  }),

  email_confirmation_requested: ({ token }) => ({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Welcome to ${PRODUCT}. Open the link to confirm that this e-mail address is yours. Until then, other mail from you and to you waits.`,
      'The link works once, and for 7 days. If you did not sign up, there is nothing to do.',
    ],
    action: { label: 'Confirm this address', path: `/confirm-email#${token}` },
  }),

  account_closed: () => ({
    subject: `Your account at ${PRODUCT} is closed`,
    paragraphs: [
      `Your account at ${PRODUCT} was closed, and your profile is deleted. What you asked for and uploaded stays with your building, without your name.`,
      'If it was not you, write to us. You are welcome to sign up again at any time.',
    ],
    action: { label: 'Write to us', path: '/#contact-section' },
  }),

  // The new address gets the link, the present one a warning without it.
  email_change_requested: ({ token }) =>
    token === null
      ? {
          subject: 'Your e-mail address is about to change', // [4.mail.8]
          paragraphs: [
            `Somebody, probably you, asked to replace this e-mail address of your account at ${PRODUCT} by another one. Nothing changes until the link in the mail to the new address is opened.`,
            'If it was not you, sign in and change your password now: that stops the change, too.',
          ],
          action: { label: `Sign in to ${PRODUCT}`, path: '/login' },
        }
      : {
          subject: 'Confirm your new e-mail address', // [4.mail.8]
          paragraphs: [
            `Open the link to make this the e-mail address of your account at ${PRODUCT}. From then on you sign in with it.`,
            'The link works once, and for 1 hour. If you did not ask for this, there is nothing to do.',
          ],
          action: { label: 'Confirm this address', path: `/confirm-email#${token}` },
        },
} satisfies Templates
