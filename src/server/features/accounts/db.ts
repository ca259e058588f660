// Rules: [V16.3.1] [V7.4.3]

import { sql } from 'kysely'
import { LINK_MESSAGES } from '../../../domain/accounts/link-messages.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { statement } from '../../db/statement.ts'
import { serverRefusal } from '../../refusal.ts'
import { officesOf } from '../../session/session.ts'

/** A person with rights and building, and the newest event, read in one statement, so that no event between is missed. */
export async function readPerson(tx: Tx, id: string) {
  const [person] = await people(tx, { id })
  return person
}

const people = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('profiles')
    .innerJoin('auth_users', 'auth_users.id', 'profiles.id')
    .leftJoin('buildings', 'buildings.id', 'profiles.building_id')
    .where('profiles.id', '=', id)
    .select(['auth_users.email_verified', 'auth_users.two_factor_enabled as has_factor'])
    .select(['profiles.id', 'profiles.email', 'first_name', 'last_name', 'role', 'status', 'dog_photo_url'])
    .select([
      'building_id',
      'vendor_id',
      'vendor_role',
      'buildings.captain_id',
      'buildings.name as building_name',
    ])
    .select(['buildings.address', 'buildings.city', 'buildings.state', 'buildings.zip_code'])
    .select(officesOf)
    // Nobody else is shown it, so it is not counted for everybody.
    .select(
      sql<number>`case when buildings.captain_id = profiles.id or exists (select from officers o where o.profile_id = profiles.id) then (select count(*)::int from profiles p
        where p.building_id = profiles.building_id and p.status = 'pending'
          and not exists (select from member_invitations i where i.profile_id = p.id)) else 0 end`.as(
        'waiting',
      ),
    )
    .select(
      sql<boolean>`exists (select from captaincy_offers o where o.to_person = profiles.id)`.as(
        'captaincy_offered',
      ),
    )
    .select(
      sql<number>`case when profiles.vendor_id is null then 0 else (select count(*)::int from profiles p
        where p.vendor_id = profiles.vendor_id and p.status = 'active') end`.as('team'),
    )
    .select(sql<number>`coalesce((select max(id) from events), 0)`.as('last_event')),
)

/** Makes the confirmed address the account's: for sign-in, and as neighbors and vendors see it. Throws DomainError 'email_taken'. */
export async function setEmail(tx: Tx, userId: string, email: string): Promise<void> {
  const other = await tx
    .selectFrom('auth_users')
    .where('email', '=', email)
    .where('id', '<>', userId)
    .select('id')
    .executeTakeFirst()
  if (other) throw new DomainError('email_taken', LINK_MESSAGES.emailTaken)
  await tx
    .updateTable('auth_users')
    .set({ email, email_verified: true, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  const profile = await tx
    .updateTable('profiles')
    .set({ email, updated_at: sql`now()` })
    .where('id', '=', userId)
    .returning(['building_id', 'vendor_id'])
    .executeTakeFirst()
  const { building_id = null, vendor_id = null } = profile ?? {}
  await record(tx, { kind: 'email_changed', actor: userId, subject: userId, building_id, vendor_id })
}

/**
 * Marks the account's present address as confirmed, which releases the mail that waits for it (recipients.sql). The mail
 * with the link is not needed any more. Throws DomainError 'link_expired' if the account has another address by now.
 */
export async function confirmEmail(tx: Tx, userId: string, email: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_users')
    .set({ email_verified: true, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw serverRefusal('link_expired')
  await tx
    .deleteFrom('mails')
    .where('sent_at', 'is', null)
    .where(
      'link_id',
      'in',
      tx
        .selectFrom('account_links')
        .where('user_id', '=', userId)
        .where('purpose', '=', 'confirm_email')
        .select('id'),
    )
    .execute()
  await record(tx, { kind: 'email_confirmed', actor: userId, subject: userId })
}

/**
 * Sets a new password by its hash and ends all sessions. An invited person's account has no password yet. The link came by
 * mail, so the address is confirmed, too.
 */
export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('auth_users')
    .set({ email_verified: true, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  await tx
    .insertInto('auth_accounts')
    .values({ user_id: userId, account_id: userId, provider_id: 'credential', password: passwordHash })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'provider_id'])
        .doUpdateSet({ password: passwordHash, updated_at: sql`now()` }),
    )
    .execute()
  await tx.deleteFrom('auth_sessions').where('user_id', '=', userId).execute()
  // Second steps that the old password has begun.
  await sql`delete from auth_verifications where value = ${userId}`.execute(tx)
  await record(tx, { kind: 'password_reset', actor: userId, subject: userId })
}

/** Whether the account has a password. A person whom a captain added has none until they choose one. */
export async function hasPassword(tx: Tx, userId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('auth_accounts')
    .where('user_id', '=', userId)
    .where('password', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return account !== undefined
}

/** Until the transaction ends, others that change this person's password wait. */
export async function lockPassword(tx: Tx, userId: string): Promise<void> {
  // Not the row: the library changes it on a connection of its own.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`password of ${userId}`}, 0))`.execute(tx)
}

/** One change of a person at a time. */
export async function lockLinkedPerson(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('profiles').where('id', '=', id).select('id').forNoKeyUpdate().execute()
}

type NewAccount = { first_name: string; last_name: string; email: string }

/** Adds an account that signs in with a password. Throws DomainError 'email_taken'. */
export async function addAccount(tx: Tx, account: NewAccount, passwordHash: string): Promise<string> {
  const { first_name, last_name, email } = account
  const user = await tx
    .insertInto('auth_users')
    .values({ name: `${first_name} ${last_name}`, email })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) throw serverRefusal('email_taken', 'email')
  await tx
    .insertInto('auth_accounts')
    .values({ user_id: user.id, account_id: user.id, provider_id: 'credential', password: passwordHash })
    .execute()
  return user.id
}
