import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ANNOUNCED,
  announce,
  announcedTo,
  announceLater,
  attachTo,
  buildingOf,
  draftAnnouncement,
} from '../../../../test/announcements.ts'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import {
  ANNOUNCEMENT_AUDIENCES,
  type AnnouncementReader,
  isInAudience,
} from '../../../domain/announcements/audience.ts'
import { DEFAULT_POWERS, OFFICES } from '../../../domain/members/office.ts'
import type { Viewer } from '../../../domain/viewer.ts'
import { asViewer } from '../../db/as-viewer.ts'
import type { Person } from '../../demo/person.ts'

// An announcement reaches exactly its audience: on screens, with files, by row rules and by mail. Product 4.5

let world: World
let db: pg.Client
/** Everybody of the building. */
let people: { name: string; person: Person }[]
const UNITS = ['3B', '5A', '5B'] as const

beforeAll(async () => {
  const connection = await createWorldDatabase('announcement_audience')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  people = [
    { name: 'maya', person: world.people.maya },
    { name: 'ned', person: world.people.ned },
  ]
  for (const name of ['rosa', 'tom', 'uma']) {
    const person = await world.resident(name, { unit_number: '' })
    await world.as('maya').members.accept({ id: person.id })
    people.push({ name, person })
  }
  await world.as('maya').members.saveUnits({ units: UNITS.map((number) => ({ number, weight: null })) })
})
afterAll(() => Promise.all([db.end(), world.close()]))

const maya = () => world.as('maya').announcements

/** What the database says of everybody of the building. */
async function readers(): Promise<Map<string, AnnouncementReader>> {
  const { rows } = await db.query(
    `select p.id, p.role, array(select office from officers o where o.profile_id = p.id) as offices, coalesce(
       (select json_agg(json_build_object('unit_id', unit_id, 'tie', tie)) from unit_holders h where h.profile_id = p.id), '[]') as holds
     from profiles p where p.id = any ($1)`,
    [people.map(({ person }) => person.id)],
  )
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
}

const mailedAbout = async (kind: string, id: string) => {
  const { rows } = await db.query(
    `select split_part(m.recipient, '@', 1) as name from mails m join events e on e.id = m.event_id
     where e.kind = $1 and e.subject = $2 order by 1`,
    [kind, id],
  )
  return rows.map(({ name }) => name)
}

/** Who sees a row of this announcement when they ask for all. */
async function seenInRows(table: 'announcements' | 'announcement_files', column: string, id: string) {
  const found: string[] = []
  for (const { name, person } of people) {
    const viewer = (await person.call.accounts.session())?.viewer as Viewer
    const { rows } = await asViewer(world.portal.db, viewer, (tx) =>
      sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(tx),
    )
    if (rows.some((row) => row[column] === id)) found.push(name)
  }
  return found.sort()
}

const ties = fc.array(
  fc.record({ unit: fc.constantFrom(...UNITS), tie: fc.constantFrom('owner' as const, 'renter' as const) }),
  { maxLength: 2 },
)
const isEachOnce = (holds: { unit: string }[]) => new Set(holds.map(({ unit }) => unit)).size === holds.length
const generated = fc.record({
  audience: fc.constantFrom(...ANNOUNCEMENT_AUDIENCES),
  unit: fc.constantFrom(...UNITS),
  is_important: fc.boolean(),
  holds: fc.array(ties.filter(isEachOnce), { minLength: 5, maxLength: 5 }),
  offices: fc.array(fc.subarray([...OFFICES], { maxLength: 2 }), { minLength: 5, maxLength: 5 }),
  tenants: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  mutes: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
})

