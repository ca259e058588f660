/** Messages of the shell and of sign-in, which every page loads. */
export const ACCOUNT_MESSAGES = {
  signUpFailed: 'An error occurred during signup', // [8.sign-up.5]
  failed: 'An error occurred', // [8.sign-up.6]
  // [8.pending.1]
  pending:
    "Your account is pending approval by your building captain. You'll receive an email once you're approved and can access member features.",
} as const
