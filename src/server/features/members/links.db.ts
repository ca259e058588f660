import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tie } from '../../../domain/members/unit.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import { serverRefusal } from '../../refusal.ts'

/** More than a building ever makes; open ones are at most 50. */
const MAX_SHOWN = 200

/** What is stored of a token. It is random and long, so that a plain hash hides it. */
export const linkHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** By the database's clock: those of several servers differ. */
const isLinkExpired = sql<boolean>`l.expires_at <= clock_timestamp()`

export const listLinks = (tx: Tx, buildingId: string) =>
  tx
    .selectFrom('invitation_links as l')
    .leftJoin('profiles as p', 'p.id', 'l.created_by')
    .where('l.building_id', '=', buildingId)
    .select(['l.id', 'l.unit_number', 'l.tie', 'l.max_uses', 'l.uses', 'p.full_name as made_by'])
    .select([isoText('l', 'expires_at'), isoText('l', 'created_at'), isLinkExpired.as('is_expired')])
    .select(sql<boolean>`l.revoked_at is not null`.as('is_revoked'))
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id')
    .limit(MAX_SHOWN)
    .execute()

/** How many links work, one count at a time, so that two at once count each other. */
export async function countOpenLinks(tx: Tx, buildingId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links ${buildingId}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('invitation_links as l')
    .where('l.building_id', '=', buildingId)
    .where('l.revoked_at', 'is', null)
    .whereRef('l.uses', '<', 'l.max_uses')
    .where(sql<boolean>`not ${isLinkExpired}`)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type NewLink = {
  building_id: string
  created_by: string
  token_hash: Buffer
  unit_number: string | null
  tie: Tie | null
  max_uses: number
  days: number
}

export async function addLink(tx: Tx, { days, ...link }: NewLink): Promise<void> {
  await tx
    .insertInto('invitation_links')
    .values({ ...link, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .execute()
}

/** False for one that is unknown or revoked already. */
export async function revokeLink(tx: Tx, buildingId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation_links')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('building_id', '=', buildingId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The link of a token that works, and its building; undefined for all others. As the system: there is no viewer yet. */
export function findOpenLink(tx: Tx, token: string) {
  return tx
    .selectFrom('invitation_links as l')
    .innerJoin('buildings as b', 'b.id', 'l.building_id')
    .where('l.token_hash', '=', linkHash(token))
    .where('l.revoked_at', 'is', null)
    .whereRef('l.uses', '<', 'l.max_uses')
    .where(sql<boolean>`not ${isLinkExpired}`)
    .select(['l.id', 'l.building_id', 'l.unit_number', 'l.tie'])
    .select(['b.name', 'b.address', 'b.city', 'b.state', 'b.zip_code'])
    .executeTakeFirst()
}

/** Counts a use of a link that works. Of two last uses at once, or a use and a revocation, one is first. Throws DomainError 'link_expired'. */
export async function takeUse(tx: Tx, token: string) {
  const used = await tx
    .updateTable('invitation_links as l')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('token_hash', '=', linkHash(token))
    .where('revoked_at', 'is', null)
    .whereRef('uses', '<', 'max_uses')
    .where(sql<boolean>`not ${isLinkExpired}`)
    .returning(['id', 'building_id', 'unit_number', 'tie'])
    .executeTakeFirst()
  if (!used) throw serverRefusal('link_expired')
  return used
}

/** How somebody who waits asked to join: what they wrote, and the link that they came by. Nothing if there is neither. */
export async function addJoinRequest(
  tx: Tx,
  request: { profile_id: string; building_id: string; note: string | null; link_id: string | null },
): Promise<void> {
  if (request.note === null && request.link_id === null) return
  await tx.insertInto('join_requests').values(request).execute()
}
