import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { tokenIn } from '../../../../test/mail-files.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { readInvariants } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser } from '../../demo/person.ts'

// Invitations by a file, and who waits: Product 4.1.

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>

beforeAll(async () => {
  const connection = await createWorldDatabase('invitations')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
})
beforeEach(() => db.query('truncate sign_in_limits'))
afterAll(async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
  post.close()
  await Promise.all([db.end(), world.close()])
})

const maya = () => world.as('maya').members
const HEADER = 'Name,Email,Unit,Owner or Renter'
const fileOf = (...lines: string[]) => [HEADER, ...lines].join('\r\n')
const preview = async (csv: string) => (await maya().previewInvitations({ csv })).lines
const shownBy = (lines: Awaited<ReturnType<typeof preview>>) =>
  lines.flatMap((line) => (line.fate === 'invite' ? [line.invitee.email] : []))
/** Imports what a preview shows. */
async function importFile(csv: string) {
  const lines = await preview(csv)
  return { lines, ...(await maya().importInvitations({ csv, shown: shownBy(lines) })) }
}
const peopleOf = async () =>
  (
    await db.query(
      `select p.email, p.first_name, p.last_name, p.unit_number, p.role, p.status from profiles p
       join member_invitations i on i.profile_id = p.id order by p.email`,
    )
  ).rows
/** Somebody opens the link in their newest mail, and chooses a password. */
async function choosePassword(email: string) {
  const browser = openBrowser(world.portal)
  const token = tokenIn((await post.mailsTo(email)).at(-1), 'reset-password')
  await browser.accounts.resetPassword({ token, new_password: PASSWORD })
  return browser
}

const LONG = 'x'.repeat(101)
/** Twenty kinds of faults, each with how its line's reason begins. `n` makes each line another one. */
const FAULTS: [line: (n: number) => string, fate: 'known' | 'refused', reason: RegExp][] = [
  [(n) => `Ann Fault,a${n}@example.com,${n}`, 'refused', /^has 3 fields/],
  [(n) => `Ann Fault,b${n}@example.com,${n},owner,more`, 'refused', /^has 5 fields/],
  [(n) => `,c${n}@example.com,${n},owner`, 'refused', /^has no name/],
  [(n) => `Ann,d${n}@example.com,${n},owner`, 'refused', /^has no last name/],
  [(n) => `${LONG} Fault,e${n}@example.com,${n},owner`, 'refused', /first name can have at most 100/],
  [(n) => `Ann ${LONG},f${n}@example.com,${n},owner`, 'refused', /last name can have at most 100/],
  [(n) => `A\u200Bnn Fault,g${n}@example.com,${n},owner`, 'refused', /invisible character/],
  [(n) => `Ann \u202EFault,h${n}@example.com,${n},owner`, 'refused', /direction of writing/],
  [(n) => `Ann Fault,,${n},owner`, 'refused', /^has no e-mail address/],
  [(n) => `Ann Fault,j${n} at example.com,${n},owner`, 'refused', /^has an e-mail address that is none/],
  [(n) => `Ann Fault,${'k'.repeat(250)}${n}@example.com,${n},owner`, 'refused', /too long/],
  [(n) => `Ann Fault,l${n}@example.com,,owner`, 'refused', /^has no unit/],
  [
    (n) => `Ann Fault,m${n}@example.com,${'9'.repeat(21)},owner`,
    'refused',
    /Unit Number can have at most 20/,
  ],
  [(n) => `Ann Fault,o${n}@example.com,${n},`, 'refused', /^does not say owner or renter/],
  [(n) => `Ann Fault,p${n}@example.com,${n},guest`, 'refused', /^says neither/],
  [(n) => `Ann Fault,person${n}@example.com,${n},owner`, 'refused', /again$/],
  [() => `Ned Test,NED@example.com,3B,owner`, 'known', /^is of somebody who lives here/],
  [() => `Pia Test,pia@example.com,3B,owner`, 'known', /^is of somebody who waits/],
  [() => `Otto Test,otto@example.com,1,owner`, 'refused', /an account elsewhere/],
  [() => `Spam Sender,spam@example.com,1,renter`, 'refused', /is blocked/],
]

/** 300 people: every third line has a fault, all kinds of them in turn. */
const three = Array.from({ length: 300 }, (_, n) => {
  const fault = n % 3 === 2 ? FAULTS[Math.floor(n / 3) % FAULTS.length] : undefined
  if (!fault)
    return { text: `Person Number${n},person${n}@example.com,${n},${n % 2 ? 'renter' : 'owner'}`, fault }
  // Of an address twice: the line before.
  return { text: fault[0](n - 1), fault }
})

