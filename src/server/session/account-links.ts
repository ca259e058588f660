import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { record } from '../db/record.ts'
import { serverRefusal } from '../refusal.ts'
import { verifyLinkToken } from './tokens.ts'

type LinkPurpose = 'reset_password' | 'change_email' | 'confirm_email'
/** Anybody with one of these could take the account over. */
const TAKEOVER: LinkPurpose[] = ['reset_password', 'change_email']

/**
 * Mails a link that works for an hour (the default of `expires_at`) if the account exists. Every address takes the same
 * statements and one event, so neither response nor timing reveals which are known. [V6.2.2] [V6.4.3]
 */
export async function requestPasswordReset(tx: Tx, email: string): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    insert into account_links (user_id, purpose, email)
    select id, 'reset_password', email from profiles where email = ${email} and status <> 'removed'
    returning user_id`.execute(tx)
  await record(tx, { kind: 'password_reset_requested', actor: null, subject: rows[0]?.user_id ?? null })
}

/**
 * Mails a link to the new address and a notice to the old one. Voids an earlier request. The link works for an hour, too.
 * [5.settings.2]
 */
export async function requestEmailChange(tx: Tx, userId: string, email: string): Promise<void> {
  await voidLinks(tx, userId, ['change_email'])
  await tx.insertInto('account_links').values({ user_id: userId, purpose: 'change_email', email }).execute()
  await record(tx, { kind: 'email_change_requested', actor: userId, subject: userId })
}

/**
 * Mails a link that confirms the account's present address and works for 7 days. Voids an earlier one. Mail that the
 * person causes to others waits for it.
 */
export async function requestEmailConfirmation(tx: Tx, userId: string, email: string): Promise<void> {
  await voidLinks(tx, userId, ['confirm_email'])
  const expires_at = sql<Date>`now() + interval '7 days'`
  await tx
    .insertInto('account_links')
    .values({ user_id: userId, purpose: 'confirm_email', email, expires_at })
    .execute()
  await record(tx, { kind: 'email_confirmation_requested', actor: userId, subject: userId })
}

/** The new address that is not confirmed yet, or null. */
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

/** Voids links. By default, those that could take over the account: none may after a password change. */
export async function voidLinks(tx: Tx, userId: string, purposes = TAKEOVER): Promise<void> {
  await tx
    .updateTable('account_links')
    .set({ void_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('void_at', 'is', null)
    .execute()
}

/** The person and address of a valid link. Throws DomainError 'link_expired'. */
export async function readLink(tx: Tx, secret: string, token: string, ...purposes: LinkPurpose[]) {
  const link = await tx
    .selectFrom('account_links')
    .where('id', '=', await verifyLinkToken(secret, token))
    .where('purpose', 'in', purposes)
    .where('void_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    // One that was made in a call during which its person was removed.
    .where('user_id', 'in', tx.selectFrom('profiles').where('status', '<>', 'removed').select('id'))
    .select(['user_id', 'email', 'purpose'])
    .executeTakeFirst()
  if (!link) throw serverRefusal('link_expired')
  return link
}

/**
 * Uses a link: the same as readLink, and voids all links of the person that could take over the account, or only this one
 * if it confirms the present address. Locks the person before the second read, so only one of several concurrent uses
 * succeeds.
 */
export async function takeLink(tx: Tx, secret: string, token: string, ...purposes: LinkPurpose[]) {
  const { user_id } = await readLink(tx, secret, token, ...purposes)
  await tx.selectFrom('profiles').where('id', '=', user_id).select('id').forUpdate().execute()
  const link = await readLink(tx, secret, token, ...purposes)
  await voidLinks(tx, user_id, link.purpose === 'confirm_email' ? ['confirm_email'] : TAKEOVER)
  return link
}
