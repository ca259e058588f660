import type { Logger } from 'pino'
import { serverRefusal } from '../refusal.ts'

const FULL = ['ENOSPC', 'EDQUOT']
/** A read-only or broken disk, missing permissions, too many open files, a shared folder that is away. */
const UNUSABLE = [
  ...['EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'EIO'],
  ...['ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN', 'ENODEV', 'ENXIO', 'EREMOTEIO'],
]

/** The domain error of a disk that is full or can't be used; the log has its cause. Other errors stay. */
export function toStorageError(error: unknown, log: Logger): unknown {
  const codes = systemCodes(error)
  if (codes.some((code) => FULL.some((full) => full === code))) return serverRefusal('no_space')
  if (!codes.some((code) => UNUSABLE.some((unusable) => unusable === code))) return error
  log.error({ err: error }, 'the disk of the files can’t be used: check its permissions, mount and limits')
  return serverRefusal('storage_unavailable')
}

/** The system's codes of an error and its cause, such as ENOSPC. */
export function systemCodes(error: unknown): unknown[] {
  const chain = error instanceof Error ? [error, error.cause] : []
  return chain.map((each) => (each instanceof Error && 'code' in each ? each.code : undefined))
}
