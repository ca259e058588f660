import { sql } from 'kysely'
import type { Address } from '../../../domain/buildings/address.ts'
import type { UpdateBuilding } from '../../../domain/buildings/description.ts'
import { DomainError } from '../../../domain/errors.ts'
import { CLOSURES } from '../../../domain/visits/availability.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { statement } from '../../db/statement.ts'

type NamedDescription = {
  name?: string | null
  number_of_floors: number | null
  number_of_units: number | null
  square_feet: number | null
}

const columns = ['id', 'captain_id', 'number_of_floors', 'number_of_units', 'square_feet'] as const

/** The building at an address, however its parts are written (migration 021). [5.resident.4] */
export function findBuilding(tx: Tx, { address, city, state, zip_code }: Address, { lock = false } = {}) {
  const query = tx
    .selectFrom('buildings')
    .select(columns)
    .where('duplicate_of', 'is', null)
    .where('address_key', '=', sql<string>`address_key(${address})`)
    .where('city_key', '=', sql<string>`plain_words(${city})`)
    .where('state', '=', state)
    .where('zip_code', '=', zip_code)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Adds a building; undefined if its address is known. Waits for a concurrent insert of the same address. */
export function addBuilding(tx: Tx, building: Address & NamedDescription) {
  const { name = null, city, state, zip_code, number_of_floors, number_of_units, square_feet } = building
  const address = sql<string>`regexp_replace(btrim(${building.address}), '\\s+', ' ', 'g')`
  return tx
    .insertInto('buildings')
    .values({ name, address, city, state, zip_code, number_of_floors, number_of_units, square_feet })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** Sets a building's captain (null: none), who completes its description. */
export async function saveCaptain(
  tx: Tx,
  id: string,
  captain_id: string | null,
  description: Partial<NamedDescription> = {},
): Promise<void> {
  await tx
    .updateTable('buildings')
    .set({ captain_id, ...description })
    .where('id', '=', id)
    .execute()
}

// [2.building.1]
export async function getBuilding(tx: Tx, id: string) {
  const building = await tx
    .selectFrom('buildings')
    .where('id', '=', id)
    .select(['id', 'name', 'address', 'city', 'state', 'zip_code'])
    .select(['number_of_units', 'number_of_floors', 'square_feet'])
    .select(CLOSURES)
    .executeTakeFirst()
  if (!building) throw new DomainError('not_found')
  return building
}

/** Saves what a captain corrected. */
export async function saveDescription(tx: Tx, id: string, corrected: UpdateBuilding): Promise<void> {
  await tx.updateTable('buildings').set(corrected).where('id', '=', id).execute()
}

/** The active and pending people of a building. [7.members.2] */
export async function countProfiles(tx: Tx, buildingId: string): Promise<number> {
  const row = await tx
    .selectFrom('profiles')
    .where('building_id', '=', buildingId)
    .where('status', 'in', ['active', 'pending'])
    .select((eb) => eb.fn.countAll<string>().as('profiles'))
    .executeTakeFirst()
  return Number(row?.profiles ?? 0)
}

type Imported = Address & { name: string | null; number_of_floors: number | null; square_feet: number | null }

/**
 * Adds many buildings without a captain, with their events. Returns the added addresses as given; the others are known or
 * duplicates.
 */
export async function addBuildings(tx: Tx, buildings: Imported[]): Promise<Address[]> {
  const { rows } = await sql<Address & { id: string }>`
    insert into buildings (name, address, city, state, zip_code, number_of_floors, square_feet)
    select * from jsonb_to_recordset(${JSON.stringify(buildings)}::jsonb)
      as b (name text, address text, city text, state text, zip_code text, number_of_floors int, square_feet int)
    on conflict do nothing
    returning id, address, city, state, zip_code`.execute(tx)
  const events = rows.map(
    ({ id }) => ({ kind: 'building_added', actor: null, building_id: id, subject: id }) as const,
  )
  await record(tx, ...events)
  return rows.map(({ id, ...address }) => address)
}

/**
 * Known addresses that contain this text, those that begin with it first.
 * [V1.2.4]
 */
export function suggestAddresses(tx: Tx, part: string, limit: number): Promise<Address[]> {
  const typed = part.normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase()
  const pattern = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  return addressesLike(tx, { typed, pattern, indexed: pattern.replaceAll(' ', 'x'), limit })
}

/** The index holds a letter for each space (migration 015), so its hits are checked again. */
const addressesLike = statement(
  (db, values: { typed: string; pattern: string; indexed: string; limit: number }) =>
    db
      .selectFrom('buildings')
      .where(sql`translate(lower(address), ' ', 'x')`, 'like', values.indexed)
      .where(sql`lower(address)`, 'like', values.pattern)
      .where('duplicate_of', 'is', null)
      .orderBy(sql`position(${values.typed} in lower(address))`)
      .orderBy(sql`lower(address)`)
      .orderBy('city')
      .orderBy('zip_code')
      .limit(values.limit)
      .select(['address', 'city', 'state', 'zip_code']),
)

/** Two streets of at least this similarity may be meant for each other: 'Minor Ave' and 'Mnior Ave', not 'Pine St' and 'Oak St'. */
const SIMILAR = 0.4

/**
 * Known addresses that may be meant by one that is unknown, the most similar first: with the same house number, in the same zip
 * code or city, on a street that is written alike. Neighbors with another number, and streets with another, are not offered.
 */
export async function similarAddresses(tx: Tx, given: Address, limit: number): Promise<Address[]> {
  const { rows } = await sql<Address>`
    select b.address, b.city, b.state, b.zip_code
    from address_key(${given.address}) as typed,
      lateral (select array_agg(found[1]) as numbers from regexp_matches(typed, '[0-9]+', 'g') as found) said,
      lateral (select * from buildings where substring(address_key from '^[0-9]+') = any (said.numbers)
        and state = ${given.state} and duplicate_of is null
        and (zip_code = ${given.zip_code} or city_key = plain_words(${given.city}))
        and array(select found[1] from regexp_matches(address_key, '[0-9]+', 'g') as found) <@ said.numbers) b,
      lateral (select similarity(b.address_key, typed) as alike,
        similarity(regexp_replace(b.address_key, '^[0-9]+', ''), regexp_replace(typed, '\\m[0-9]+', '')) as street) how
    where how.street >= ${SIMILAR}
    order by how.street desc, how.alike desc, b.zip_code = ${given.zip_code} desc, b.address_key, b.id
    limit ${limit}`.execute(tx)
  return rows
}
