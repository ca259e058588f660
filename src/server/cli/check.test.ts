import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { breachesOf, missingFiles, readInvariants } from './check.ts'

let world: World
let db: pg.Client

beforeAll(async () => {
  const connection = await createWorldDatabase('check')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  // An accepted service with a moved visit, a requested service, and a document.
  const landscaping = await world.request('Landscaping')
  await world.accept(landscaping, await world.quote('evergreen', landscaping, 80_00))
  await world.quote(
    'curb',
    await world.request('Snow Removal', { excluded_vendors: [world.companyOf('hilltop')] }),
    90_00,
  )
  const { visits } = await world.as('maya').visits.upcoming({ page: 1 })
  const [, second] = visits
  if (!second) throw new Error('Visits were booked')
  await world.as('maya').visits.move({
    id: second.id,
    shown_date: second.scheduled_date,
    shown_time: second.scheduled_time.slice(0, 5),
    scheduled_date: '2027-01-02',
    scheduled_time: '10:00',
    reason: 'The porch is painted',
  })
  await world.document()
})
afterAll(async () => {
  await db.end()
  await world.close()
})

test('a healthy city violates no invariant', async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  expect(await missingFiles(world.portal.db, world.portal.files)).toEqual([])
})

const visitOf = (which: string) => `(select id from appointments order by scheduled_date ${which} limit 1)`

// Each defect is made without constraints and triggers, as after a disk failure.
test.each([
  ['an account is a person', `delete from profiles where email = 'olga@example.com'`],
  [
    'a contractor belongs to a company',
    `alter table profiles drop constraint contractors_have_a_company;
     update profiles set role = 'contractor', building_id = null where email = 'pia@example.com'`,
  ],
  [
    'an address is one building',
    `drop index buildings_one_per_address; insert into buildings (address, city, state, zip_code)
     select upper(address), city, state, zip_code from buildings where address like '420%'`,
  ],
  [
    "a building's captain is the one that its flag names",
    `update profiles set role = 'homeowner' where email = 'otto@example.com'`,
  ],
  [
    'who lives in a building has it from its captain on',
    `update buildings set captain_id = null where address like '420%';
     update profiles set role = 'homeowner' where email = 'otto@example.com'`,
  ],
  [
    'an accepted service has one accepted quote, of the vendor that has it',
    `update building_services set assigned_vendor = (select id from vendor_profiles where company_name like 'Curb%')
     where status = 'Accepted'`,
  ],
  [
    'a service that is not accepted has no accepted quote',
    `update building_services set status = 'pending_quotes', assigned_vendor = null where status = 'Accepted'`,
  ],
  [
    'a decided service has no open quote',
    `update service_quotes set status = 'pending', vendor_status = 'not_quoted', per_visit_price = null
     where status = 'declined'`,
  ],
  [
    'an open request went once to each vendor that offers it, and to no other',
    `delete from service_quotes where status = 'pending' and per_visit_price is null`,
  ],
  [
    'an open request went once to each vendor that offers it, and to no other',
    `update building_services set excluded_vendors = array[(select id from vendor_profiles where company_name like 'Curb%')]
     where status = 'Quote'`,
  ],
  [
    'the visits of an accepted quote are those of the formula',
    `delete from appointments where id = ${visitOf('desc')}`,
  ],
  [
    'the visits of an accepted quote are those of the formula',
    `update appointments set scheduled_date = scheduled_date + 1 where id = ${visitOf('desc')}`,
  ],
  [
    'a visit is of an accepted quote',
    `update appointments set vendor_id = (select id from vendor_profiles where company_name like 'Curb%')
     where id = ${visitOf('desc')}`,
  ],
  [
    "a service's next visit is its earliest confirmed one",
    `update building_services set next_scheduled_visit = '2030-01-01'`,
  ],
  [
    'a building with a captain has its first fee',
    `create temp table gone as select id from fees where building_id = (select id from buildings where address like '420%');
     delete from fees where id in (select id from gone); delete from payables where id in (select id from gone)`,
  ],
  [
    "a month's fee is paid at most once, and in full",
    `insert into payments (building_id, payable_id, date, amount, status, method, description)
     select building_id, id, '2026-11-20', amount - 1, 'paid', 'Check', 'Part of it' from payables limit 1`,
  ],
  [
    'what is paid is never more than what is owed',
    `insert into payments (building_id, payable_id, date, amount, status, method, description)
     select building_id, id, '2026-11-20', amount + 1, 'paid', 'Check', 'Too much' from payables limit 1`,
  ],
  ['what counts as paid is the sum of the payments', `update payables set paid = amount`],
  ['a fee and its payable are two parts of one', `update payables set due_date = due_date + 1`],
  ['a fee and its payable are two parts of one', `delete from fees where kind = 'first'`],
  ['what was decided was told', `delete from events where kind = 'quote_declined'`],
  ['a document was told of', `delete from events where kind = 'document_uploaded'`],
  [
    'an event is mailed to a person once',
    `alter table mails drop constraint mails_event_id_recipient_key; insert into mails (event_id, recipient)
     select event_id, recipient from mails limit 1`,
  ],
])('finds a breach of: %s', async (invariant, defect) => {
  await db.query('begin')
  await db.query('set local session_replication_role = replica')
  await db.query(defect)
  const { rows } = await db.query<{ invariant: string }>(await readInvariants())
  await db.query('rollback')
  expect(rows.map((breach) => breach.invariant)).toContain(invariant)
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('finds a missing file', async () => {
  await rm(join(world.portal.config.dataDir, 'files'), { recursive: true })
  expect(await missingFiles(world.portal.db, world.portal.files)).toMatchObject([
    { invariant: 'what was uploaded has its file' },
  ])
})
