import { PRODUCT } from '../product.ts'

/** The exact messages of the account dialogs, by screen. */
export const VENDOR_MESSAGES = {
  required: 'Please fill in all required fields.', // [8.sign-up.7]
  mismatch: 'Passwords do not match.', // [8.sign-up.8]
  shortPassword: 'Password must be at least 6 characters long.', // [8.sign-up.9]
  noneSelected: 'Please select at least one service.', // [8.sign-up.10]
  noServices: 'No services available. Please try again later.', // [8.sign-up.14]
  loadFailed: 'Unable to load services. Please try again.', // [8.sign-up.13]
  success: `Vendor account created successfully! Welcome to ${PRODUCT}!`, // [8.success.1]
} as const

export const RESIDENT_MESSAGES = {
  required: 'Please fill in all required fields.',
  mismatch: 'Passwords do not match', // [8.sign-up.11]
  shortPassword: 'Password must be at least 6 characters', // [8.sign-up.12]
  success: `Account created successfully! Welcome to ${PRODUCT}!`, // [8.success.2]
  existingBuilding: `Your building is already signed up for ${PRODUCT}! Your HOA representative has been notified to confirm your access.`, // [8.success.3]
} as const

export const ACCOUNT_MESSAGES = {
  signUpFailed: 'An error occurred during signup', // [8.sign-up.5]
  failed: 'An error occurred', // [8.sign-up.6]
  // [8.pending.1]
  pending:
    "Your account is pending approval by your building captain. You'll receive an email once you're approved and can access member features.",
} as const

/** Account Settings, and the password section of Vendor Settings. */
export const SETTINGS_MESSAGES = {
  loadFailed: 'Failed to load profile data', // [8.settings.1] [8.silent.1]
  updateFailed: 'Failed to update profile', // [8.settings.2]
  passwordFailed: 'Failed to update password', // [8.settings.3] [8.settings.7]
  mismatch: 'New passwords do not match', // [8.settings.4]
  shortPassword: 'New password must be at least 6 characters', // [8.settings.5]
  wrongPassword: 'Current Password is not right',
  updated: 'Profile updated successfully!', // [8.success.6]
  passwordUpdated: 'Password updated successfully!', // [8.success.7]
  /** The security contract: whoever asked for that may have known the old password. */
  emailChangeStopped: (address: string) =>
    `Your new password stopped the change of your e-mail address to ${address}: its link no longer works. If it was you who asked for it, save the new address again.`,
} as const

/** Messages about links in mails, and of the forms that ask for one. The database decides the hour: account_links.expires_at. [V6.4.3] */
export const LINK_MESSAGES = {
  /** The same for known and unknown accounts. */
  resetRequested:
    'If there is an account with this e-mail address, a link to choose a new password is on its way to it. The link works for 1 hour.',
  /** The same if the address is someone else's, who is not mailed. */
  emailRequested: (address: string) =>
    `Unless ${address} belongs to another account, a link is on its way to it. Open it within 1 hour to make this your e-mail address; until then your present one stays.`,
  passwordReset: 'Your password is changed. Please sign in with the new one.',
  /** A link opened without the token behind its #, for example copied in part. */
  incomplete:
    'This link is not complete: the part after the # is missing. Please open it from the mail once more, or copy all of it.',
  emailTaken:
    'Meanwhile this e-mail address belongs to another account, so it can’t become yours. Nothing has changed.',
  emailConfirmed: (address: string) => `Thank you: ${address} is confirmed.`,
  emailChanged: (address: string) => `Your e-mail address is now ${address}.`,
} as const
