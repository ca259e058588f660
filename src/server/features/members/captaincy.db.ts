import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import { HANDOVER_REFUSALS } from '../../../domain/members/captaincy.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'

/** The open offer of a building as far as the viewer sees it, with both names. */
export async function openOffer(tx: Tx, buildingId: string) {
  const offer = await tx
    .selectFrom('captaincy_offers as o')
    .innerJoin('profiles as captain', 'captain.id', 'o.offered_by')
    .innerJoin('profiles as successor', 'successor.id', 'o.to_person')
    .where('o.building_id', '=', buildingId)
    .select(['o.offered_by', 'o.to_person', isoText('o', 'offered_at')])
    .select(['captain.full_name as captain', 'successor.full_name as successor'])
    .executeTakeFirst()
  return offer ?? null
}

type NewCaptaincyOffer = { building_id: string; offered_by: string; to_person: string }

export async function addCaptaincyOffer(tx: Tx, offer: NewCaptaincyOffer): Promise<void> {
  await tx.insertInto('captaincy_offers').values(offer).execute()
}

/** Takes back the building's offer, or declines the one to this person. Throws DomainError 'handover_refused' without one. */
export async function endCaptaincyOffer(tx: Tx, buildingId: string, to?: string) {
  const ended = await tx
    .deleteFrom('captaincy_offers')
    .where('building_id', '=', buildingId)
    .$if(to !== undefined, (all) => all.where('to_person', '=', to ?? ''))
    .returning(['offered_by', 'to_person'])
    .executeTakeFirst()
  if (!ended) throw new DomainError('handover_refused', HANDOVER_REFUSALS['no offer'])
  return ended
}

/** Makes the viewer the captain, as the building's captain offered. Returns who was it before. Throws DomainError 'handover_refused'. */
export async function acceptOffer(tx: Tx): Promise<string> {
  const { rows } = await sql<{ former: string | null }>`select accept_captaincy() as former`.execute(tx)
  const former = rows[0]?.former
  if (!former) throw new DomainError('handover_refused', HANDOVER_REFUSALS['no offer'])
  return former
}
