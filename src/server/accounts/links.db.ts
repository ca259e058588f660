import { sql } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import { linkIdOf } from '../auth/link-token.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'

type Purpose = 'reset_password' | 'change_email'
const ALL: Purpose[] = ['reset_password', 'change_email']

/**
 * Mails a link to choose a new password, if there is such an account. One and the same statement for every address,
 * and one event, so that neither the answer nor its time tells whose addresses are known.
 */
export async function requestPasswordReset(tx: Tx, email: string): Promise<void> {
  await sql`
    with link as (
      insert into account_links (user_id, purpose, email)
      select id, 'reset_password', email from profiles where email = ${email}
      returning user_id)
    insert into events (kind, subject) values ('password_reset_requested', (select user_id from link))`.execute(
    tx,
  )
}

/** Mails a link to the new address and a word to the old one. An earlier new address that still waits is dropped. */
export async function requestEmailChange(tx: Tx, userId: string, email: string): Promise<void> {
  await voidLinks(tx, userId, ['change_email'])
  await tx.insertInto('account_links').values({ user_id: userId, purpose: 'change_email', email }).execute()
  await record(tx, { kind: 'email_change_requested', actor: userId, subject: userId })
}

/** The address that waits for its link to be opened; null when none does. */
export async function pendingEmail(tx: Tx, userId: string): Promise<string | null> {
  const link = await tx
    .selectFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('void_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select('email')
    .executeTakeFirst()
  return link?.email ?? null
}

/** Makes links void: by default all, since nothing asked for before a password changed may still take the account over. */
export async function voidLinks(tx: Tx, userId: string, purposes = ALL): Promise<void> {
  await tx
    .updateTable('account_links')
    .set({ void_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('void_at', 'is', null)
    .execute()
}

/** Whose link this is, while it works. Throws DomainError 'link_expired'. */
export async function readLink(tx: Tx, secret: string, token: string, purpose: Purpose) {
  const link = await tx
    .selectFrom('account_links')
    .where('id', '=', linkIdOf(secret, token))
    .where('purpose', '=', purpose)
    .where('void_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['user_id', 'email'])
    .executeTakeFirst()
  if (!link) throw new DomainError('link_expired')
  return link
}

/**
 * The same, and it works no more, nor does any other link of this person. The person is locked before the link is
 * looked at for good: of those who open links of one person at once, one gets through.
 */
export async function takeLink(tx: Tx, secret: string, token: string, purpose: Purpose) {
  const { user_id } = await readLink(tx, secret, token, purpose)
  await tx.selectFrom('profiles').where('id', '=', user_id).select('id').forUpdate().execute()
  const link = await readLink(tx, secret, token, purpose)
  await voidLinks(tx, user_id)
  return link
}
