import { DomainError } from '../../domain/errors.ts'
import { PRODUCT } from '../../domain/product.ts'
import { appointAdmin } from '../accounts/admins.db.ts'
import { asSystem } from '../database/as-viewer.ts'
import { createDb, type Db } from '../database/pool.ts'
import { StartError } from '../start-error.ts'
import type { CommandContext } from './command.ts'

/** `npm run admin -- <email>` */
export async function run({ pool, args }: CommandContext): Promise<void> {
  process.stdout.write(`${await makeAdmin(createDb(pool), args)}\n`)
}

/** Makes the account with this e-mail address an admin's; the answer, or the StartError, is a sentence. */
export async function makeAdmin(db: Db, args: string[]): Promise<string> {
  const [email, ...more] = args.map((arg) => arg.trim())
  if (!email || more.length > 0) throw new StartError('Say who becomes an admin: npm run admin -- <email>')
  try {
    const outcome = await asSystem(db, (tx) => appointAdmin(tx, email))
    return outcome === 'was_admin' ? `${email} is an admin already.` : `${email} is an admin now.`
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new StartError(
      error.code === 'not_found'
        ? `Nobody has signed up to ${PRODUCT} as ${email}: sign up first, then name that address here.`
        : `${email} ${error.message}: sign up with another address, and name that one here.`,
      { cause: error },
    )
  }
}
