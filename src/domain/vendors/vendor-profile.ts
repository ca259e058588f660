import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id, optionalLongText, optionalText } from '../text.ts'

/** What a vendor says of itself. Product 2.7 */
export const SaveAbout = z.strictObject({
  about: optionalLongText('About', LIMITS.about),
  service_area: optionalText('Service area', LIMITS.service_area),
})

export const MAX_PORTFOLIO_PHOTOS = 12

/** What an upload's address says: the photo's own id, which the browser chose. */
export const NewPortfolioPhoto = z.strictObject({ id, name: z.string().default('') })

/** Throws DomainError 'conflict' when a vendor shows twelve photos already. Product 2.7 */
export function requirePortfolioRoom(photos: number): void {
  if (photos >= MAX_PORTFOLIO_PHOTOS)
    throw new DomainError('conflict', `a company shows at most ${MAX_PORTFOLIO_PHOTOS} photos`)
}

/** Messages about what a vendor says of itself. */
export const PROFILE_MESSAGES = {
  loadFailed: (reason: string) => `The profile could not be loaded. ${reason}`,
  saved: 'Company profile saved.',
  saveFailed: 'The company profile could not be saved.',
} as const