test('generated audiences and people: list, page, files, rows and mails agree with the rule', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(generated, async ({ audience, unit, is_important, holds, offices, tenants, mutes }) => {
      for (const [at, { name, person }] of people.entries()) {
        await world.as('maya').members.setTies({ id: person.id, holds: holds[at] ?? [] })
        await person.call.announcements.setMail({ mailed: !mutes[at] })
        if (name === 'maya') continue
        // Who is a tenant by their role is the captain's word at their coming.
        const role = tenants[at] ? 'member' : 'homeowner'
        await db.query('update profiles set role = $2 where id = $1', [person.id, role])
        await world.as('maya').members.setOffices({ id: person.id, offices: offices[at] ?? [] })
      }
      const change = { audience, unit: audience === 'unit' ? unit : null, is_important, allows_replies: true }
      const id = await draftAnnouncement(world.as('maya'), change)
      await attachTo(world.portal, world.as('maya'), id)
      await maya().send({ id, version: 1 })
      const { unit_id } = await maya().get({ id, replies: 1 })
      const all = await readers()
      const isReader = ({ person }: { person: Person }) => {
        const reader = all.get(person.id)
        return reader !== undefined && isInAudience({ audience, unit_id }, reader)
      }
      /** Who writes announcements sees them all. */
      const isWriter = ({ person, name }: { person: Person; name: string }) =>
        name === 'maya' || (all.get(person.id)?.offices.includes('secretary') ?? false)
      const expected = people.filter((each) => isReader(each) || isWriter(each)).map(({ name }) => name)

      const listed: string[] = []
      const opened: string[] = []
      for (const { name, person } of people) {
        if ((await announcedTo(person.call)).includes(id)) listed.push(name)
        const read = await person.call.announcements.get({ id, replies: 1 }).catch(() => null)
        if (read?.files.length === 1) opened.push(name)
        const reply = { announcement_id: id, id: randomUUID(), words: `From ${name}` }
        const isTaken = await person.call.announcements.reply(reply).then(
          () => true,
          () => false,
        )
        expect([name, isTaken]).toEqual([name, expected.includes(name)])
      }
      expect(listed).toEqual(expected)
      expect(opened).toEqual(expected)
      expect(await seenInRows('announcements', 'id', id)).toEqual([...expected].sort())
      expect(await seenInRows('announcement_files', 'announcement_id', id)).toEqual([...expected].sort())
      const mailed = people.filter((each, at) => isReader(each) && (is_important || !mutes[at]))
      expect(await mailedAbout('announcement_sent', id)).toEqual(mailed.map(({ name }) => name).sort())
      const { figures } = await maya().get({ id, replies: 1 })
      expect(figures?.people).toBe(people.filter(isReader).length)
    }),
    { numRuns: 15 },
  )
})

/** Everybody owns nothing, holds no office and is mailed. */
async function reset(): Promise<void> {
  await db.query(`update profiles set role = 'homeowner' where id = any ($1) and role = 'member'`, [
    people.map(({ person }) => person.id),
  ])
  for (const { name, person } of people) {
    await world.as('maya').members.setTies({ id: person.id, holds: [] })
    await person.call.announcements.setMail({ mailed: true })
    if (name !== 'maya') await world.as('maya').members.setOffices({ id: person.id, offices: [] })
  }
}

const rosa = () => people.find(({ name }) => name === 'rosa')?.person as Person

test('follow-ups and a withdrawal are mailed as it was, replies to its author alone', async () => {
  await reset()
  await world.as('maya').members.setTies({ id: rosa().id, holds: [{ unit: '5A', tie: 'renter' }] })
  const id = await announce(world.as('maya'), { audience: 'renters', allows_replies: true })
  await maya().followUp({ announcement_id: id, id: randomUUID(), words: 'Until one.' })
  await rosa().call.announcements.reply({ announcement_id: id, id: randomUUID(), words: 'Thank you.' })
  await maya().reply({ announcement_id: id, id: randomUUID(), words: 'You are welcome.' })
  await maya().withdraw({ id, reason: 'The day was wrong' })
  expect(await mailedAbout('announcement_sent', id)).toEqual(['rosa'])
  expect(await mailedAbout('announcement_followed_up', id)).toEqual(['rosa'])
  expect(await mailedAbout('announcement_replied', id)).toEqual(['maya'])
  expect(await mailedAbout('announcement_withdrawn', id)).toEqual(['rosa'])
})

