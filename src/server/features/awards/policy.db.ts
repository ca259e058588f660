import type { SpendingPolicy } from '../../../domain/awards/policy.ts'
import type { Tx } from '../../db/pool.ts'

/** More than a building changes its rule. */
const MOST_VERSIONS = 50

/** The versions of a building's rule for spending, the present one first, with who set each and when. Product 4.3 */
export const policyVersions = (tx: Tx, building_id: string) =>
  tx
    .selectFrom('spending_policies')
    .where('building_id', '=', building_id)
    .orderBy('version', 'desc')
    .limit(MOST_VERSIONS)
    .select(['version', 'alone_up_to', 'two_up_to', 'names_in_record', 'set_name', 'set_at'])
    .execute()

/** The present rule; null if the building never set one. */
export async function presentPolicy(tx: Tx, building_id: string): Promise<SpendingPolicy | null> {
  const policy = await tx
    .selectFrom('spending_policies')
    .where('building_id', '=', building_id)
    .orderBy('version', 'desc')
    .limit(1)
    .select(['version', 'alone_up_to', 'two_up_to', 'names_in_record'])
    .executeTakeFirst()
  return policy ?? null
}

type NewPolicy = SpendingPolicy & { building_id: string; set_by: string; set_at: Date }

/** Adds a version. Of two with one number, the database refuses the later. */
export async function addPolicy(tx: Tx, policy: NewPolicy): Promise<void> {
  await tx.insertInto('spending_policies').values(policy).execute()
}
