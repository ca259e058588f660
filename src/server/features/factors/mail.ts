import { PRODUCT } from '../../../domain/product.ts'
import type { MailContent, Templates } from '../../mail/template.ts'

const NOT_YOU =
  'If it was not you, choose a new password at once by ‘Forgot password?’: that ends all sessions. Then look at your sign-in settings.'

/** Tells the owner what changed. The dashboard's address leads everybody to their own portal. */
const changed = (subject: string, what: string): MailContent => ({
  subject,
  paragraphs: [what, NOT_YOU],
  action: { label: `Open ${PRODUCT}`, path: '/dashboard' },
})

export const factorMails = {
  passkey_added: ({ data }) =>
    changed(
      'A passkey was added to your account',
      `The passkey ‘${data.name}’ was added to your account at ${PRODUCT}. It signs in without your password.`,
    ),
  passkey_removed: ({ data }) =>
    changed(
      'A passkey was removed from your account',
      `The passkey ‘${data.name}’ was removed from your account at ${PRODUCT}. It no longer signs in.`,
    ),
  second_factor_enabled: () =>
    changed(
      'Your authenticator app is on',
      `From now on signing in to ${PRODUCT} with your password also takes a code of your authenticator app.`,
    ),
  second_factor_disabled: () =>
    changed(
      'Your authenticator app is off',
      `Signing in to ${PRODUCT} no longer takes a code of your authenticator app.`,
    ),
  recovery_codes_made: () =>
    changed(
      'Your recovery codes were replaced',
      `New recovery codes were made for your account at ${PRODUCT}. The earlier ones no longer work.`,
    ),
  recovery_code_used: ({ data }) =>
    changed(
      'A recovery code was used',
      `Somebody, probably you, signed in to ${PRODUCT} with your password and a recovery code. ${data.left === 1 ? '1 code is' : `${data.left} codes are`} left.`,
    ),
  factors_reset: () =>
    changed(
      'Your second factor was removed',
      `The operator of ${PRODUCT} removed your passkeys, your authenticator app and your recovery codes, and signed you out everywhere. Sign in with your password, and set them up again.`,
    ),
} satisfies Templates
