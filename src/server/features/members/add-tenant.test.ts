import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { tokenIn } from '../../../../test/mail-files.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { RESIDENT_POWERS } from '../../../domain/members/office.ts'
import { POWERS } from '../../../domain/viewer.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser } from '../../demo/person.ts'

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>

beforeAll(async () => {
  const connection = await createWorldDatabase('tenants')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
})
afterAll(async () => {
  post.close()
  await Promise.all([db.end(), world.close()])
})

const tenant = (email: string, more: object = {}) => ({
  full_name: 'Tess van der Berg',
  email,
  unit_number: '7B',
  role: 'member' as const,
  ...more,
})
const members = () => world.as('maya').members
async function memberOf(email: string) {
  const member = (await members().list()).members.find((each) => each.email === email)
  if (!member) throw new Error(`${email} is no member`)
  return member
}

/** The browser of an added person who opened the link in the mail; they are not accepted yet. */
async function choosePassword(email: string) {
  const browser = openBrowser(world.portal)
  const [mail] = await post.mailsTo(email)
  const token = tokenIn(mail, 'reset-password')
  const link = { email, invited: true, company: null, at_once: false }
  expect(await browser.accounts.openResetLink({ token })).toEqual(link)
  expect(await browser.accounts.resetPassword({ token, new_password: PASSWORD })).toEqual({ signed_in: true })
  return browser
}

test('the person is pending, gets a link to choose a password, and gets access once accepted [5.tenant.8] [5.tenant.9] [7.members.3] [V6.4.1]', async () => {
  const email = 'tess@example.com'
  await members().add(tenant(' Tess@Example.com '))
  expect(await memberOf(email)).toMatchObject({
    first_name: 'Tess',
    last_name: 'van der Berg',
    unit_number: '7B',
    role: 'member',
    status: 'pending',
  })
  const before = openBrowser(world.portal)
  const wrong = { code: 'UNAUTHORIZED', message: 'Invalid email or password' }
  for (const password of [PASSWORD, 'x'])
    await expect(before.accounts.signIn({ email, password })).rejects.toMatchObject(wrong)

  const [mail, ...more] = await post.mailsTo(email)
  expect(more).toEqual([])
  expect(mail?.replace(/\s+/g, ' ')).toContain('The HOA representative of your building has added you')
  const browser = await choosePassword(email)
  expect(await browser.accounts.session()).toMatchObject({ viewer: { kind: 'pending' }, building: null })
  await expect(browser.members.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const token = tokenIn(mail, 'reset-password')
  await expect(browser.accounts.resetPassword({ token, new_password: PASSWORD })).rejects.toThrow('expired')

  await members().accept({ id: (await memberOf(email)).id })
  expect(await browser.accounts.session()).toMatchObject({
    viewer: { kind: 'resident', powers: RESIDENT_POWERS },
  })
})

test('the link of an invitation works for seven days [V6.4.1]', async () => {
  await members().add(tenant('late@example.com'))
  const { rows } = await db.query(
    `select extract(epoch from expires_at - created_at)::int as seconds from account_links where email = 'late@example.com'`,
  )
  expect(rows).toEqual([{ seconds: 7 * 24 * 60 * 60 }])
})

test('an address that is taken anywhere in the city is rejected, in the building and elsewhere in other words, and nothing is stored', async () => {
  const here = 'somebody of your building has this e-mail address already'
  const elsewhere =
    'this e-mail address has an account already. Please enter another one, or ask them to close that account first'
  for (const [email, message] of [
    ['ned@example.com', here],
    ['pia@example.com', here],
    ['otto@example.com', elsewhere],
    ['CURB@example.com', elsewhere],
  ] as const)
    await expect(members().add(tenant(email))).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
      message,
      cause: { field: 'email' },
    })
  await expect(members().add(tenant('x@example.com', { full_name: 'Cher' }))).rejects.toThrow(
    'Full Name must have a first and a last name',
  )
  const { rows } = await db.query(
    `select (select count(*)::int from events where kind = 'member_invited') as invited,
     (select count(*)::int from auth_users where email = 'x@example.com') as left_over`,
  )
  expect(rows).toEqual([{ invited: 2, left_over: 0 }])
})

