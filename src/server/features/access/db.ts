import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'

export const readNotes = (tx: Tx, buildingId: string) =>
  tx
    .selectFrom('access_notes as n')
    .leftJoin('profiles as p', 'p.id', 'n.changed_by')
    .where('n.building_id', '=', buildingId)
    .select(['n.notes', 'n.changed_at', 'p.full_name as changed_by'])
    .executeTakeFirst()

type WrittenNotes = { building_id: string; notes: string; changed_by: string; changed_at: Date }

/** False if they say that already. */
export async function saveNotes(tx: Tx, { building_id, ...changed }: WrittenNotes): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('access_notes')
    .values({ building_id, ...changed })
    .onConflict((conflict) =>
      conflict.column('building_id').doUpdateSet(changed).where('access_notes.notes', '<>', changed.notes),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False if there are none. */
export async function removeNotes(tx: Tx, buildingId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('access_notes')
    .where('building_id', '=', buildingId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function countLooks(tx: Tx, buildingId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('access_looks')
    .where('building_id', '=', buildingId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const looksAt = (tx: Tx, { building_id, limit, offset }: { building_id: string } & PageRange) =>
  tx
    .selectFrom('access_looks as l')
    .innerJoin('appointments as a', 'a.id', 'l.appointment_id')
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'l.vendor_id')
    .where('l.building_id', '=', building_id)
    .select(['l.id', 'l.looked_at', 'l.person_name', 'v.company_name', 't.name as service'])
    .orderBy('l.looked_at', 'desc')
    .orderBy('l.id')
    .limit(limit)
    .offset(offset)
    .execute()

type AskedLook = { visit: string; at: Date; timeZone: string }

/** Records a look and returns the notes, or undefined if there are none. The database checks the person and the time. */
export async function look(tx: Tx, { visit, at, timeZone }: AskedLook) {
  const { rows } = await sql<{ notes: string; changed_at: Date }>`
    select * from look_at_access_notes(${visit}, ${at}, ${timeZone})`.execute(tx)
  return rows[0]
}
