import type pg from 'pg'
import { DomainError } from '../../domain/errors.ts'
import { FACTOR_MESSAGES } from '../../domain/factors/factor.ts'
import { serverRefusal } from '../refusal.ts'
import { networkOf } from '../rpc/client-address.ts'

const WINDOW = 15 * 60
const HOUR = 60 * 60
const DAY = 24 * HOUR
/** Longer than an authenticator code is accepted: a step of 30 seconds, and one on either side. */
const CODE_LIFE = 2 * 60

/** How many attempts a key of this kind has within so many seconds. Its name begins the key. */
type Limit = { name: string; points: number; seconds: number; message?: string }

const perAccount = { name: 'account', points: 100, seconds: WINDOW }
const perAccountAndAddress = { name: 'account-address', points: 10, seconds: WINDOW }
const perAddress = { name: 'address', points: 100, seconds: WINDOW }
const perDevice = { name: 'device', points: 10, seconds: WINDOW }
const perPerson = { name: 'password', points: 10, seconds: WINDOW }
const passkeysPerAddress = { name: 'passkey', points: 300, seconds: WINDOW }
const codesPerPerson = { name: 'code', points: 10, seconds: WINDOW }
const codesPerDay = { name: 'code-day', points: 50, seconds: DAY }
const recoveryCodesPerPerson = { name: 'recovery-code', points: 10, seconds: WINDOW }
const TOO_MANY_PHOTOS = 'You have sent many photos. Please wait an hour and try again.'
const oneUse = { name: 'used', points: 1, seconds: CODE_LIFE, message: FACTOR_MESSAGES.usedCode }
const mailsPerAccount = { name: 'link', points: 5, seconds: HOUR }
/** With the links above, ten mails: so many reach a mailbox whose owner may never have heard of the portal. */
const signUpsPerAccount = { name: 'sign-up-account', points: 5, seconds: HOUR }
const mailsPerAddress = { name: 'link-address', points: 50, seconds: HOUR }
const invitationsPerPerson = { name: 'invitation', points: 50, seconds: HOUR }
/** A preview tells which addresses have an account. */
const importedPerDay = { name: 'imported', points: 4000, seconds: DAY }
const unknownInvitationsPerAddress = { name: 'invitation-address', points: 300, seconds: WINDOW }
const messagesPerAddress = { name: 'message', points: 30, seconds: HOUR }
const signUpsPerAddress = { name: 'sign-up', points: 1000, seconds: HOUR }

const readsPerFeed = { name: 'feed', points: 120, seconds: WINDOW }
const unknownFeedsPerAddress = { name: 'feed-address', points: 300, seconds: WINDOW }

/** Milliseconds since 1970 by the database's clock: those of several servers differ. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** Counts attempts, in a new window if the last one has passed. */
const COUNT = `insert into sign_in_limits as counted (key, points, expire) values ($1, $3::integer, ${NOW} + $2)
  on conflict (key) do update set
    points = case when counted.expire > ${NOW} then counted.points + excluded.points else excluded.points end,
    expire = case when counted.expire > ${NOW} then counted.expire else excluded.expire end
  returning points`

/** An attempt at signing in. `device` is the id of a known device (known-device.ts). */
export type Attempt = { email: string; address: string; device: string | null }

/**
 * Rate limits, counted in PostgreSQL for all servers together. An address is an IPv4 address or an IPv6 network:
 * - failed sign-ins in 15 minutes: 10 per account from one address, 100 per account from all addresses, 100 per address;
 *   from a known device only 10 per device, so that strangers can't keep the owner out
 * - wrong current passwords in 15 minutes: 10 per person
 * - wrong authenticator codes: 10 per person in 15 minutes, 50 in a day: all of them together find one of a million codes in
 *   years. Wrong recovery codes, which are longer: 10 in 15 minutes, so that their owner still gets in
 * - uses of one authenticator code: 1
 * - attempts to sign in with a passkey in 15 minutes: 300 per address, since each one stores a challenge
 * - pictures to redraw in an hour, for each kind of file, per person: what its manifest says
 * - messages of the contact form in an hour: 30 per address
 * - reads of one calendar address in 15 minutes: 120; of unknown ones 300 per address, which keeps nobody from a known one:
 *   a calendar service reads for many people
 * - sign-ups in an hour: 1,000 per address, since one address may be a whole building on its first evening; 5 per e-mail
 *   address, because each mails a link to it
 * - other mails with links in an hour: 5 per account and 5 per e-mail address, 50 per address; of a captain's invitations 50
 *   per captain instead, so that one captain can't use up the links of everybody at the same address
 * - lines of files of people to invite in a day, previews included: 4,000 per person
 * - invitation links that don't work in 15 minutes: 300 per address
 * Nothing is locked for good: the window passes, and a correct password clears the account's count.
 * [5.login.2] [V2.4.1] [V6.3.1]
 */