test('a captain can invite 50 people an hour, and uses up nobody else’s links', async () => {
  await db.query('truncate sign_in_limits')
  await members().add(tenant('first@example.com'))
  await db.query(`update sign_in_limits set points = 50 where key = 'invitation:' || $1`, [
    world.idOf('maya'),
  ])
  await expect(members().add(tenant('more@example.com'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await openBrowser(world.portal).accounts.requestPasswordReset({ email: 'ned@example.com' })
  const { rows } = await db.query(`select key, points from sign_in_limits where key like 'link-address:%'`)
  expect(rows).toEqual([{ key: 'link-address:127.0.0.1', points: 1 }])
  await db.query('truncate sign_in_limits')
})

test('only a captain adds people, and only to their own building [6.captain.4]', async () => {
  await expect(world.as('ned').members.add(tenant('n@example.com'))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const calls = [
    `select add_tenant('A', 'B', 'n@example.com', '1', 'member')`,
    `select can_sign_in('${world.idOf('ned')}')`,
    `select hand_over_captain('${world.idOf('ned')}')`,
  ]
  const client = await db.connect()
  try {
    for (const call of calls) {
      await client.query('begin')
      await client.query(`set local role stoop_viewer`)
      await client.query(
        `select set_config('stoop.viewer_id', $1, true), set_config('stoop.viewer_kind', 'resident', true),
         set_config('stoop.building_id', (select current_setting('stoop.nothing', true)), true)`,
        [world.idOf('ned')],
      )
      await expect(client.query(call)).rejects.toMatchObject({ code: '42501' })
      await client.query('rollback')
    }
  } finally {
    client.release()
  }
})

describe('a person added as captain', () => {
  const email = 'hope@example.com'
  let hope: Awaited<ReturnType<typeof choosePassword>>

  test('takes over only when the captain confirms, and only after choosing a password [V2.3.1]', async () => {
    await members().add(tenant(email, { full_name: 'Hope Lind', role: 'captain' }))
    const { id } = await memberOf(email)
    await expect(members().accept({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'accepting this person makes them the HOA representative in your place. Please confirm that',
    })
    await expect(members().accept({ id, hand_over: true, current_password: PASSWORD })).rejects.toThrow(
      'has not chosen a password yet',
    )
    expect((await memberOf(email)).status).toBe('pending')
    expect(await world.as('maya').accounts.session()).toMatchObject({ viewer: { powers: POWERS } })
  })

  test('is then the building’s only captain, and the former one is a tenant at the next call', async () => {
    hope = await choosePassword(email)
    const { id } = await memberOf(email)
    await expect(members().accept({ id, hand_over: true })).rejects.toThrow('Current Password is required')
    await expect(members().accept({ id, hand_over: true, current_password: 'a guess' })).rejects.toThrow(
      'Current Password is not right',
    )
    await members().accept({ id, hand_over: true, current_password: PASSWORD })
    expect(await hope.accounts.session()).toMatchObject({
      viewer: { kind: 'resident', powers: POWERS },
      role: 'captain',
    })
    expect(await world.as('maya').accounts.session()).toMatchObject({
      viewer: { powers: RESIDENT_POWERS },
      role: 'homeowner',
    })
    await expect(members().add(tenant('again@example.com'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { rows } = await db.query(
      `select b.captain_id, array_agg(p.id) as captains from buildings b join profiles p on p.building_id = b.id
       where b.address = '1431 Minor Ave' and p.role = 'captain' group by b.captain_id`,
    )
    expect(rows).toEqual([{ captain_id: id, captains: [id] }])
    await hope.members.remove({ id: world.idOf('maya') })
  })

  test('hands back to who was the captain before', async () => {
    const maya = world.idOf('maya')
    await hope.members.accept({ id: maya })
    await hope.members.offerCaptaincy({ id: maya, current_password: PASSWORD })
    await world.as('maya').members.acceptCaptaincy({})
    expect(await world.as('maya').accounts.session()).toMatchObject({ role: 'captain' })
    expect(await hope.accounts.session()).toMatchObject({
      viewer: { powers: RESIDENT_POWERS },
      role: 'homeowner',
    })
  })

  test('takes over alone when two are accepted at once', async () => {
    const otto = world.as('otto').members
    const ids: string[] = []
    for (const name of ['one', 'two']) {
      await otto.add(tenant(`${name}@example.com`, { role: 'captain' }))
      await choosePassword(`${name}@example.com`)
      ids.push((await otto.list()).members.find((each) => each.email === `${name}@example.com`)?.id ?? '')
    }
    const results = await Promise.allSettled(
      ids.map((id) => otto.accept({ id, hand_over: true, current_password: PASSWORD })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await db.query(
      `select count(*)::int as captains, bool_and(b.captain_id = p.id) as named
       from buildings b join profiles p on p.building_id = b.id
       where b.address = '420 Denny Way' and p.role = 'captain' and p.status = 'active'`,
    )
    expect(rows).toEqual([{ captains: 1, named: true }])
  })
})
