/** Messages of announcements. Product 4.5 */
export const ANNOUNCEMENT_MESSAGES = {
  listFailed: (reason: string) => `The announcements could not be loaded. ${reason}`,
  loadFailed: (reason: string) => `The announcement could not be loaded. ${reason}`,
  newsFailed: (reason: string) => `Your announcements could not be loaded. ${reason}`,
  saved: 'Draft saved',
  saveFailed: (reason: string) => `Failed to save the draft: ${reason}`,
  failed: (reason: string) => `That failed: ${reason}`,
  sent: 'Announcement sent',
  scheduled: 'The announcement is scheduled. It is sent by itself.',
  unscheduled: 'The announcement is a draft again',
  discarded: 'Draft discarded',
  confirmDiscard: 'The draft and its files are deleted. They can’t be brought back.',
  followedUp: 'Follow-up sent',
  withdrawn: 'The announcement was withdrawn',
  replied: 'Reply sent',
  mailSet: (mailed: boolean) =>
    mailed ? 'Announcements are mailed to you' : 'Only important announcements are mailed to you',
  mailFailed: (reason: string) => `Failed to save: ${reason}`,
} as const
