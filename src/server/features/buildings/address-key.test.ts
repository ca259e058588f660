import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/database.ts'
import { migrateTo, migrations } from '../../../../test/upgrade.ts'
import { breachesOf } from '../../cli/check.ts'
import { migrate } from '../../db/migrate.ts'
import { createPool, Db } from '../../db/pool.ts'

let db: pg.Pool
beforeAll(async () => {
  db = createPool({ ...(await createTestDatabase('keys')), max: 1 })
})
afterAll(() => db.end())

async function keysOf(addresses: string[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    'select address_key(given) as key from unnest($1::text[]) with ordinality as a (given, n) order by n',
    [addresses],
  )
  return rows.map(({ key }) => key)
}

const decomposed = '12 Peña St'.normalize('NFD')

describe('one building', () => {
  test.each([
    [
      '1431 minor ave',
      '1431 Minor Ave',
      '1431 MINOR AVENUE',
      ' 1431  Minor Ave. ',
      '1431 Minor Av',
      '1431, Minor Ave',
    ],
    [
      '1431 minor ave',
      '１４３１ Ｍｉｎｏｒ Ａｖｅ',
      '1431\u3000Minor\u00a0Ave',
      '1431 Mi\u200bnor A\u00advenue',
    ],
    ['12 peña st', '12 Peña St', decomposed, '12 PEÑA Street', '12 peña Str.'],
    [
      '1431 minor ave',
      '1431 Minor Ave #3B',
      '1431 Minor Ave # 3B',
      '1431 Minor Ave, Apt 3B',
      '1431 Minor Ave Apt. #3B',
    ],
    [
      '1431 minor ave',
      '1431 Minor Ave Unit 4',
      '1431 Minor Ave Apartment B',
      '1431 Minor Avenue, Floor 3, Suite 310',
    ],
    [
      '1431 minor ave',
      '1431 Minor Ave Apt3B',
      '1431 Minor Ave Unit 3-B',
      '1431 Minor Ave, 3rd Floor',
      '1431 Minor Ave Ste PH2',
    ],
    ['100 n pine st', '100 N Pine St', '100 North Pine Street', '100 N. Pine St.'],
    ['4408 delridge way sw', '4408 Delridge Way SW', '4408 Delridge Wy S.W.', '4408 DELRIDGE WAY SOUTHWEST'],
    ['100 nw market st', '100 NW Market St', '100 Northwest Market Street', '100 N.W. Market St'],
    ['1518 bellevue ave e', '1518 Bellevue Ave E', '1518 Bellevue Avenue East'],
    ['607 3rd ave', '607 - 3rd Ave.', '607 3rd Avenue', '607-3rd Ave', '607 Third Ave'],
    ['12 st marks pl', '12 St Marks Pl', "12 St. Mark's Place", '12 St. Mark’s Pl.'],
    ['10 ave a', '10 Avenue A', '10 Ave. A', '10 Ave A'],
    ['10 ave of the americas', '10 Avenue of the Americas', '10 Ave of the Americas'],
    ['12 1/2 oak st', '12½ Oak St', '12 1/2 Oak Street', '12 ½ Oak St.'],
    ['201 and 209 w olympic pl', '201 & 209 W Olympic Pl', '201 and 209 W Olympic Place'],
    ['500 west way', '500 West Way', '500 WEST WY'],
    ['8 hwy 99', '8 Highway 99', '8 Hwy 99'],
    ['1 n st', '1 N St', '1 N Street', '1 N. St.'],
  ])('%s', async (key, ...spellings) => {
    expect(await keysOf(spellings)).toEqual(spellings.map(() => key))
  })
})

