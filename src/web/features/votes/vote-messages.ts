/** Messages of votes. Product 4.4 */
export const VOTE_MESSAGES = {
  listFailed: (reason: string) => `The votes could not be loaded. ${reason}`,
  loadFailed: (reason: string) => `The vote could not be loaded. ${reason}`,
  cast: (unit: string) => `The ballot of unit ${unit} was cast. You can change it until the vote closes.`,
  castFailed: (reason: string) => `Failed to cast the ballot: ${reason}`,
  saved: 'Draft saved',
  saveFailed: (reason: string) => `Failed to save the draft: ${reason}`,
  scheduled: 'The vote is scheduled. It opens by itself.',
  confirmSchedule:
    'It opens at its time with all units of the building, and closes by itself. Owners get an email when it opens.',
  unscheduled: 'The vote is a draft again',
  discarded: 'Draft discarded',
  confirmDiscard: 'The draft and its files are deleted. They can’t be brought back.',
  cancelled: 'The vote was cancelled',
  certified: 'The vote was certified',
  confirmCertify: 'The result stands from now on, with your name and the time on its PDF.',
  reworded: 'The words were saved',
  failed: (reason: string) => `That failed: ${reason}`,
  proxyGiven: (name: string) => `${name} may vote for your unit. They get an email.`,
  proxyRevoked: 'The proxy was taken back',
  confirmRevoke: (name: string) =>
    `${name} no longer votes for your unit. An open ballot that they cast is taken back, too.`,
  answered: (accepts: boolean) => (accepts ? 'You are on the ballot' : 'You are not on the ballot'),
  papersEntered: 'Entered. They count once another officer has confirmed them.',
  papersConfirmed: 'Confirmed: these ballots count now',
  papersDiscarded: 'Discarded',
  confirmDiscardPapers: 'What was entered is deleted, and does not count. It can be entered again.',
  noReceiptKept:
    'This browser can’t keep a receipt, as in a private window. Please vote in another browser, or your ballot could not be changed or checked.',
  receiptCopied: 'Receipt copied',
} as const
