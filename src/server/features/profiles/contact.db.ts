import type { SelectQueryBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'

type Profiles = SelectQueryBuilder<DB, 'profiles', object>

/** How to reach the first of these active people that the row rules show to the viewer; null for none. */
export async function contactOf(tx: Tx, which: (profiles: Profiles) => Profiles) {
  const contact = await which(tx.selectFrom('profiles'))
    .where('status', '=', 'active')
    .orderBy('created_at')
    .limit(1)
    .select(['full_name', 'phone', 'email'])
    .executeTakeFirst()
  return contact ?? null
}