/** Who a mail that waits would still be sent to. */
const stillMailed = async (id: string) => {
  const { rows } = await db.query(
    `select split_part(m.recipient, '@', 1) as name from mails m join events e on e.id = m.event_id join profiles p on p.id = m.person
     where e.subject = $1 and e.kind = 'announcement_sent' and reaches(e.kind, e.subject, e.actor, p) order by 1`,
    [id],
  )
  return rows.map(({ name }) => name)
}

test('a mail that waits is not sent to who left the audience or turned them off, nor of what was withdrawn', async () => {
  await reset()
  const id = await announce(world.as('maya'), { audience: 'owners' })
  expect(await stillMailed(id)).toEqual(['maya', 'ned', 'rosa', 'tom', 'uma'])
  await world.as('maya').members.setTies({ id: rosa().id, holds: [{ unit: '5A', tie: 'renter' }] })
  await world.as('ned').announcements.setMail({ mailed: false })
  expect(await stillMailed(id)).toEqual(['maya', 'tom', 'uma'])
  await maya().withdraw({ id, reason: 'The day was wrong' })
  expect(await stillMailed(id)).toEqual([])
  await reset()
})

test('who joins later reads what holds still, and nothing that was over before', async () => {
  await reset()
  const open = await announce(world.as('maya'), { expires_on: '2026-11-30' })
  const expired = await announce(world.as('maya'), { expires_on: '2026-11-20' })
  const withdrawn = await announce(world.as('maya'))
  await maya().withdraw({ id: withdrawn, reason: 'The day was wrong' })
  await announceLater(world.portal, 1)
  const vera = await world.resident('vera', { unit_number: '' })
  await world.as('maya').members.accept({ id: vera.id })
  const seen = async (person: Person) => [
    ...(await announcedTo(person.call)),
    ...(await announcedTo(person.call, 'earlier')),
  ]
  expect(await seen(vera)).toContain(open)
  expect((await seen(vera)).filter((id) => [expired, withdrawn].includes(id))).toEqual([])
  expect(await seen(rosa())).toEqual(expect.arrayContaining([open, expired, withdrawn]))
})

test('somebody who is removed loses all of them at once', async () => {
  const id = await announce(world.as('maya'))
  const zoe = await world.resident('zoe', { unit_number: '' })
  await world.as('maya').members.accept({ id: zoe.id })
  expect(await announcedTo(zoe.call)).toContain(id)
  await world.as('maya').members.remove({ id: zoe.id })
  await expect(announcedTo(zoe.call)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(zoe.call.announcements.get({ id, replies: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const later = await announce(world.as('maya'))
  expect(await mailedAbout('announcement_sent', later)).not.toContain('zoe')
})

test('who announces by the table of powers is the same for mails as for calls', async () => {
  await reset()
  const announces = async () =>
    (await db.query('select may_announce($1) as may', [rosa().id])).rows[0].may as boolean
  for (const office of OFFICES) {
    await world.as('maya').members.setOffices({ id: rosa().id, offices: [office] })
    expect([office, await announces()]).toEqual([
      office,
      DEFAULT_POWERS[office].includes('manage_announcements'),
    ])
  }
  const building = await buildingOf(world.as('maya'))
  await db.query(
    `insert into office_powers (building_id, holder, powers) values ($1, 'board_member', '{manage_announcements}')`,
    [building],
  )
  expect(await announces()).toBe(true)
  await world.as('maya').members.setOffices({ id: rosa().id, offices: [] })
  expect(await announces()).toBe(false)
  expect(ANNOUNCED.audience).toBe('all')
})
