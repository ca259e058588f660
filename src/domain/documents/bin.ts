import { addDays, type CalendarDate, daysBetween } from '../calendar.ts'
import { DomainError } from '../errors.ts'

/** How long a deleted document can be restored. */
export const BIN_DAYS = 30

/** Null while the document is in the list. */
export type Binned = { deleted_at: unknown }

/** Throws DomainError 'conflict' for a document in the bin: it can be neither renamed, replaced nor deleted. */
export function requireListed({ deleted_at }: Binned): void {
  if (deleted_at !== null) {
    throw new DomainError('conflict', 'this document was deleted meanwhile. It can be restored from the bin')
  }
}

/** Throws DomainError 'conflict' for a document that is not in the bin. */
export function requireBinned({ deleted_at }: Binned): void {
  if (deleted_at === null) throw new DomainError('conflict', 'this document is in the list already')
}

/** Throws DomainError 'conflict' unless the bin has as many documents as its person has seen there. */
export function requireShownBin(shown: number, found: number): void {
  if (shown !== found) {
    throw new DomainError('conflict', 'the bin changed meanwhile. Please look at it again')
  }
}

/** How long a deleted document can still be restored, in words. */
export function timeInBin(deletedOn: CalendarDate, today: CalendarDate): string {
  const days = Math.max(0, daysBetween(today, addDays(deletedOn, BIN_DAYS)))
  if (days === 0) return 'Less than a day left'
  return days === 1 ? '1 day left' : `${days} days left`
}
