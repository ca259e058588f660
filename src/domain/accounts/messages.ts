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
} as const
