import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { calendarDate, id, longText, optionalText, text, timeOfDay, wholeNumber } from '../text.ts'
import { ANNOUNCEMENT_TABS } from './announcement.ts'
import { ANNOUNCEMENT_AUDIENCES } from './audience.ts'

const plan = {
  title: text('Title', LIMITS.announcement_title),
  words: longText('Text', LIMITS.announcement),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES, { error: 'Choose who it is for' }),
  /** The number of the unit that it is for. */
  unit: optionalText('Unit', LIMITS.unit),
  is_important: z.boolean({ error: 'Important must be yes or no' }),
  allows_replies: z.boolean({ error: 'Replies must be yes or no' }),
  /** When it is sent, by the city's clocks; without a day at once. */
  send_on: calendarDate('Send on').nullable(),
  send_time: timeOfDay('Send at').nullable(),
  /** Its last day. */
  expires_on: calendarDate('Expires after').nullable(),
}

export type AnnouncementPlan = z.infer<z.ZodObject<typeof plan>>

/** What the fields must say together. */
function checkPlan(
  { audience, unit, send_on, send_time, expires_on }: AnnouncementPlan,
  context: z.RefinementCtx,
) {
  const refuse = (field: keyof AnnouncementPlan, message: string) =>
    context.addIssue({ code: 'custom', message, path: [field] })
  if (audience === 'unit' && unit === null) refuse('unit', 'Unit is required')
  if (audience !== 'unit' && unit !== null) refuse('unit', 'A unit is named for one unit only')
  if ((send_on === null) !== (send_time === null)) refuse('send_on', 'Enter a day and a time')
  if (send_on !== null && expires_on !== null && expires_on < send_on)
    refuse('expires_on', 'It would have expired before it is sent')
}

const version = wholeNumber('Version', 1, 1_000_000)

/** A new draft of the building that the browser showed; its id is the browser's. Product 4.5 */
export const DraftAnnouncement = z.strictObject({ id, building_id: id, ...plan }).superRefine(checkPlan)
/** A changed draft, as a version after the one that was shown. Product 4.5 */
export const UpdateAnnouncement = z.strictObject({ id, version, ...plan }).superRefine(checkPlan)
/** Sends the version that was shown. Product 4.5 */
export const SendAnnouncement = z.strictObject({ id, version })
export const AnnouncementId = z.strictObject({ id })
export const WithdrawAnnouncement = z.strictObject({ id, reason: longText('Reason', LIMITS.reason) })

/** What corrects or adds to a sent announcement; its own id is the browser's. Product 4.5 */
export const AddFollowUp = z.strictObject({
  announcement_id: id,
  id,
  words: longText('Follow-up', LIMITS.announcement_follow_up),
})
/** Likewise of who it is for. Product 4.5 */
export const ReplyToAnnouncement = z.strictObject({
  announcement_id: id,
  id,
  words: longText('Reply', LIMITS.announcement_reply),
})

/** One announcement with its last replies, so many of them. Product 4.5 */
export const ReadAnnouncement = z.strictObject({
  id,
  replies: wholeNumber('Replies', 1, LIMITS.announcement_replies),
})

/** Which page of the list is asked for. Product 4.5 */
export const AnnouncementList = z.strictObject({
  tab: z.enum(ANNOUNCEMENT_TABS),
  page: wholeNumber('Page', 1, 100_000),
})

/** Whether announcements that are not important are mailed to the viewer. Product 4.5, 6.3 */
export const SetAnnouncementMail = z.strictObject({
  mailed: z.boolean({ error: 'Announcements must be on or off' }),
})
