import { availableParallelism } from 'node:os'
import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto'
import pLimit from 'p-limit'
import { DomainError } from '../../domain/errors.ts'
import { threads } from '../threads.ts'

/**
 * A hash takes a core for some 60 ms and 32 MB, and a thread of the four that files are read and written by. So at most
 * two are made at once in the process, and one core is left for everything else; a flood of sign-ins waits in a line,
 * and what comes when the line is long is told so, instead of everybody. Who changes a password passes it twice, in a
 * transaction that the database ends after 8 seconds (database/patience.ts): the line is shorter than that.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const LINE = 20

/** The line of this thread. Whose turn it is among all threads, locks say that they share. */
const limit = pLimit(AT_ONCE)
let turns = 0

/** Refuses when the line is long: said before anything else is done for whom it would be for. */
export function requirePlaceInLine(): void {
  if (limit.pendingCount >= LINE / threads()) throw new DomainError('busy')
}

function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  requirePlaceInLine()
  return limit(() => navigator.locks.request(`password hash ${turns++ % AT_ONCE}`, work))
}

export const hashPassword = async (password: string): Promise<string> => inLine(() => hash(password))

export const verifyPassword = async (given: { hash: string; password: string }): Promise<boolean> =>
  inLine(() => verify(given))
