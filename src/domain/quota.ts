import { DomainError } from './errors.ts'
import { formatFileSize } from './file-size.ts'
import { MAX_PHOTO_SIZE } from './profiles/photo.ts'

/** Files take whole blocks, as on a disk. Counted in bytes, millions of tiny files would pass the quota. */
const BLOCK = 4096

/** The space that a file takes of its building's quota, in bytes; of an unknown size (0), the least. */
function spaceOf(size: number): number {
  return Math.max(1, Math.ceil(size / BLOCK)) * BLOCK
}

/** Whether a file of this size fits beside what the building uses already. */
export function fitsQuota(used: number, size: number, quota: number): boolean {
  return used + spaceOf(size) <= quota
}

type QuotaCode = 'quota_reached' | 'company_quota_reached'

/** Throws a DomainError with this code unless the file fits. */
export function requireQuota(used: number, size: number, quota: number, code: QuotaCode): void {
  if (!fitsQuota(used, size, quota)) throw new DomainError(code)
}

/** Bytes that the files of all people with unconfirmed addresses may take: invented accounts can't fill a disk. */
const UNCONFIRMED_SPACE = 1024 ** 3

/** Of people with unconfirmed addresses: the bytes of their buildings' and their companies' documents, and how many have a photo. */
export type UnconfirmedFiles = { documents: number; photos: number }

/** A photo counts as the largest. Throws DomainError 'conflict' unless a file of this size fits beside these. */
export function requireUnconfirmedSpace({ documents, photos }: UnconfirmedFiles, size: number): void {
  if (!fitsQuota(documents + photos * MAX_PHOTO_SIZE, size, UNCONFIRMED_SPACE))
    throw new DomainError('conflict', 'please confirm your e-mail first: open the link that we sent to you')
}

/** '1.2 of 2 GB used', or '340 KB of 2 GB used'. */
export function usedOfQuota(used: number, quota: number): string {
  const [amount, unit] = short(used)
  const [most, unitOfMost] = short(quota)
  const isSame = unit === unitOfMost || used === 0
  return `${isSame ? amount : `${amount} ${unit}`} of ${most} ${unitOfMost} used`
}

function short(bytes: number): string[] {
  return formatFileSize(bytes).replace('.0 ', ' ').split(' ')
}
