import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../src/server/demo/person.ts'
import { signLinkToken } from '../src/server/session/tokens.ts'
import { openTwoServers, ROUNDS, TIME } from './two-servers.ts'
import { type Name, PASSWORD, type World } from './world.ts'

// People of a building change it at the same time, each on a server of their own. Product 4.1, 4.2
let servers: Awaited<ReturnType<typeof openTwoServers>>
let world: World
let db: pg.Pool

beforeAll(async () => {
  servers = await openTwoServers('member_races')
  world = servers.world
  db = servers.db
})
beforeEach(() => db.query('truncate sign_in_limits'))
afterEach(async () => {
  const { rows } = await db.query(`select b.address from buildings b
    where exists (select from profiles p where p.building_id = b.id and p.status = 'active')
      and 1 <> (select count(*) from profiles p where p.building_id = b.id and p.status = 'active' and p.role = 'captain' and p.id = b.captain_id)`)
  expect(rows, 'one captain in each building').toEqual([])
})
afterAll(() => servers.close())

const here = (name: Name) => servers.here(name)
const there = (name: Name) => servers.there(name)
// Who was first may have taken the other's power, account or link.
const REFUSALS = ['CONFLICT', 'FORBIDDEN', 'UNAUTHORIZED', 'BAD_REQUEST']
const race = (round: number, one: () => Promise<unknown>, another: () => Promise<unknown>, longest = 20) =>
  servers.race(round, one, another, longest, REFUSALS)
const proof = { current_password: PASSWORD }

/** Maya is the captain, ned her neighbor, and nobody is asked. */
async function settle(): Promise<void> {
  await db.query(`begin;
    delete from captaincy_offers;
    update profiles set role = 'homeowner' where email in ('maya@example.com', 'ned@example.com');
    update profiles set role = 'captain', status = 'active' where email = 'maya@example.com';
    update profiles set status = 'active' where email = 'ned@example.com';
    update buildings set captain_id = '${world.idOf('maya')}' where address = '1431 Minor Ave';
    delete from sign_in_limits;
    commit`)
}
async function captain(): Promise<Name | undefined> {
  const { rows } = await db.query(`select captain_id from buildings where address = '1431 Minor Ave'`)
  return (['maya', 'ned'] as const).find((name) => world.idOf(name) === rows[0]?.captain_id)
}

test('the captaincy is accepted, or its person is removed; never both, and there is one captain [Product 4.1]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await settle()
    await here('maya').members.offerCaptaincy({ id: world.idOf('ned'), ...proof })
    const [accepted, removed] = await race(
      round,
      () => there('ned').members.acceptCaptaincy({}),
      () => here('maya').members.remove({ id: world.idOf('ned') }),
    )
    expect(accepted).not.toBe(removed)
    expect(await captain()).toBe(accepted ? 'ned' : 'maya')
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('the captaincy is accepted, or withdrawn [Product 4.1]', { timeout: TIME }, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await settle()
    await here('maya').members.offerCaptaincy({ id: world.idOf('ned'), ...proof })
    const [accepted, withdrawn] = await race(
      round,
      () => there('ned').members.acceptCaptaincy({}),
      () => here('maya').members.withdrawCaptaincy({}),
    )
    expect(accepted).not.toBe(withdrawn)
    expect(await captain()).toBe(accepted ? 'ned' : 'maya')
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('an office is given while its person becomes the captain, who holds none [Product 4.2]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await settle()
    await here('maya').members.offerCaptaincy({ id: world.idOf('ned'), ...proof })
    const [accepted] = await race(
      round,
      () => there('ned').members.acceptCaptaincy({}),
      () => here('maya').members.setOffices({ id: world.idOf('ned'), offices: ['treasurer'] }),
    )
    expect(accepted).toBe(true)
    expect(await captain()).toBe('ned')
    const { rows } = await db.query('select office from officers where profile_id = $1', [world.idOf('ned')])
    expect(rows).toEqual([])
  }
})

test('the last captain leaves twice at once: the building is left once [Product 4.2]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.query('truncate sign_in_limits')
    const lone = await world.resident(`lone${round}`, { address: `${round} Lone Street`, number_of_units: 1 })
    const elsewhere = openBrowser(servers.other, undefined, lone.jar)
    const results = await race(
      round,
      () => lone.call.accounts.close(proof),
      () => elsewhere.accounts.close(proof),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    const { rows } = await db.query('select captain_id from buildings where address = $1', [
      `${round} Lone Street`,
    ])
    expect(rows).toEqual([{ captain_id: null }])
  }
})

