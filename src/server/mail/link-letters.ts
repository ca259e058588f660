import { PRODUCT } from '../../domain/product.ts'
import type { Content, Occasion } from './letters.ts'

// A token stands behind a #, which browsers keep to themselves: no server on the way writes it into a log.

export const chooseNewPassword = ({ token }: Occasion): Content => ({
  subject: 'Choose a new password',
  paragraphs: [
    `Somebody, probably you, asked for a new password for your account at ${PRODUCT}.`,
    'The link works once, and for 1 hour. If it was not you, there is nothing to do: your password stays as it is.',
  ],
  action: { label: 'Choose a new password', path: `/reset-password#${token}` },
})

/** The new address gets the link, the present one a warning without it. */
export const newAddress = ({ token }: Occasion): Content =>
  token === null
    ? {
        subject: 'Your e-mail address is about to change',
        paragraphs: [
          `Somebody, probably you, asked to replace this e-mail address of your account at ${PRODUCT} by another one. Nothing changes until the link in the mail to the new address is opened.`,
          'If it was not you, sign in and change your password now: that stops the change, too.',
        ],
        action: { label: `Sign in to ${PRODUCT}`, path: '/login' },
      }
    : {
        subject: 'Confirm your new e-mail address',
        paragraphs: [
          `Open the link to make this the e-mail address of your account at ${PRODUCT}. From then on you sign in with it.`,
          'The link works once, and for 1 hour. If you did not ask for this, there is nothing to do.',
        ],
        action: { label: 'Confirm this address', path: `/confirm-email#${token}` },
      }

/** To somebody whom their captain added; they wait for the captain all the same. */
export const invitation = ({ token, place }: Occasion): Content => ({
  subject: `Welcome to ${PRODUCT}: choose your password`,
  paragraphs: [
    `The HOA representative of ${place} has added you to the building's portal. Choose a password, and you can sign in with this e-mail address.`,
    'Your HOA representative then confirms your access. The link works once, and for 7 days.',
  ],
  action: { label: 'Choose a password', path: `/reset-password#${token}` },
})
