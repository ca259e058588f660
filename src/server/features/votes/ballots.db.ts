import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { CastBy } from '../../../domain/votes/ballot.ts'
import type { Tx } from '../../db/pool.ts'

type OfUnit = { vote_id: string; unit_id: string; building_id: string }

/** The ballot of a unit, in the place of an earlier one. */
export async function saveBallot(
  tx: Tx,
  ballot: OfUnit & { choice: string[]; cast_as: CastBy; person: string; cast_at: Date },
): Promise<void> {
  await tx
    .insertInto('ballots')
    .values(ballot)
    .onConflict((conflict) =>
      conflict.constraint('one_ballot_a_unit').doUpdateSet((eb) => ({
        choice: eb.ref('excluded.choice'),
        cast_as: eb.ref('excluded.cast_as'),
        person: eb.ref('excluded.person'),
        cast_at: eb.ref('excluded.cast_at'),
      })),
    )
    .execute()
}

/** False if something was signed for this unit before, on any server. */
export async function addSignature(tx: Tx, signature: OfUnit & { blinded: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('vote_signatures')
    .values(signature)
    .onConflict((conflict) => conflict.constraint('one_signature_a_unit').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Who shall hold the proxy of a unit: their name, whether they are on the roll for it, and for how many other units of the vote they hold one.
 * Throws DomainError 'not_found' for somebody who is not of the building.
 */
export async function proxyHolder(tx: Tx, { vote_id, unit_id, building_id }: OfUnit, holder: string) {
  const found = await tx
    .selectFrom('profiles as p')
    .where('p.id', '=', holder)
    .where('p.building_id', '=', building_id)
    .where('p.status', '=', 'active')
    .select('p.full_name')
    .select(
      // By what the building says now: the roll's list of owners is for those who run votes.
      sql<boolean>`exists (select from unit_holders h where h.unit_id = ${unit_id} and h.profile_id = p.id and h.tie = 'owner')`.as(
        'owns_unit',
      ),
    )
    .select((eb) =>
      eb
        .selectFrom('vote_proxies as x')
        .whereRef('x.holder_id', '=', 'p.id')
        .where('x.vote_id', '=', vote_id)
        .where('x.unit_id', '<>', unit_id)
        .select((held) => held.fn.countAll<number>().as('count'))
        .as('held_units'),
    )
    .executeTakeFirst()
  if (!found) throw new DomainError('not_found')
  return { ...found, held_units: found.held_units ?? 0 }
}

export async function removeProxy(tx: Tx, { vote_id, unit_id }: OfUnit): Promise<void> {
  await tx.deleteFrom('vote_proxies').where('vote_id', '=', vote_id).where('unit_id', '=', unit_id).execute()
}

export async function addProxy(
  tx: Tx,
  proxy: OfUnit & { holder_id: string; given_by: string },
): Promise<void> {
  await tx.insertInto('vote_proxies').values(proxy).execute()
}

/** A person's name. Their removal waits for this transaction, so that it and what they do in a vote never wait for each other. */
export async function lockedName(tx: Tx, id: string): Promise<string> {
  const { full_name } = await tx
    .selectFrom('profiles')
    .where('id', '=', id)
    .select('full_name')
    .forKeyShare()
    .executeTakeFirstOrThrow()
  return full_name
}
