import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { id, optionalLongText } from '../text.ts'
import type { Viewer } from '../viewer.ts'
import type { Visit } from './change.ts'
import type { VisitStatus } from './visits.ts'

export const THUMBS = ['up', 'down'] as const
export type Thumb = (typeof THUMBS)[number]

const RATED: readonly VisitStatus[] = ['completed', 'disputed']

export const RateVisit = z.strictObject({
  id,
  thumb: z.enum(THUMBS, { error: 'Please choose thumbs up or down' }),
  comment: optionalLongText('Comment', LIMITS.reason),
})
export const RemoveRating = z.strictObject({ id })

/** What is typed to rate a visit. */
export const ratingForm = formSchema(RateVisit.omit({ id: true }))

export const RATING_MESSAGES = {
  saved: 'Your rating is saved',
  removed: 'Your rating is removed',
  saveFailed: (reason: string) => `Failed to save your rating: ${reason}`,
  removeFailed: (reason: string) => `Failed to remove your rating: ${reason}`,
} as const

/** For every resident of the building, once the visit is completed, also where it is disputed. Product 1.5 */
export function canRate(viewer: Viewer | null, visit: Pick<Visit, 'status' | 'building_id'>): boolean {
  return (
    viewer?.kind === 'resident' && viewer.building_id === visit.building_id && RATED.includes(visit.status)
  )
}

/** Throws DomainError 'not_allowed' for others than the building's residents, 'conflict' before it is completed. Product 1.5 */
export function requireRatable(viewer: Viewer, visit: Pick<Visit, 'status' | 'building_id'>): void {
  if (viewer.kind !== 'resident' || viewer.building_id !== visit.building_id)
    throw new DomainError('not_allowed')
  if (!canRate(viewer, visit)) throw new DomainError('conflict', 'this visit is not completed')
}
