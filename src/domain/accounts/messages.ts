import { PRODUCT } from '../product.ts'

/** The exact sentences of the account dialogs, by screen. Sections 5 and 8. */
export const VENDOR_MESSAGES = {
  required: 'Please fill in all required fields.',
  mismatch: 'Passwords do not match.',
  shortPassword: 'Password must be at least 6 characters long.',
  noneSelected: 'Please select at least one service.',
  noServices: 'No services available. Please try again later.',
  loadFailed: 'Unable to load services. Please try again.',
  success: `Vendor account created successfully! Welcome to ${PRODUCT}!`,
} as const

export const RESIDENT_MESSAGES = {
  required: 'Please fill in all required fields.',
  mismatch: 'Passwords do not match',
  shortPassword: 'Password must be at least 6 characters',
  success: `Account created successfully! Welcome to ${PRODUCT}!`,
  existingBuilding: `Your building is already signed up for ${PRODUCT}! Your HOA representative has been notified to confirm your access.`,
} as const

export const ACCOUNT_MESSAGES = {
  userExists: 'User already exists with this email. Please sign in instead.',
  signUpFailed: 'An error occurred during signup',
  failed: 'An error occurred',
  pending:
    "Your account is pending approval by your building captain. You'll receive an email once you're approved and can access member features.",
} as const

/** Account Settings, and the password section of Vendor Settings. Sections 5 and 8. */
export const SETTINGS_MESSAGES = {
  loadFailed: 'Failed to load profile data',
  updateFailed: 'Failed to update profile',
  passwordFailed: 'Failed to update password',
  mismatch: 'New passwords do not match',
  shortPassword: 'New password must be at least 6 characters',
  wrongPassword: 'Current Password is not right',
  updated: 'Profile updated successfully!',
  passwordUpdated: 'Password updated successfully!',
} as const

/** What the links in mails are about, and the forms that ask for them. */
export const LINK_MESSAGES = {
  /** The same whether there is such an account. */
  resetRequested:
    'If there is an account with this e-mail address, a link to choose a new password is on its way to it. The link works for 1 hour.',
  /** The same whether the address belongs to somebody else. */
  emailRequested: (address: string) =>
    `We sent a link to ${address}. Open it within 1 hour to make this your e-mail address; until then nothing changes.`,
  passwordReset: 'Your password is changed. Please sign in with the new one.',
  emailChanged: (address: string) => `Your e-mail address is now ${address}.`,
} as const
