import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../../db/pool.ts'

type SheetOf = { vote_id: string; building_id: string }

/** These units of a roll, in this order: how each has voted, and whether it is on a sheet of paper ballots. */
export async function paperUnits(tx: Tx, vote_id: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('vote_roll as r')
    .where('r.vote_id', '=', vote_id)
    .where('r.unit_id', 'in', ids)
    .orderBy(sql`array_position(${ids}::uuid[], r.unit_id)`)
    .select(['r.unit_id', 'r.number', 'r.voted_as as voted_by'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('paper_ballots as b')
            .whereRef('b.vote_id', '=', 'r.vote_id')
            .whereRef('b.unit_id', '=', 'r.unit_id'),
        )
        .as('on_sheet'),
    )
    .$narrowType<{ on_sheet: boolean }>()
    .execute()
}

type NewSheet = SheetOf & { id: string; entered_by: string; entered_at: Date }

/** False if this sheet was entered before. In a secret vote its choices stand apart from its units. */
export async function addSheet(
  tx: Tx,
  sheet: NewSheet,
  { unit_ids, choices, is_secret }: { unit_ids: readonly string[]; choices: string[][]; is_secret: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paper_sheets')
    .values({ ...sheet, choices: is_secret ? JSON.stringify(choices) : null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  const { id: sheet_id, vote_id, building_id } = sheet
  await tx
    .insertInto('paper_ballots')
    .values(
      unit_ids.map((unit_id, at) => ({
        ...{ vote_id, unit_id, building_id, sheet_id },
        choice: is_secret ? null : (choices[at] ?? []),
      })),
    )
    .execute()
  return true
}

/** The sheets of a vote with their units, those that wait for another officer first; for those who run it. */
export const paperSheets = (tx: Tx, vote_id: string) =>
  tx
    .selectFrom('paper_sheets as s')
    .leftJoin('profiles as e', 'e.id', 's.entered_by')
    .leftJoin('profiles as c', 'c.id', 's.confirmed_by')
    .where('s.vote_id', '=', vote_id)
    .orderBy(sql`s.confirmed_at is null`, 'desc')
    .orderBy('s.entered_at')
    .orderBy('s.id')
    .select(['s.id', 's.choices', 's.entered_by', 's.entered_at', 's.confirmed_at'])
    .select(['e.full_name as entered_name', 'c.full_name as confirmed_name'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('paper_ballots as b')
          .innerJoin('vote_roll as r', (join) =>
            join.onRef('r.vote_id', '=', 'b.vote_id').onRef('r.unit_id', '=', 'b.unit_id'),
          )
          .whereRef('b.sheet_id', '=', 's.id')
          .orderBy('r.number')
          .orderBy('r.unit_id')
          .select(['b.unit_id', 'r.number', 'r.voted_as as voted_by', 'b.choice']),
      ).as('units'),
    )
    .execute()

/** False if it was confirmed or discarded meanwhile. */
export async function confirmSheet(
  tx: Tx,
  id: string,
  confirmed: { confirmed_by: string; confirmed_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('paper_sheets')
    .set(confirmed)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if it was confirmed or discarded meanwhile. */
export async function removeSheet(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('paper_sheets')
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
