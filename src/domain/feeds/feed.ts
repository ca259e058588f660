import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { id, text } from '../text.ts'

/** A new calendar address: its name tells its person where they used it. Product 1.7 */
export const CreateFeed = z.strictObject({ name: text('Name', LIMITS.name) })
/** The same as typed. */
export const feedForm = formSchema(z.object({ name: CreateFeed.shape.name }))
export const RevokeFeed = z.strictObject({ id })

export const FEED_MESSAGES = {
  full: `You have ${LIMITS.feeds} calendar addresses. Please revoke one that you no longer use.`,
  createFailed: (reason: string) => `Failed to make an address: ${reason}`,
  revoked: 'Address revoked',
  revokeFailed: (reason: string) => `Failed to revoke the address: ${reason}`,
  copied: 'Address copied',
  notCopied: 'The address could not be copied. Please select it, and copy it by hand.',
} as const

/** Whether a person who has so many calendar addresses may make another one. Product 1.7 */
export function canAddFeed(existing: number): boolean {
  return existing < LIMITS.feeds
}

/** Throws DomainError 'conflict' for a person who has as many calendar addresses as they may. Product 1.7 */
export function requireRoomForFeed(existing: number): void {
  if (!canAddFeed(existing)) throw new DomainError('conflict', FEED_MESSAGES.full)
}