describe('different streets never meet', () => {
  test.each([
    ['1 North St', '1 N St', '1 North Ave', '1 North'],
    ['12 St Marks Pl', '12 Street Marks Pl', '12 Marks St', '12 Marks Pl'],
    ['10 Avenue A', '10 Avenue B', '10 A St', '10 A Ave', '10 Avenue'],
    ['10 Avenue N', '10 Avenue North', '10 N Avenue', '10 North Avenue', '10 Avenue N N'],
    ['5 Court St', '5 Ct', '5 Street Ct', '5 Court'],
    ['100 Pine St', '100 Pine Ave', '100 N Pine St', '100 Pine St N', '100 Pine', '100 Pike St'],
    ['100 Broadway E', '100 E Broadway', '100 Broadway'],
    ['112-10 Queens Blvd', '11210 Queens Blvd', '112 10th Queens Blvd', '112 Queens Blvd'],
    ['392 Rd', '39.2 Rd', '39 2nd Rd'],
    ['123 1/2 Main St', '1231/2 Main St', '123 Main St', '1231 2 Main St'],
    ['10 Unit St', '10 Unit 4', '10 Suite A', '10 Floor Ave'],
    ['14 Pine St Rear', '14 Pine St', '14 Pine St Bldg 2', '14 Pine St Bldg 3'],
    ['100 N E St', '100 NE St', '100 E St NE', '100 E St N', '100 N St E'],
    ['1 Park Ave', '1 Park Ave S', '1 S Park Ave', '1 Park Pl', '1 Park'],
    ['1 Oak Spring', '1 Oak Springs'],
    ['1 First Hill Ave', '1 1st Hill Ave', '1 First', '1 1st'],
    ['٣ Oak St', '٤ Oak St', 'Ж Oak St', 'Њ Oak St'],
    ['.', '-', '#', '...'],
  ])('%s', async (...addresses) => {
    const keys = await keysOf(addresses)
    expect([...new Set(keys)], JSON.stringify(keys)).toHaveLength(addresses.length)
  })

  test('a key is the key of itself, so that a building shown by its key is found again', async () => {
    const keys = await keysOf([
      '1431 Minor Avenue #3B',
      '10 Avenue N',
      '1 North St',
      '12½ Oak St',
      '39.2 Rd',
      "5 O'Brien Ct",
    ])
    expect(await keysOf(keys)).toEqual(keys)
  })
})

test('a city is one in any case, with or without marks', async () => {
  const { rows } = await db.query(
    `select distinct plain_words(city) as city from unnest(array['St. Louis', 'ST LOUIS', ' St  Louis', 'Ｓt Louis']) as c (city)`,
  )
  expect(rows).toEqual([{ city: 'st louis' }])
})

describe('an upgrade in which buildings turn out to be one', () => {
  const keys = migrations.indexOf('021_address_keys.sql')

  test('keeps both: people meet the one in use, the others name it, and nothing is reported', async () => {
    const earlier = createPool({ ...(await createTestDatabase('twice')), max: 1 })
    await earlier.query('drop schema public cascade; create schema public')
    await migrateTo(earlier, keys)
    await earlier.query(`
      insert into buildings (name, address, city, state, zip_code, created_at) values
        ('first', '1 Elm Street', 'Seattle', 'WA', '98101', '2026-01-01'),
        ('second', '1 Elm St.', 'Seattle', 'WA', '98101', '2026-02-01'),
        ('third', '1 ELM ST #4', 'SEATTLE', 'WA', '98101', '2026-03-01'),
        ('elsewhere', '1 Elm St', 'Seattle', 'WA', '98102', '2026-03-01'),
        ('empty', '2 Elm Street', 'Seattle', 'WA', '98101', '2026-01-01'),
        ('in use', '2 Elm St', 'Seattle', 'WA', '98101', '2026-02-01')`)
    await earlier.query(`
      begin;
      with person as (insert into auth_users (name, email) values ('Ana Lopez', 'ana@example.com') returning id),
      captain as (insert into profiles (id, first_name, last_name, email, building_id, role, status)
        select person.id, 'Ana', 'Lopez', 'ana@example.com', b.id, 'captain', 'active' from person, buildings b
        where b.name = 'in use' returning id)
      select id from captain;
      update buildings set captain_id = (select id from profiles) where name = 'in use';
      commit`)
    await migrate(earlier)
    const { rows } = await earlier.query(
      `select b.name, met.name as duplicate_of from buildings b left join buildings met on met.id = b.duplicate_of order by 1`,
    )
    expect(rows.map(({ name, duplicate_of }) => [name, duplicate_of])).toEqual([
      ['elsewhere', null],
      ['empty', 'in use'],
      ['first', null],
      ['in use', null],
      ['second', 'first'],
      ['third', 'first'],
    ])
    const again = `insert into buildings (address, city, state, zip_code) values ('1 elm street', 'Seattle', 'WA', '98101')`
    const reported = (await breachesOf(new Db(earlier))).filter(({ invariant }) =>
      /address|duplicate/.test(invariant),
    )
    expect(reported).toEqual([])
    await expect(earlier.query(again)).rejects.toThrow('buildings_one_per_address')
    await earlier.end()
  })
})
