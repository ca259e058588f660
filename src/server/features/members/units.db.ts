import { sql } from 'kysely'
import type { Office } from '../../../domain/members/office.ts'
import type { Tie } from '../../../domain/members/unit.ts'
import type { Role } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'
import { holdsWords } from './db.ts'

/** A person as the list by unit shows them. `wrote` is the unit of their own settings, if it is none that they hold. */
export type UnitPerson = {
  id: string
  name: string
  email: string
  role: Role
  tie: Tie | null
  offices: Office[]
  wrote: string | null
}

const aboutUnit = sql`(select lower(concat_ws(' ', u.number, string_agg(concat_ws(' ', p.full_name, p.email), ' ')))
  from unit_holders h join profiles p on p.id = h.profile_id where h.unit_id = u.id)`
const aboutPerson = sql`lower(concat_ws(' ', p.full_name, p.email, p.unit_number))`

const shownPerson = (
  tie: ReturnType<typeof sql>,
) => sql`jsonb_build_object('id', p.id, 'name', p.full_name, 'email', p.email,
  'role', p.role, 'tie', ${tie}, 'offices', array(select o.office from officers o where o.profile_id = p.id order by o.office),
  'wrote', case when btrim(p.unit_number) <> '' and not exists (select from unit_holders own join units w on w.id = own.unit_id
    where own.profile_id = p.id and w.key = unit_key(p.unit_number)) then p.unit_number end)`

/** A page of the building's units that are found, each with its people, owners first. */
export async function listUnits(tx: Tx, buildingId: string, search: string | null, range: PageRange) {
  const { rows } = await sql<{ id: string; number: string; weight: number; people: UnitPerson[] }>`
    select u.id, u.number, u.weight, coalesce((
      select jsonb_agg(${shownPerson(sql`h.tie`)} order by h.tie, p.full_name, p.id)
      from unit_holders h join profiles p on p.id = h.profile_id where h.unit_id = u.id), '[]') as people
    from units u where u.building_id = ${buildingId} and ${holdsWords(search, aboutUnit)}
    order by u.sorted, u.id limit ${range.limit} offset ${range.offset}`.execute(tx)
  return rows
}

/** The accepted people who hold no unit, by name. */
export async function withoutUnit(tx: Tx, buildingId: string, search: string | null, limit: number) {
  const { rows } = await sql<{ person: UnitPerson }>`
    select ${shownPerson(sql`null::text`)} as person from profiles p
    where p.building_id = ${buildingId} and p.status = 'active'
      and not exists (select from unit_holders h where h.profile_id = p.id) and ${holdsWords(search, aboutPerson)}
    order by p.full_name, p.id limit ${limit}`.execute(tx)
  return rows.map(({ person }) => person)
}

/** How many units and people a building has, and how many units are found; the sum of all weights; and how many units it said it has. */
export async function countPeople(tx: Tx, buildingId: string, search: string | null) {
  const { rows } = await sql<{
    known: number
    weight: number
    total: number
    said: number | null
    people: number
    owners: number
    renters: number
    without_unit: number
  }>`
    select count(*)::int as known, coalesce(sum(u.weight), 0)::bigint as weight,
      count(*) filter (where ${holdsWords(search, aboutUnit)})::int as total,
      (select b.number_of_units from buildings b where b.id = ${buildingId}) as said,
      (select count(*)::int from profiles p where p.building_id = ${buildingId} and p.status = 'active') as people,
      (select count(distinct h.profile_id)::int from unit_holders h where h.building_id = ${buildingId} and h.tie = 'owner') as owners,
      (select count(distinct h.profile_id)::int from unit_holders h where h.building_id = ${buildingId} and h.tie = 'renter') as renters,
      (select count(*)::int from profiles p where p.building_id = ${buildingId} and p.status = 'active'
        and not exists (select from unit_holders h where h.profile_id = p.id)) as without_unit
    from units u where u.building_id = ${buildingId}`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('A count returned no row')
  return counts
}

type EnteredUnit = { number: string; weight: number | null }

/** Adds units and changes shares, with one statement. Of a number that is entered twice the first one counts. */
export async function saveUnits(tx: Tx, buildingId: string, entered: readonly EnteredUnit[]) {
  const { rows } = await sql<{ added: number; changed: number }>`
    with entered as (
      select distinct on (unit_key(number)) number, unit_key(number) as key, weight
      from jsonb_to_recordset(${JSON.stringify(entered.map((unit, at) => ({ ...unit, at })))}::jsonb)
        as e (number text, weight integer, at integer) order by unit_key(number), at),
    changed as (
      update units u set weight = e.weight from entered e
      where u.building_id = ${buildingId} and u.key = e.key and e.weight is not null and u.weight <> e.weight returning u.id),
    added as (
      insert into units (building_id, number, weight) select ${buildingId}::uuid, number, coalesce(weight, 1) from entered e
      where not exists (select from units u where u.building_id = ${buildingId} and u.key = e.key)
      on conflict (building_id, key) do nothing returning id)
    select (select count(*)::int from added) as added, (select count(*)::int from changed) as changed`.execute(
    tx,
  )
  return rows[0] ?? { added: 0, changed: 0 }
}

/** Removes a unit that nobody holds. False for an unknown one. */
export async function removeUnit(tx: Tx, buildingId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('units')
    .where('id', '=', id)
    .where('building_id', '=', buildingId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The database's keys of units as people write them. */
export async function unitKeys(tx: Tx, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select unit_key(number) as key from unnest(${numbers}::text[]) with ordinality as n (number, at) order by at`.execute(
    tx,
  )
  return rows.map(({ key }) => key)
}

/** What a person holds. */
export const tiesOf = (tx: Tx, personId: string) =>
  tx
    .selectFrom('unit_holders as h')
    .innerJoin('units as u', 'u.id', 'h.unit_id')
    .where('h.profile_id', '=', personId)
    .select(['u.key', 'u.number', 'h.tie'])
    .orderBy('u.sorted')
    .execute()

type PersonTies = { building_id: string; subject: string; holds: readonly { unit: string; tie: Tie }[] }
type ChangedTies = { save: { key: string; tie: Tie }[]; leave: string[] }

/** Saves what a person holds, and writes the first of it as their unit number, which other screens show. */
export async function saveTies(
  tx: Tx,
  { building_id, subject, holds }: PersonTies,
  { save, leave }: ChangedTies,
): Promise<void> {
  if (leave.length > 0)
    await sql`delete from unit_holders h using units u
      where u.id = h.unit_id and h.profile_id = ${subject} and u.key = any (${leave}::text[])`.execute(tx)
  const numbers = holds.map(({ unit }) => ({ number: unit, weight: null }))
  if (numbers.length > 0) await saveUnits(tx, building_id, numbers)
  if (save.length > 0)
    await sql`insert into unit_holders (unit_id, building_id, profile_id, tie)
      select u.id, u.building_id, ${subject}::uuid, s.tie from jsonb_to_recordset(${JSON.stringify(save)}::jsonb) as s (key text, tie text)
        join units u on u.building_id = ${building_id} and u.key = s.key
      on conflict (unit_id, profile_id) do update set tie = excluded.tie`.execute(tx)
  await tx
    .updateTable('profiles')
    .set({ unit_number: holds[0]?.unit ?? null, updated_at: sql`now()` })
    .where('id', '=', subject)
    .execute()
}