describe('a file of 300 people with 20 kinds of faults', () => {
  const csv = fileOf(...three.map(({ text }) => text))
  const good = three.filter(({ fault }) => !fault).length
  let shown: string[] = []

  test('its preview says each line’s fate, and changes nothing', async () => {
    await db.query(`insert into blocked_emails (building_id, email)
      select id, 'spam@example.com' from buildings where address = '1431 Minor Ave'`)
    const lines = await preview(csv)
    expect(lines).toHaveLength(300)
    const twice = new Set<string>()
    for (const [index, { fault }] of three.entries()) {
      const said = lines[index]
      expect(said?.line).toBe(index + 2)
      if (!fault) expect([index, said?.fate]).toEqual([index, 'invite'])
      else {
        const [, fate, reason] = fault
        // Somebody's own address again and again.
        const again = said?.fate === 'refused' && /again$/.test(said.reason)
        if (again) twice.add(said.email)
        else
          expect([index, said?.fate, said]).toEqual([
            index,
            fate,
            { ...said, reason: expect.stringMatching(reason) },
          ])
      }
    }
    expect([...twice].filter((email) => !email.startsWith('person')).sort()).toEqual([
      'ned@example.com',
      'otto@example.com',
      'pia@example.com',
      'spam@example.com',
    ])
    const kinds = new Set(
      lines.flatMap((line) => (line.fate === 'invite' ? [] : [line.reason.replace(/line \d+/, '')])),
    )
    expect(kinds.size).toBe(20)
    expect(await peopleOf()).toEqual([])
  })

  test('importing does exactly that: these people, these units, one mail each', async () => {
    const { lines, invited } = await importFile(csv)
    shown = shownBy(lines)
    expect(invited).toBe(good)
    expect(await peopleOf()).toEqual(
      lines
        .flatMap((line) => (line.fate === 'invite' ? [line.invitee] : []))
        .map(({ tie, ...person }) => ({
          ...person,
          role: tie === 'renter' ? 'member' : 'homeowner',
          status: 'pending',
        }))
        .sort((one, other) => (one.email < other.email ? -1 : 1)),
    )
    const { rows } = await db.query(
      `select count(*)::int as mails, count(distinct m.recipient)::int as people from mails m
       join events e on e.id = m.event_id where e.kind = 'invitation_sent'`,
    )
    expect(rows).toEqual([{ mails: good, people: good }])
    expect(await maya().queue()).toMatchObject({ invited: good })
  })

  test('twice adds nothing', async () => {
    const before = await peopleOf()
    // As after a lost response.
    expect(await maya().importInvitations({ csv, shown })).toEqual({ invited: 0 })
    const again = await importFile(csv)
    expect(again.invited).toBe(0)
    expect(again.lines.filter(({ fate }) => fate === 'invite')).toEqual([])
    expect(await peopleOf()).toEqual(before)
  })
})

test('an invited person is in once they choose a password, and holds their unit', async () => {
  await importFile(fileOf('Rita Rent,rita@example.com,Unit 77,renter', 'Olaf Own,olaf@example.com,#77,owner'))
  const rita = await choosePassword('rita@example.com')
  await choosePassword('olaf@example.com')
  expect(await rita.accounts.session()).toMatchObject({ viewer: { kind: 'resident' }, role: 'member' })
  const { units } = await maya().units({ page: 1, search: '77' })
  const shown = units.map(({ number, people }) => [number, people.map(({ name, tie }) => `${name} ${tie}`)])
  expect(shown).toContainEqual(['Unit 77', ['Olaf Own owner', 'Rita Rent renter']])
  const { rows } = await db.query(
    `select kind from events where subject = (select id from profiles where email = $1) order by id`,
    ['rita@example.com'],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['invitation_sent', 'password_reset', 'invitation_accepted'])
  expect((await maya().queue()).people.map(({ email }) => email)).not.toContain('rita@example.com')
})

