import { DomainError } from './errors.ts'
import { formatFileSize } from './file-size.ts'

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

/** Throws DomainError 'quota_reached'. */
export function requireQuota(used: number, size: number, quota: number): void {
  if (!fitsQuota(used, size, quota)) throw new DomainError('quota_reached')
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
