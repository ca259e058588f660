import { availableParallelism } from 'node:os'
import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto'
import { DomainError } from '../../domain/errors.ts'
import { sharedNumber } from '../threads.ts'

/**
 * A hash takes a core for some 60 ms and 32 MB, and a thread of the four that files are read and written by. So at most
 * two are made at once in the process, and one core is left for everything else; a flood of sign-ins waits in a line,
 * and what comes when the line is long is told so, instead of everybody. Who changes a password passes it twice, in a
 * transaction that the database ends after 8 seconds (database/patience.ts): the line is shorter than that.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const LINE = 20

// Of all threads together.
const inLine = sharedNumber('passwords in line')
const turns = sharedNumber('turns of passwords')

/** Refuses when the line is long: said before anything else is done for whom it would be for. */
export function requirePlaceInLine(): void {
  if (Atomics.load(inLine, 0) >= LINE + AT_ONCE) throw new DomainError('busy')
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  requirePlaceInLine()
  Atomics.add(inLine, 0, 1n)
  try {
    const turn = Atomics.add(turns, 0, 1n)
    return await navigator.locks.request(`password hash ${turn % BigInt(AT_ONCE)}`, work)
  } finally {
    Atomics.sub(inLine, 0, 1n)
  }
}

export const hashPassword = async (password: string): Promise<string> => inTurn(() => hash(password))

export const verifyPassword = async (given: { hash: string; password: string }): Promise<boolean> =>
  inTurn(() => verify(given))
