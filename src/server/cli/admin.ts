import { DomainError } from '../../domain/errors.ts'
import { PRODUCT } from '../../domain/product.ts'
import { asSystem } from '../db/as-viewer.ts'
import { Db } from '../db/pool.ts'
import { appointAdmin } from '../features/accounts/appoint-admin.ts'
import { StartError } from '../ops/start-error.ts'
import { endSessions } from '../session/session.ts'
import type { CommandContext } from './command.ts'

/** `npm run admin -- <email>`, and `npm run admin -- sign-out <email or everybody>` */
export async function run({ pool, args: [first, ...rest] }: CommandContext): Promise<void> {
  const db = new Db(pool)
  const answer = first === 'sign-out' ? signOut(db, rest) : makeAdmin(db, first ? [first, ...rest] : [])
  process.stdout.write(`${await answer}\n`)
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
