/** Messages about links in mails, and of the forms that ask for one. The database decides the hour: account_links.expires_at. [V6.4.3] */
export const LINK_MESSAGES = {
  /** The same for known and unknown accounts. */
  resetRequested:
    'If there is an account with this e-mail address, a link to choose a new password is on its way to it. The link works for 1 hour.',
  /** The same if the address is someone else's, who is not mailed. */
  emailRequested: (address: string) =>
    `We sent a link to ${address}, unless another account has that address. Open the link within 1 hour; until then your present address stays.`,
  /** The security contract: the person who asked for the change may have known the old password. */
  emailChangeStopped: (address: string) =>
    `Your new password stopped the change of your e-mail address to ${address}: its link no longer works. If it was you who asked for it, save the new address again.`,
  passwordReset: 'Your password is changed. Please sign in with the new one.',
  /** A link opened without the token behind its #, for example copied in part. */
  incomplete:
    'This link is not complete: the part after the # is missing. Please open it from the mail once more, or copy all of it.',
  emailTaken:
    'Meanwhile this e-mail address belongs to another account, so it can’t become yours. Nothing has changed.',
  emailConfirmed: (address: string) => `Thank you: ${address} is confirmed.`,
  emailChanged: (address: string) => `Your e-mail address is now ${address}.`,
} as const
