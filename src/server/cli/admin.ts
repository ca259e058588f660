import { DomainError } from '../../domain/errors.ts'
import { PRODUCT } from '../../domain/product.ts'
import { asSystem } from '../db/as-viewer.ts'
import { Db } from '../db/pool.ts'
import { appointAdmin } from '../features/accounts/appoint-admin.ts'
import { resetFactors } from '../features/factors/db.ts'
import { StartError } from '../ops/start-error.ts'
import { endSessions } from '../session/session.ts'
import type { CommandContext } from './command.ts'

/** `npm run admin -- <email>`, `… sign-out <email or everybody>` and `… reset-factors <email>` */
export async function run({ pool, args: [first, ...rest] }: CommandContext): Promise<void> {
  const db = new Db(pool)
  process.stdout.write(`${await answerTo(db, first, rest)}\n`)
}

function answerTo(db: Db, first: string | undefined, rest: string[]): Promise<string> {
  if (first === 'sign-out') return signOut(db, rest)
  if (first === 'reset-factors') return removeFactors(db, rest)
  return makeAdmin(db, first ? [first, ...rest] : [])
}

/** For a person who lost device and recovery codes. Returns a message; throws a StartError. [V6.4.4] */
export async function removeFactors(db: Db, args: string[]): Promise<string> {
  const [email, ...more] = args.map((arg) => arg.trim().toLowerCase())
  if (!email || more.length > 0) throw new StartError('Usage: npm run admin -- reset-factors <email>')
  try {
    const had = await asSystem(db, (tx) => resetFactors(tx, email))
    return had
      ? `${email} signs in with the password alone now. All sessions have ended.`
      : `${email} has no second factor.`
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new StartError(`Nobody has signed up to ${PRODUCT} as ${email}.`, { cause: error })
  }
}

/** Ends all sessions of one account or of everybody. Returns a message; throws a StartError. [V7.4.5] */
export async function signOut(db: Db, args: string[]): Promise<string> {
  const [whom, ...more] = args.map((arg) => arg.trim())
  if (!whom || more.length > 0) throw new StartError('Usage: npm run admin -- sign-out <email>, or everybody')
  const ended = await asSystem(db, (tx) => endSessions(tx, whom === 'everybody' ? null : whom.toLowerCase()))
  if (ended === null) throw new StartError(`Nobody has signed up to ${PRODUCT} as ${whom}.`)
  return `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.`
}

/** Makes an account an admin. Returns a message; throws a StartError. [6.admin] */
export async function makeAdmin(db: Db, args: string[]): Promise<string> {
  const [email, ...more] = args.map((arg) => arg.trim())
  if (!email || more.length > 0) throw new StartError('Usage: npm run admin -- <email>')
  try {
    const outcome = await asSystem(db, (tx) => appointAdmin(tx, email))
    return outcome === 'was_admin' ? `${email} is an admin already.` : `${email} is an admin now.`
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new StartError(
      error.code === 'not_found'
        ? `Nobody has signed up to ${PRODUCT} as ${email}: sign up first, then run this command again.`
        : `${email} ${error.message}: sign up with another address, and use that one here.`,
      { cause: error },
    )
  }
}