export function createRateLimits(pool: pg.Pool) {
  async function take({ name, points, seconds, message }: Limit, key: string, attempts = 1): Promise<void> {
    const { rows } = await pool.query<{ points: number }>(COUNT, [`${name}:${key}`, seconds * 1000, attempts])
    if ((rows[0]?.points ?? 0) <= points) return
    throw message === undefined
      ? serverRefusal('too_many_attempts')
      : new DomainError('too_many_attempts', message)
  }
  const forget = ({ name }: Limit, key: string) =>
    pool.query('delete from sign_in_limits where key = $1', [`${name}:${key}`])
  const giveBack = ({ name }: Limit, key: string) =>
    pool.query('update sign_in_limits set points = greatest(points - 1, 0) where key = $1', [
      `${name}:${key}`,
    ])

  return {
    /** Counts an attempt before its password is checked, so that a burst can't exceed the limit. */
    async count({ email, address, device }: Attempt): Promise<void> {
      if (device) return take(perDevice, device)
      const network = networkOf(address)
      await take(perAddress, network)
      await take(perAccountAndAddress, `${email} ${network}`)
      await take(perAccount, email)
    },
    async succeeded({ email, address, device }: Attempt): Promise<void> {
      if (device) {
        await forget(perDevice, device)
        return
      }
      const network = networkOf(address)
      await Promise.all([
        forget(perAccount, email),
        forget(perAccountAndAddress, `${email} ${network}`),
        giveBack(perAddress, network),
      ])
    },
    /** The same for the current password of a signed-in person. */
    countPassword: (personId: string): Promise<void> => take(perPerson, personId),
    async passwordWasRight(personId: string): Promise<void> {
      await forget(perPerson, personId)
    },
    /** Counts an authenticator code before it is checked. A code that was tried is refused, so nobody who saw it can use it. [V6.5.1] */
    async countCode(personId: string, code: string): Promise<void> {
      await take(codesPerDay, personId)
      await take(codesPerPerson, personId)
      await take(oneUse, `${personId} ${code}`)
    },
    /** Counts a recovery code before it is checked. */
    countRecoveryCode: (personId: string): Promise<void> => take(recoveryCodesPerPerson, personId),
    async codeWasRight(personId: string): Promise<void> {
      const limits = [codesPerPerson, codesPerDay, recoveryCodesPerPerson]
      await Promise.all(limits.map((limit) => forget(limit, personId)))
    },
    countPasskey: (address: string): Promise<void> => take(passkeysPerAddress, networkOf(address)),
    countMessage: (address: string): Promise<void> => take(messagesPerAddress, networkOf(address)),
    countFeedRead: (feedId: string): Promise<void> => take(readsPerFeed, feedId),
    /** Counts a calendar address that is unknown, revoked, or of a person who sees no visits. */
    countUnknownFeed: (address: string): Promise<void> => take(unknownFeedsPerAddress, networkOf(address)),
    /** Counts a picture of this kind of file that is to be redrawn. */
    countRedrawing: (personId: string, kind: string, perHour: number): Promise<void> =>
      take({ name: `redrawing-${kind}`, points: perHour, seconds: HOUR, message: TOO_MANY_PHOTOS }, personId),
    /** A sign-up mails a link to its e-mail address. */
    async countSignUp(email: string, address: string): Promise<void> {
      await take(signUpsPerAddress, networkOf(address))
      await take(signUpsPerAccount, email)
    },
    /** Counts a mail with a link before its account is read: `account` is an e-mail address or a person's id, `address` an IP address. */
    async countLink(account: string, address: string): Promise<void> {
      await take(mailsPerAddress, networkOf(address))
      await take(mailsPerAccount, account)
    },
    async countInvitation(personId: string, email: string): Promise<void> {
      await take(invitationsPerPerson, personId)
      await take(mailsPerAccount, email)
    },
    /** Counts the lines of a file of people to invite, before their addresses are looked up. */
    countImported: (personId: string, lines: number): Promise<void> => take(importedPerDay, personId, lines),
    /** Counts an invitation link that is unknown, or works no longer. */
    countUnknownInvitation: (address: string): Promise<void> =>
      take(unknownInvitationsPerAddress, networkOf(address)),
    /** Counts a mail with a link to an address, no matter who named it. */
    countMailbox: (email: string): Promise<void> => take(mailsPerAccount, email),
    /** Removes what has expired, for a job. */
    async removeExpired(): Promise<void> {
      await pool.query(`delete from sign_in_limits where expire < ${NOW}`)
    },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
