import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '../../domain/errors.ts'

const WINDOW = 15 * 60
const HOUR = 60 * 60

/**
 * Counted in PostgreSQL, for all servers together: failed sign-ins, 10 an account from one address, 100 an account from
 * anywhere (so that a stranger's tries do not keep its owner out) and 100 an address within 15 minutes; messages of the
 * contact form, 30 an address within an hour; sign-ups, 1,000 an address within an hour, since one address may be a whole
 * building on its first evening; wrong current passwords, 10 a person within 15 minutes; mails with links, 5 an account
 * and 50 an address within an hour. Nothing is locked for good: the window passes, and a right password clears the account's count.
 */
export function createSignInLimits(pool: pg.Pool) {
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
    /** Counts an attempt before its password is looked at, so that a burst can't slip through. */
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
    /** The same for the current password of somebody who is signed in. */
    async countPassword(personId: string): Promise<void> {
      await take(() => perPerson.consume(personId))
    },
    async passwordWasRight(personId: string): Promise<void> {
      await perPerson.delete(personId)
    },
    async countMessage(address: string): Promise<void> {
      await take(() => messagesPerAddress.consume(address))
    },
    async countSignUp(address: string): Promise<void> {
      await take(() => signUpsPerAddress.consume(address))
    },
    /** Counts a mail with a link before anything is known of its account; `account` is an e-mail address or a person. */
    async countLink(account: string, address: string): Promise<void> {
      await take(() => mailsPerAddress.consume(address))
      await take(() => mailsPerAccount.consume(account))
    },
  }
}

/**
 * The limiter names its statements, so that a session prepares each only once. Behind a pooler of transactions the next
 * call has another session, which knows no such name.
 */
function unprepared(pool: pg.Pool) {
  return { query: ({ text, values }: pg.QueryConfig) => pool.query(text, values) }
}

async function take(consume: () => Promise<unknown>): Promise<void> {
  try {
    await consume()
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new DomainError('too_many_attempts')
    throw refusal
  }
}

export type SignInLimits = ReturnType<typeof createSignInLimits>
