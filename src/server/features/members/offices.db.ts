import { sql } from 'kysely'
import {
  HOLDERS,
  type Holder,
  type Office,
  powersOfHolder,
  type SaidPowers,
} from '../../../domain/members/office.ts'
import type { Power } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'

/** More than any board has. */
const MAX_SHOWN = 500

/** Who holds an office in the building, by office and name. */
export const officersOf = (tx: Tx, buildingId: string) =>
  tx
    .selectFrom('officers as o')
    .innerJoin('profiles as p', 'p.id', 'o.profile_id')
    .where('o.building_id', '=', buildingId)
    .select(['p.id', 'p.full_name as name', 'o.office', 'o.since'])
    .orderBy('o.office')
    .orderBy('p.full_name')
    .orderBy('p.id')
    .limit(MAX_SHOWN)
    .execute()

/** What the building says of powers, by holder; empty if it says nothing. */
async function saidPowers(tx: Tx, buildingId: string): Promise<SaidPowers> {
  const rows = await tx
    .selectFrom('office_powers')
    .where('building_id', '=', buildingId)
    .select(['holder', 'powers'])
    .execute()
  return Object.fromEntries(rows.map(({ holder, powers }) => [holder, powers]))
}

/** The table of powers. */
export async function readPowers(tx: Tx, buildingId: string): Promise<Record<Holder, Power[]>> {
  const said = await saidPowers(tx, buildingId)
  const powers = HOLDERS.map((holder) => [holder, powersOfHolder(holder, said)])
  return Object.fromEntries(powers)
}

/** What the building says, one change at a time. */
export async function lockPowers(tx: Tx, buildingId: string): Promise<SaidPowers> {
  await tx.selectFrom('buildings').where('id', '=', buildingId).select('id').forNoKeyUpdate().execute()
  return saidPowers(tx, buildingId)
}

type Powers = { building_id: string; holder: Holder; powers: Power[]; changed_by: string }

export async function savePowers(tx: Tx, { building_id, holder, powers, changed_by }: Powers): Promise<void> {
  await tx
    .insertInto('office_powers')
    .values({ building_id, holder, powers, changed_by })
    .onConflict((conflict) =>
      conflict.columns(['building_id', 'holder']).doUpdateSet({ powers, changed_by, changed_at: sql`now()` }),
    )
    .execute()
}

type ChangedOffices = { given: Office[]; taken: Office[] }

/** Gives and takes offices of a person. */
export async function saveOffices(
  tx: Tx,
  { id, building_id }: { id: string; building_id: string },
  { given, taken }: ChangedOffices,
): Promise<void> {
  if (taken.length > 0)
    await tx.deleteFrom('officers').where('profile_id', '=', id).where('office', 'in', taken).execute()
  if (given.length > 0)
    await tx
      .insertInto('officers')
      .values(given.map((office) => ({ profile_id: id, building_id, office })))
      .execute()
}
