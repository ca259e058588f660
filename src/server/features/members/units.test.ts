import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, createWorldDatabase } from '../../../../test/database.ts'
import { migrateTo, migrations } from '../../../../test/upgrade.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { readInvariants } from '../../cli/check.ts'
import { migrate } from '../../db/migrate.ts'
import { createPool } from '../../db/pool.ts'

// Units, and who owns or rents them: Product 4.1.

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('units')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
  await Promise.all([db.end(), world.close()])
})

const maya = () => world.as('maya').members
const unitsOf = async (search: string | null = null) =>
  (await maya().units({ page: 1, search })).units.map(({ number, weight, people }) =>
    [number, weight, ...people.map(({ name, tie }) => `${name} ${tie}`)].join(', '),
  )

test('all spellings of a unit’s number are one unit, and others are others', async () => {
  const keys = async (...numbers: string[]) => {
    const { rows } = await db.query(
      'select distinct unit_key(number) as key from unnest($1::text[]) as number',
      [numbers],
    )
    return rows.length
  }
  expect(
    await keys(
      '4B',
      '4b',
      ' 4-B',
      'Unit 4B',
      'unit # 4b',
      '#4B',
      'Apt. 4 b',
      'APARTMENT 4B',
      'Suite 4b',
      'No. 4B',
    ),
  ).toBe(1)
  expect(await keys('4', '4B', '14', '4-1', '41', '4.1', 'North', 'Nord', 'Unit', '#')).toBe(10)
  expect(await keys('', ' ')).toBe(1)
})

test('who registered as a homeowner owns their unit once accepted; a tenant that the captain added rents it', async () => {
  expect(await unitsOf()).toEqual(['3B, 1, Maya Test owner, Ned Test owner'])
  await maya().accept({ id: world.idOf('pia') })
  expect(await unitsOf()).toEqual(['3B, 1, Maya Test owner, Ned Test owner, Pia Test owner'])
  await maya().add({
    full_name: 'Tess Lind',
    email: 'tess@example.com',
    unit_number: 'Unit 7',
    role: 'member',
  })
  const { rows } = await db.query(`select id from profiles where email = 'tess@example.com'`)
  expect(await unitsOf()).toHaveLength(1)
  await maya().accept({ id: rows[0].id })
  expect(await unitsOf()).toContain('Unit 7, 1, Tess Lind renter')
})

test('who is removed holds nothing, and what they held stays', async () => {
  await maya().remove({ id: world.idOf('pia') })
  expect(await unitsOf()).toEqual(['3B, 1, Maya Test owner, Ned Test owner', 'Unit 7, 1, Tess Lind renter'])
  await db.query(`update profiles set unit_number = '12' where email = 'pia@example.com'`)
  await maya().accept({ id: world.idOf('pia') })
  await maya().remove({ id: world.idOf('pia') })
  expect(await unitsOf()).toContain('12, 1')
})

test('the captain says who owns and rents what; a unit that nobody knows is added, in the order that people count', async () => {
  const id = world.idOf('ned')
  const holds = [
    { unit: '10', tie: 'owner' },
    { unit: '#3b', tie: 'renter' },
    { unit: '2', tie: 'owner' },
  ] as const
  await maya().setTies({ id, holds: [...holds] })
  expect(await unitsOf()).toEqual([
    '2, 1, Ned Test owner',
    '3B, 1, Maya Test owner, Ned Test renter',
    'Unit 7, 1, Tess Lind renter',
    '10, 1, Ned Test owner',
    '12, 1',
  ])
  const { rows } = await db.query('select unit_number from profiles where id = $1', [id])
  expect(rows).toEqual([{ unit_number: '10' }])
  const changes = `select from events where kind = 'ties_changed'`
  expect((await db.query(changes)).rowCount).toBe(1)
  await maya().setTies({ id, holds: [...holds] })
  expect((await db.query(changes)).rowCount, 'the same again').toBe(1)
  await expect(maya().setTies({ id, holds: [...holds, { unit: 'Apt 10', tie: 'renter' }] })).rejects.toThrow(
    'A unit is named twice',
  )
  await expect(maya().setTies({ id: world.idOf('pia'), holds: [] })).rejects.toThrow(
    'accept this person first',
  )
  await maya().setTies({ id, holds: [] })
  expect((await maya().units({ page: 1, search: null })).without.map(({ name }) => name)).toEqual([
    'Ned Test',
  ])
  await maya().setTies({ id, holds: [{ unit: '3B', tie: 'owner' }] })
})

test('what somebody writes in their settings is shown to the captain, and changes nothing', async () => {
  const { first_name, last_name, email } = await world.as('ned').profiles.get()
  await world.as('ned').profiles.update({ first_name, last_name, email, phone: null, unit_number: 'Unit 3b' })
  const wrote = async () =>
    (await maya().units({ page: 1, search: 'ned' })).units.flatMap(({ people }) =>
      people.filter(({ name }) => name === 'Ned Test').map((person) => person.wrote),
    )
  expect(await wrote()).toEqual([null])
  await world.as('ned').profiles.update({ first_name, last_name, email, phone: null, unit_number: '99' })
  expect(await wrote()).toEqual(['99'])
  expect(await unitsOf('99')).toEqual([])
})

