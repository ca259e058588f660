// Rules: [V7.4.3]

import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import { FACTOR_MESSAGES } from '../../../domain/factors/factor.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { serverRefusal } from '../../refusal.ts'
import type { Auth } from '../../session/auth.ts'
import {
  countRecoveryCodes,
  newAppSecret,
  newRecoveryCodes,
  noRecoveryCodes,
} from '../../session/factor-secrets.ts'
import { endOtherSessions, type Session } from '../../session/session.ts'

/** The stored app secret and recovery codes of a person, if there are any. */
export function findSecrets(tx: Tx, personId: string) {
  return tx
    .selectFrom('auth_two_factors')
    .where('user_id', '=', personId)
    .select(['secret', 'backup_codes', 'verified'])
    .executeTakeFirst()
}

export function listPasskeys(tx: Tx, personId: string) {
  return tx
    .selectFrom('auth_passkeys')
    .where('user_id', '=', personId)
    .select(['id', 'name', isoText('auth_passkeys', 'created_at')])
    .select(sql<string | null>`to_json(last_used_at)`.as('last_used_at'))
    .orderBy('auth_passkeys.created_at')
    .execute()
}

/** The account was closed during the call. */
const closed = () => serverRefusal('signed_out')

/**
 * Locks the person, so that two changes of factors don't miss each other. The library may still add their passkey's row. Throws
 * DomainError 'signed_out'.
 */
export async function lockAccount(tx: Tx, personId: string) {
  return tx
    .selectFrom('auth_users')
    .where('id', '=', personId)
    .select(['email', 'two_factor_enabled'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(closed)
}

/**
 * Somebody who signed up with another person's address must leave no factor there: its owner can take the account over
 * by a new password. Throws DomainError 'not_allowed', or 'signed_out'.
 */
export async function requireConfirmedAddress(tx: Tx, personId: string): Promise<void> {
  const { email_verified } = await tx
    .selectFrom('auth_users')
    .where('id', '=', personId)
    .select('email_verified')
    .executeTakeFirstOrThrow(closed)
  if (!email_verified) throw new DomainError('not_allowed', FACTOR_MESSAGES.unconfirmed)
}

export async function requireRoomForPasskey(tx: Tx, personId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('auth_passkeys')
    .where('user_id', '=', personId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= LIMITS.passkeys) throw new DomainError('invalid_input', FACTOR_MESSAGES.tooManyPasskeys)
}

/** A new key of the app, which is off until a code of it was entered. Returns the address for its QR code. */
export async function startApp(tx: Tx, auth: Auth, personId: string): Promise<string> {
  const { email } = await lockAccount(tx, personId)
  const { uri, stored } = await newAppSecret(auth, email)
  const backup_codes = await noRecoveryCodes(auth)
  const saved = await tx
    .insertInto('auth_two_factors')
    .values({ user_id: personId, secret: stored, backup_codes })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: stored })
        .where('auth_two_factors.verified', '=', false),
    )
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new DomainError('invalid_input', FACTOR_MESSAGES.appIsOn)
  return uri
}

type AccountOwner = { auth: Auth; session: Pick<Session, 'token' | 'viewer'> }

/**
 * With the first factor there are recovery codes, which are returned, and sessions that the password alone began elsewhere
 * end. Null if there are codes already.
 */
export async function keepFactor(tx: Tx, { auth, session }: AccountOwner): Promise<string[] | null> {
  const { id } = session.viewer
  await lockAccount(tx, id)
  const secrets = await findSecrets(tx, id)
  if (secrets && (await countRecoveryCodes(auth, secrets.backup_codes)) > 0) return null
  await endOtherSessions(tx, id, session.token)
  return makeRecoveryCodes(tx, auth, id, false)
}

/** New recovery codes in place of all earlier ones. The owner is mailed if there were some (`replaced`). */
export async function makeRecoveryCodes(
  tx: Tx,
  auth: Auth,
  personId: string,
  replaced: boolean,
): Promise<string[]> {
  const { codes, stored } = await newRecoveryCodes(auth)
  // Without an app its key is unknown to everybody, and off.
  const { stored: secret } = await newAppSecret(auth, '')
  await tx
    .insertInto('auth_two_factors')
    .values({ user_id: personId, secret, backup_codes: stored })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ backup_codes: stored }))
    .execute()
  await record(tx, { kind: 'recovery_codes_made', actor: personId, subject: personId, data: { replaced } })
  return codes
}

export async function setApp(tx: Tx, personId: string, on: boolean): Promise<void> {
  await tx.updateTable('auth_two_factors').set({ verified: on }).where('user_id', '=', personId).execute()
}

/** Without an app and a passkey the password alone signs in again, and the recovery codes go. */
export async function forgetIfLast(tx: Tx, personId: string): Promise<void> {
  const [secrets, passkeys] = await Promise.all([findSecrets(tx, personId), listPasskeys(tx, personId)])
  if (!secrets?.verified && passkeys.length === 0) await forgetFactors(tx, personId)
}

async function forgetFactors(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('auth_two_factors').where('user_id', '=', personId).execute()
  await tx.deleteFrom('auth_passkeys').where('user_id', '=', personId).execute()
}

/** Removes one passkey of the person. Returns its name. */
export async function removePasskey(tx: Tx, personId: string, id: string): Promise<string> {
  await lockAccount(tx, personId)
  const removed = await tx
    .deleteFrom('auth_passkeys')
    .where('id', '=', id)
    .where('user_id', '=', personId)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new DomainError('not_found')
  await forgetIfLast(tx, personId)
  return removed.name
}

/** For an operator: removes every factor of an account, and ends its sessions. False if it had none. */
export async function resetFactors(tx: Tx, email: string): Promise<boolean> {
  const person = await tx
    .selectFrom('auth_users')
    .where('email', '=', email)
    .select(['id', 'two_factor_enabled'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw new DomainError('not_found')
  if (!person.two_factor_enabled) return false
  await forgetFactors(tx, person.id)
  await tx.deleteFrom('auth_sessions').where('user_id', '=', person.id).execute()
  await record(tx, { kind: 'factors_reset', actor: null, subject: person.id })
  return true
}
