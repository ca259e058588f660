import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Tx } from '../../db/pool.ts'

type Ending = { from: CalendarDate; until: CalendarDate; id?: string }

/** Verified documents that end between two days and that no later one follows: all of them, or this one. */
export const listExpiring = (tx: Tx, { from, until, id }: Ending) =>
  tx
    .selectFrom('compliance_documents as d')
    .where('d.status', '=', 'verified')
    .where('d.expires_on', '>=', from)
    .where('d.expires_on', '<=', until)
    .$if(id !== undefined, (some) => some.where('d.id', '=', id ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('compliance_documents as next')
            .whereRef('next.vendor_id', '=', 'd.vendor_id')
            .whereRef('next.kind', '=', 'd.kind')
            .where('next.status', '=', 'verified')
            .where(sql<boolean>`next.valid_from <= d.expires_on + 1`)
            // Of two that end on the same day, one is told of.
            .where(sql<boolean>`(coalesce(next.expires_on, 'infinity'), next.id) > (d.expires_on, d.id)`)
            .select('next.id'),
        ),
      ),
    )
    .select(['d.id', 'd.vendor_id', 'd.kind'])
    .select((eb) => eb.ref('d.expires_on').$notNull().as('expires_on'))
    .orderBy('d.expires_on')
    .orderBy('d.id')
    .execute()

/** False if this notice was sent before, by any server. */
export async function addNotice(tx: Tx, notice: { document_id: string; days: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('compliance_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
