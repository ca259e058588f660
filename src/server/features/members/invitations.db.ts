import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { AddressStanding, Invitee } from '../../../domain/members/invitation-file.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'

/** What is known of addresses. The database checks the viewer's power (policies.sql). */
export async function knownAddresses(
  tx: Tx,
  emails: readonly string[],
): Promise<Map<string, AddressStanding>> {
  const { rows } = await sql<{ email: string; standing: AddressStanding }>`
    select email, standing from known_addresses(${emails}::text[])`.execute(tx)
  return new Map(rows.map(({ email, standing }) => [email, standing]))
}

/** One import of a building at a time, so that the second one sees who was invited by the first. */
export async function lockInvitations(tx: Tx, buildingId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitations ${buildingId}`}, 0))`.execute(tx)
}

/**
 * Adds people without a password to the viewer's building, each with an invitation and a link to choose one. Returns their ids. The database
 * checks the viewer's power. Throws DomainError 'conflict' if one of the addresses got an account meanwhile.
 */
export async function sendInvitations(tx: Tx, people: readonly Invitee[]): Promise<string[]> {
  if (people.length === 0) return []
  const given = people.map(({ tie, ...person }) => ({
    ...person,
    role: tie === 'renter' ? 'member' : 'homeowner',
  }))
  const { rows } = await sql<{
    id: string
  }>`select id from invite_members(${JSON.stringify(given)}::jsonb) as id`.execute(tx)
  if (rows.length < people.length)
    throw new DomainError('conflict', 'something changed after the preview. Please look at it again')
  return rows.map(({ id }) => id)
}

/** Whether somebody of the building was invited by name, and has not come yet. */
export async function isInvited(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('member_invitations')
    .where('profile_id', '=', personId)
    .select('profile_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A new link to choose a password. The database checks the viewer's power. */
export async function renewMemberInvitation(tx: Tx, personId: string): Promise<void> {
  await sql`select renew_member_invitation(${personId})`.execute(tx)
}

/** An invited resident has chosen their password: they live there now. Nothing for anybody else. As the system. Product 4.1 */
export async function acceptInvitation(tx: Tx, id: string): Promise<void> {
  const joined = await tx
    .updateTable('profiles')
    .set({ status: 'active', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where(sql<boolean>`exists (select from member_invitations i where i.profile_id = profiles.id)`)
    .returning('building_id')
    .executeTakeFirst()
  if (!joined) return
  const { building_id } = joined
  await record(tx, { kind: 'invitation_accepted', actor: id, building_id, subject: id })
}
