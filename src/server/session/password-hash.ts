// Rules: [V2.4.1] [V6.3.1]

import { availableParallelism } from 'node:os'
import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto'
import { inPrimary } from '../ops/primary.ts'
import { serverRefusal } from '../refusal.ts'

/**
 * A hash takes about 60 ms of a core, 32 MB, and one of the four threads that also read and write files. So a server
 * computes at most two concurrently and leaves one core for the rest. More wait in a queue, and are rejected when it is
 * full. A password change takes two hashes in a transaction that the database ends after 8 seconds (db/timeouts.ts), so
 * the queue is short.
 */
const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1))
const MAX_QUEUED = 20
const MAX_PENDING = MAX_QUEUED + MAX_CONCURRENT

/** Of this process. */
let pending = 0
/** Of the whole server, in the primary. */
let queue = 0
let turns = 0

/** Throws DomainError 'busy' when the queue is full. Call it before any other work of the request. */
export function requireHashCapacity(): void {
  if (pending >= MAX_PENDING) throw serverRefusal('busy')
}

async function queued<Result>(work: () => Promise<Result | null>): Promise<Result> {
  requireHashCapacity()
  pending += 1
  try {
    const result = await work()
    if (result === null) throw serverRefusal('busy')
    return result
  } finally {
    pending -= 1
  }
}

/** Null when the server's queue is full. */
async function limited<Result>(work: () => Promise<Result>): Promise<Result | null> {
  if (queue >= MAX_PENDING) return null
  queue += 1
  try {
    return await navigator.locks.request(`password hash ${turns++ % MAX_CONCURRENT}`, work)
  } finally {
    queue -= 1
  }
}

type Given = { hash: string; password: string }

// The primary hashes for all workers, so that the limit is the server's.
const limitedHash = inPrimary('hash password', (password: string) => limited(() => hash(password)))
const limitedVerify = inPrimary('verify password', (given: Given) => limited(() => verify(given)))

export const hashPassword = (password: string): Promise<string> => queued(() => limitedHash(password))

/** True only for a result of true: whatever else a process sends back is no valid password. */
export const verifyPassword = async (given: Given): Promise<boolean> =>
  (await queued(() => limitedVerify(given))) === true