test('shares are whole numbers: units are added and changed in one go, and an empty one can be removed', async () => {
  const saved = await maya().saveUnits({
    units: [
      { number: '2', weight: 3 },
      { number: 'Attic', weight: 125 },
      { number: 'attic', weight: 7 },
      { number: '3B', weight: null },
    ],
  })
  expect(saved).toEqual({ added: 1, changed: 1 })
  expect(await unitsOf('attic')).toEqual(['Attic, 125'])
  expect((await maya().units({ page: 1, search: null })).weight).toBe(1 + 3 + 1 + 1 + 1 + 125)
  const { units } = await maya().units({ page: 1, search: null })
  const idOf = (number: string) => units.find((unit) => unit.number === number)?.id ?? ''
  await expect(maya().removeUnit({ id: idOf('3B') })).rejects.toThrow('somebody holds this unit')
  await maya().removeUnit({ id: idOf('Attic') })
  await expect(maya().removeUnit({ id: idOf('Attic') })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(db.query(`update units set weight = 0`)).rejects.toThrow('units_weight_check')
})

test('a person who waits, or of another building, holds nothing here, whatever writes it', async () => {
  const hold = (email: string) =>
    db.query(
      `insert into unit_holders (unit_id, building_id, profile_id, tie)
       select u.id, u.building_id, p.id, 'owner' from units u, profiles p where u.number = '3B' and p.email = $1
         and u.building_id = (select building_id from profiles where email = 'maya@example.com')`,
      [email],
    )
  await expect(hold('pia@example.com')).rejects.toMatchObject({ constraint: 'unit_holders_active' })
  await expect(hold('otto@example.com')).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
})

test('a search finds units by number, and by their people; each page has its units', async () => {
  await maya().saveUnits({
    units: Array.from({ length: 120 }, (_, at) => ({ number: String(100 + at), weight: null })),
  })
  const page = (number: number) => maya().units({ page: number, search: null })
  const [first, second, third] = [await page(1), await page(2), await page(3)]
  expect(first.units).toHaveLength(50)
  const numbers = [first, second, third].flatMap(({ units }) => units.map(({ number }) => number))
  expect(numbers).toHaveLength(first.total)
  expect(new Set(numbers).size).toBe(first.total)
  expect(numbers.slice(-2)).toEqual(['218', '219'])
  expect(await unitsOf('21')).toContain('121, 1')
  expect(await unitsOf('TESS@')).toEqual(['Unit 7, 1, Tess Lind renter'])
  expect(await unitsOf('%')).toEqual([])
  expect(await maya().units({ page: 1, search: 'tess' })).toMatchObject({
    total: 1,
    people: 3,
    owners: 2,
    renters: 1,
  })
})

test('an upgrade gives each resident of before the unit that they wrote, once for all spellings', async () => {
  const earlier = createPool({ ...(await createTestDatabase('units_before')), max: 1 })
  await earlier.query('drop schema public cascade; create schema public')
  await migrateTo(earlier, migrations.indexOf('095_units.sql'))
  await earlier.query(`begin;
    insert into buildings (address, city, state, zip_code) values ('1 Old St', 'Seattle', 'WA', '98101');
    insert into auth_users (name, email) select name, lower(name) || '@example.com'
      from unnest('{Ann,Bob,Cid,Dan,Eve}'::text[]) name;
    insert into profiles (id, first_name, last_name, email, role, status, building_id, unit_number, created_at)
      select u.id, u.name, 'Test', u.email, p.role, p.status, b.id, p.unit, now() + p.at * interval '1 second'
      from auth_users u cross join buildings b join (values ('Ann', 'captain', 'active', ' 4B ', 1), ('Bob', 'member', 'active', 'Unit 4b', 2),
        ('Cid', 'homeowner', 'active', ' ', 3), ('Dan', 'homeowner', 'pending', '9', 4), ('Eve', 'homeowner', 'active', '5', 5))
        as p (name, role, status, unit, at) on p.name = u.name;
    update buildings set captain_id = (select id from profiles where role = 'captain');
    commit`)
  await migrate(earlier)
  const { rows } = await earlier.query(
    `select u.number, u.weight, p.first_name, h.tie from units u left join unit_holders h on h.unit_id = u.id
     left join profiles p on p.id = h.profile_id order by u.sorted, p.first_name`,
  )
  expect(rows).toEqual([
    { number: '4B', weight: 1, first_name: 'Ann', tie: 'owner' },
    { number: '4B', weight: 1, first_name: 'Bob', tie: 'renter' },
    { number: '5', weight: 1, first_name: 'Eve', tie: 'owner' },
  ])
  await earlier.end()
})