test('a captain leaves while somebody who is invited comes: nobody lives in a building without a captain [Product 4.2]', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.query('truncate sign_in_limits')
    const address = `${round} Leaving Street`
    const old = await world.resident(`old${round}`, { address, number_of_units: 2 })
    const csv = `Name,Email,Unit,Owner or Renter\nNew Person,new${round}@example.com,2,owner`
    await old.call.members.importInvitations({ csv, shown: [`new${round}@example.com`] })
    const token = await linkOf(`new${round}@example.com`)
    const browser = openBrowser(servers.other)
    // Who is invited counts as somebody who waits: the captain is refused before and after.
    const results = await race(
      round,
      () => browser.accounts.resetPassword({ token, new_password: PASSWORD }),
      () => old.call.accounts.close(proof),
    )
    expect(results).toEqual([true, false])
  }
})

/** The token in the mail of an invited person. */
async function linkOf(email: string): Promise<string> {
  const { rows } = await db.query(
    `select id from account_links where email = $1 and purpose = 'reset_password' and void_at is null`,
    [email],
  )
  return signLinkToken(world.portal.config.secret, rows[0].id)
}

test('an invitation is accepted, or withdrawn [Product 4.1]', { timeout: TIME }, async () => {
  await settle()
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.query('truncate sign_in_limits')
    const email = `invited${round}@example.com`
    const csv = `Name,Email,Unit,Owner or Renter\nIda Berg,${email},${round},owner`
    await here('maya').members.importInvitations({ csv, shown: [email] })
    const { rows } = await db.query('select id from profiles where email = $1', [email])
    const token = await linkOf(email)
    const browser = openBrowser(servers.other)
    const [accepted, withdrawn] = await race(
      round,
      () => browser.accounts.resetPassword({ token, new_password: PASSWORD }),
      () => here('maya').members.decline({ id: rows[0].id }),
      80,
    )
    expect(accepted).not.toBe(withdrawn)
    const left = await db.query('select status from profiles where email = $1', [email])
    expect(left.rows).toEqual(accepted ? [{ status: 'active' }] : [])
    outcomes.add(`${accepted}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('a link is used, or revoked, and counted right [Product 4.1]', { timeout: TIME }, async () => {
  await settle()
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.query('truncate sign_in_limits')
    await db.query('update invitation_links set revoked_at = now() where revoked_at is null')
    const { address } = await here('maya').members.createLink({
      unit_number: '9',
      tie: 'renter',
      max_uses: 1,
      days: 1,
    })
    const [link] = await here('maya').members.links()
    const person = { first_name: 'Lin', last_name: 'Kay', phone: null, unit_number: null, note: null }
    const token = address.split('#')[1] ?? ''
    const browser = openBrowser(servers.other)
    const [used, revoked] = await race(
      round,
      () =>
        browser.accounts.signUpByLink({
          ...person,
          token,
          email: `lin${round}@example.com`,
          password: PASSWORD,
        }),
      () => here('maya').members.revokeLink({ id: link?.id ?? '' }),
      80,
    )
    expect(revoked).toBe(true)
    const { rows } = await db.query(
      `select uses, (select count(*)::int from profiles where email = $2) as people from invitation_links where id = $1`,
      [link?.id, `lin${round}@example.com`],
    )
    expect(rows).toEqual([used ? { uses: 1, people: 1 } : { uses: 0, people: 0 }])
    outcomes.add(`${used}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(2)
})

test('two imports of one file at once invite everybody once [Product 4.1]', { timeout: TIME }, async () => {
  await settle()
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.query('truncate sign_in_limits')
    const shown = ['a', 'b', 'c'].map((name) => `${name}${round}.file@example.com`)
    const csv = [
      'Name,Email,Unit,Owner or Renter',
      ...shown.map((email, at) => `Ann File,${email},${at},owner`),
    ].join('\n')
    const results = await race(
      round,
      () => here('maya').members.importInvitations({ csv, shown }),
      () => there('maya').members.importInvitations({ csv, shown }),
    )
    expect(results).toEqual([true, true])
    const { rows } = await db.query(
      `select count(*)::int as people, count(distinct email)::int as addresses from profiles where email = any ($1)`,
      [shown],
    )
    expect(rows).toEqual([{ people: 3, addresses: 3 }])
  }
})
