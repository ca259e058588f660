import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { breaches, seed } from '../../../test/features.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { breachesOf, missingFiles, readInvariants } from './check.ts'

let world: World
let db: pg.Client

beforeAll(async () => {
  const connection = await createWorldDatabase('check')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  // An accepted service with a moved visit, and a requested service.
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
  await seed(world, db)
})
afterAll(async () => {
  await db.end()
  await world.close()
})

test('a healthy city violates no invariant', async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  expect(await missingFiles(world.portal.db, world.portal.files)).toEqual([])
})

const defects = [
  ...breaches,
  [
    'no event is mailed to a person twice',
    `alter table mails drop constraint mails_event_id_recipient_key; insert into mails (event_id, recipient)
     select event_id, recipient from mails limit 1`,
  ],
] as const

test('every invariant has a breach in test/features/<noun>.ts (breaches)', async () => {
  const named = (await readInvariants()).matchAll(/^select '((?:[^']|'')+)'/gm)
  expect([...new Set(defects.map(([invariant]) => invariant))].sort()).toEqual(
    [...new Set([...named].map(([, name]) => name?.replaceAll("''", "'")))].sort(),
  )
})

// Each defect is made without constraints and triggers, as after a disk failure.
test.each(defects)('finds a breach of: %s', async (invariant, defect) => {
  await db.query('begin')
  await db.query('set local session_replication_role = replica')
  await db.query(defect)
  const { rows } = await db.query<{ invariant: string }>(await readInvariants())
  await db.query('rollback')
  expect(rows.map((breach) => breach.invariant)).toContain(invariant)
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('finds missing files, those of the bin, too', async () => {
  await rm(join(world.portal.config.dataDir, 'files'), { recursive: true })
  const missing = await missingFiles(world.portal.db, world.portal.files)
  expect(new Set(missing.map(({ invariant }) => invariant))).toEqual(new Set(['each upload has its file']))
  // By their kinds: a document's key begins with its building's id, which sorts before or after the others.
  const kinds = missing.map(({ row }) => row.match(/^[a-z-]+-(?:files|photos)(?=\/)|(?<=-)[A-Z].*$/)?.[0])
  expect(kinds.sort()).toEqual([
    'House-Rules.pdf',
    'Old-Rules.pdf',
    ...Array(8).fill('announcement-files'),
    ...Array(5).fill('compliance-files'),
    ...Array(2).fill('invoice-files'),
    ...Array(2).fill('message-files'),
    'payment-files',
    ...Array(2).fill('portfolio-photos'),
    ...Array(5).fill('quote-files'),
    'request-files',
    'request-files',
    'visit-photos',
    ...Array(4).fill('vote-files'),
  ])
})