test('a withdrawn invitation opens nothing; one that is sent again replaces the link before', async () => {
  await importFile(fileOf('Wanda With,wanda@example.com,78,owner', 'Ava Again,ava@example.com,79,owner'))
  const { rows } = await db.query(
    `select id, email from profiles where email in ('wanda@example.com', 'ava@example.com') order by email desc`,
  )
  const [wanda, ava] = rows.map(({ id }) => id)
  const old = tokenIn((await post.mailsTo('wanda@example.com')).at(-1), 'reset-password')
  await maya().decline({ id: wanda, reason: null })
  await expect(
    openBrowser(world.portal).accounts.resetPassword({ token: old, new_password: PASSWORD }),
  ).rejects.toThrow('This link has expired')
  const first = tokenIn((await post.mailsTo('ava@example.com')).at(-1), 'reset-password')
  await maya().inviteAgain({ id: ava })
  await expect(
    openBrowser(world.portal).accounts.resetPassword({ token: first, new_password: PASSWORD }),
  ).rejects.toThrow('This link has expired')
  expect((await (await choosePassword('ava@example.com')).accounts.session())?.viewer.kind).toBe('resident')
  await expect(maya().inviteAgain({ id: ava })).rejects.toThrow('not invited any more')
  await expect(maya().inviteAgain({ id: world.idOf('pia') })).rejects.toThrow('not invited any more')
})

test('who is removed invites nobody: their links end, and who was invited by them waits for approval', async () => {
  await maya().setOffices({ id: world.idOf('ned'), offices: ['secretary'] })
  const ned = world.as('ned').members
  const csv = fileOf('Ines Invited,ines@example.com,80,owner')
  await ned.importInvitations({ csv, shown: ['ines@example.com'] })
  const { address } = await ned.createLink({ unit_number: '81', tie: 'owner', max_uses: 3, days: 7 })
  expect(await maya().removal({ id: world.idOf('ned') })).toEqual({
    units: [{ number: '3B', tie: 'owner' }],
    offices: ['secretary'],
    links: 1,
    invited: 1,
    offered: false,
    votes: 0,
    proxies: [],
    elections: 0,
  })
  await maya().remove({ id: world.idOf('ned') })
  const token = address.split('#')[1] ?? ''
  await expect(world.anonymous.accounts.openInvitation({ token })).rejects.toThrow('This link has expired')
  const ines = await choosePassword('ines@example.com')
  expect((await ines.accounts.session())?.viewer.kind).toBe('pending')
  expect((await maya().queue()).people.find(({ email }) => email === 'ines@example.com')).toMatchObject({
    invited: false,
  })
  await maya().accept({ id: world.idOf('ned') })
  expect((await maya().offices()).officers).toEqual([])
})

test('a file is UTF-8 text with its columns, and not too long', async () => {
  const refused = (csv: string) =>
    maya()
      .previewInvitations({ csv })
      .catch((error: Error) => error.message)
  expect(await refused('')).toBe('The file is empty')
  expect(await refused('Name,Email\n')).toContain('no column Unit')
  expect(await refused(`${HEADER}\nA\0B,x@example.com,1,owner`)).toBe('This is not a text file')
  expect(await refused(`${HEADER}\nJos\uFFFD B,x@example.com,1,owner`)).toContain('not in UTF-8')
  expect(await refused(`${HEADER}\n"Ann Open,x@example.com,1,owner`)).toContain('not closed')
  const many = fileOf(...Array.from({ length: 1001 }, (_, n) => `Ann Many,many${n}@example.com,${n},owner`))
  expect(await refused(many)).toContain('more than 1000 lines')
  const lines = await preview(
    '\uFEFFEmail;Name;Owner or Renter;Unit\r\n\r\nsemi@example.com;"Colon; Semi";Owner;82\r\n',
  )
  expect(lines).toMatchObject([
    { line: 3, fate: 'invite', invitee: { first_name: 'Colon;', unit_number: '82' } },
  ])
})

test('a day’s lines are limited, so that nobody tests many addresses', async () => {
  const csv = fileOf(...Array.from({ length: 1000 }, (_, n) => `Ann Many,try${n}@example.com,${n},owner`))
  for (let time = 0; time < 4; time += 1) await preview(csv)
  await expect(preview(csv)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('who waits comes first with their unit, who holds it, and what they wrote; others don’t see it', async () => {
  const nora = await world.resident('nora', {
    unit_number: '3-B',
    note: ' Your new neighbor from upstairs. ',
  })
  const { people, waiting } = await maya().queue()
  expect(waiting).toBe(people.filter(({ invited }) => !invited).length)
  expect(people.findIndex(({ invited }) => invited)).toBeGreaterThanOrEqual(waiting)
  expect(people.find(({ id }) => id === nora.id)).toMatchObject({
    unit_number: '3-B',
    note: 'Your new neighbor from upstairs.',
    by_link: false,
    invited: false,
    holders: expect.arrayContaining([{ name: 'Maya Test', tie: 'owner' }]),
  })
  const own = await nora.call.members.queue().catch((error: Error) => error.message)
  expect(own).toContain('not allowed')
  await maya().accept({ id: nora.id })
  expect((await db.query('select from join_requests where profile_id = $1', [nora.id])).rowCount).toBe(0)
})
