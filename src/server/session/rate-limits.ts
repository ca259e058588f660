import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '../../domain/errors.ts'

const WINDOW = 15 * 60
const HOUR = 60 * 60

/**
 * Rate limits, counted in PostgreSQL for all servers together. An address is an IP address:
 * - failed sign-ins in 15 minutes: 10 per account from one address, 100 per account from all addresses (so that a stranger
 *   does not lock the owner out), 100 per address
 * - wrong current passwords in 15 minutes: 10 per person
 * - messages of the contact form in an hour: 30 per address
 * - sign-ups in an hour: 1,000 per address, since one address may be a whole building on its first evening; 5 per e-mail
 *   address, because each mails a link to it
 * - mails with links in an hour: 5 per account, 50 per address
 * Nothing is locked for good: the window passes, and a correct password clears the account's count.
 * [5.login.2] [V2.4.1] [V6.3.1]
 */
export function createRateLimits(pool: pg.Pool) {
  const shared = {
    storeClient: unprepared(pool),
    storeType: 'client',
    tableName: 'sign_in_limits',
    tableCreated: true,
    duration: WINDOW,
  }
  const perAccount = new RateLimiterPostgres({ ...shared, keyPrefix: 'account', points: 100 })
  const perAccountAndAddress = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'account-address',
    points: 10,
  })
  const perAddress = new RateLimiterPostgres({ ...shared, keyPrefix: 'address', points: 100 })

  const perPerson = new RateLimiterPostgres({ ...shared, keyPrefix: 'password', points: 10 })
  const mailsPerAccount = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'link',
    points: 5,
    duration: HOUR,
  })
  const signUpsPerAccount = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'sign-up-account',
    points: 5,
    duration: HOUR,
  })
  const mailsPerAddress = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'link-address',
    points: 50,
    duration: HOUR,
  })

  const messagesPerAddress = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'message',
    points: 30,
    duration: HOUR,
  })

  const signUpsPerAddress = new RateLimiterPostgres({
    ...shared,
    keyPrefix: 'sign-up',
    points: 1000,
    duration: HOUR,
  })

  return {
    /** Counts an attempt before its password is checked, so that a burst can't exceed the limit. */
    async count(email: string, address: string): Promise<void> {
      await take(() => perAddress.consume(address))
      await take(() => perAccountAndAddress.consume(`${email} ${address}`))
      await take(() => perAccount.consume(email))
    },
    async succeeded(email: string, address: string): Promise<void> {
      await Promise.all([
        perAccount.delete(email),
        perAccountAndAddress.delete(`${email} ${address}`),
        perAddress.reward(address),
      ])
    },
    /** The same for the current password of a signed-in person. */
    async countPassword(personId: string): Promise<void> {
      await take(() => perPerson.consume(personId))
    },
    async passwordWasRight(personId: string): Promise<void> {
      await perPerson.delete(personId)
    },
    async countMessage(address: string): Promise<void> {
      await take(() => messagesPerAddress.consume(address))
    },
    /** A sign-up mails a link to its e-mail address. */
    async countSignUp(email: string, address: string): Promise<void> {
      await take(() => signUpsPerAddress.consume(address))
      await take(() => signUpsPerAccount.consume(email))
    },
    /** Counts a mail with a link before its account is read: `account` is an e-mail address or a person's id, `address` an IP address. */
    async countLink(account: string, address: string): Promise<void> {
      await take(() => mailsPerAddress.consume(address))
      await take(() => mailsPerAccount.consume(account))
    },
  }
}

/**
 * The limiter uses named prepared statements, which a transaction pooler does not keep: the next call may get another
 * session. So the names are dropped.
 */
function unprepared(pool: pg.Pool) {
  return { query: ({ text, values }: pg.QueryConfig) => pool.query(text, values) }
}

async function take(consume: () => Promise<unknown>): Promise<void> {
  try {
    await consume()
  } catch (error) {
    if (error instanceof RateLimiterRes) throw new DomainError('too_many_attempts')
    throw error
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
