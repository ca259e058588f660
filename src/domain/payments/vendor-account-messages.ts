/** Messages about a vendor's own account at Stripe. Product 3.3 */
export const VENDOR_ACCOUNT_MESSAGES = {
  none: 'Buildings can pay your invoices by card or bank account, to an account of your own at Stripe. The portal never sees your bank details.',
  unfinished: 'Stripe still has questions before your account takes payments.',
  ready: 'Your Stripe account takes payments: buildings can pay your approved invoices through it.',
  connectFailed: (reason: string) => `Stripe’s page could not be opened: ${reason}`,
} as const
