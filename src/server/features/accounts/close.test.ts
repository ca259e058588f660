import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { tokenIn } from '../../../../test/mail-files.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { readInvariants } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser, signIn } from '../../demo/person.ts'

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>

beforeAll(async () => {
  const connection = await createWorldDatabase('close')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
})
afterAll(async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
  post.close()
  await Promise.all([db.end(), world.close()])
})

const TOMORROW = { preferred_start_date: '2026-11-21' }
const proof = { current_password: PASSWORD }
const accountsOf = async (email: string) =>
  (
    await db.query(
      'select from auth_users where email = $1 union all select from profiles where email = $1',
      [email],
    )
  ).rowCount

test('takes the password; a wrong one closes nothing, and guesses are limited', async () => {
  await expect(world.as('ned').accounts.close({ current_password: 'wrong' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Current Password is not right',
  })
  expect(await accountsOf('ned@example.com')).toBe(2)
})

test('a resident’s requests and their building stay, without their name; they are mailed, and may sign up again', async () => {
  const service = await world.request('Landscaping', {}, 'ned')
  const id = world.idOf('ned')
  await world.as('ned').accounts.close(proof)
  expect(await accountsOf('ned@example.com')).toBe(0)
  expect(await world.as('ned').accounts.session()).toBeNull()
  await expect(signIn(world.portal, { email: 'ned@example.com', password: PASSWORD })).rejects.toThrow(
    'Invalid email or password',
  )
  const services = await world.as('maya').services.list()
  expect(services.map((each) => each.id)).toContain(service)
  const { members } = await world.as('maya').members.list()
  expect(members.map(({ email }) => email)).not.toContain('ned@example.com')
  const left = await db.query('select requested_by from building_services where id = $1', [service])
  expect(left.rows).toEqual([{ requested_by: null }])
  expect(
    (await db.query(`select data from events where kind = 'account_closed' and subject = $1`, [id])).rows,
  ).toEqual([{ data: {} }])
  expect((await post.mailsTo('ned@example.com')).at(-1)).toContain('was closed, and')
  await world.resident('ned')
})

test('a captain hands over first; the last person of a building leaves once nothing is open', async () => {
  const { members } = await world.as('maya').members.list()
  const ned = members.find(({ email }) => email === 'ned@example.com')
  await world.as('maya').members.accept({ id: ned?.id ?? '' })
  await expect(world.as('maya').accounts.close(proof)).rejects.toThrow('Hand over first')
  const lone = await world.resident('lone', { address: '77 Lone Ave', number_of_units: 1 })
  const service_type_id = world.typeId('Tree Care')
  const { id } = await lone.call.services.request({
    service_type_id,
    description: 'The maple',
    service_type: 'on-demand',
    preferred_start_date: '2026-12-01',
  })
  await expect(lone.call.accounts.close(proof)).rejects.toThrow('1 request of your building is still open')
  await world.quote('evergreen', id, 9_000)
  const [quote] = (await lone.call.quotes.received({ building_service_id: id })).quotes
  await lone.call.quotes.accept({ id: quote?.id ?? '', per_visit_price: 9_000 })
  await expect(lone.call.accounts.close(proof)).rejects.toThrow('There is still 1 visit to come')
  const { visits } = await lone.call.visits.upcoming({ page: 1 })
  for (const { id, scheduled_date: shown_date, scheduled_time: shown_time } of visits)
    await lone.call.visits.cancel({ id, shown_date, shown_time, reason: 'I move out' })
  const waits = await world.resident('waits', { address: '77 Lone Ave', number_of_units: 1 })
  await expect(lone.call.accounts.close(proof)).rejects.toThrow('1 person waits for your approval')
  await waits.call.accounts.close(proof)
  await lone.call.accounts.close(proof)
  const building = await db.query(`select captain_id from buildings where address = '77 Lone Ave'`)
  expect(building.rows).toEqual([{ captain_id: null }])
  const next = await world.resident('next', { address: '77 Lone Ave', number_of_units: 1 })
  expect(await next.call.accounts.session()).toMatchObject({ role: 'captain' })
})

test('who waits withdraws, also as the next HOA representative, and the captain stays', async () => {
  const email = 'hope@example.com'
  await world.as('maya').members.add({ full_name: 'Hope Lind', email, unit_number: '7', role: 'captain' })
  const browser = openBrowser(world.portal)
  const token = tokenIn((await post.mailsTo(email)).at(-1), 'reset-password')
  await browser.accounts.resetPassword({ token, new_password: PASSWORD })
  expect((await browser.accounts.session())?.viewer.kind).toBe('pending')
  await browser.accounts.close(proof)
  await world.as('pia').accounts.close(proof)
  expect(await accountsOf(email)).toBe(0)
  expect(await accountsOf('pia@example.com')).toBe(0)
  expect(await world.as('maya').accounts.session()).toMatchObject({ role: 'captain' })
  const { rows } = await db.query('select captain_id from buildings where captain_id = $1', [
    world.idOf('maya'),
  ])
  expect(rows).toHaveLength(1)
})

test('a vendor’s open quotes are withdrawn, and nobody asks them again; visits to come are cancelled first', async () => {
  const [open, taken] = [await world.request('Snow Removal'), await world.request('Window Washing', TOMORROW)]
  await world.quote('hilltop', open, 12_000)
  const accepted = await world.quote('hilltop', taken, 30_000)
  await world.as('maya').quotes.accept({ id: accepted, per_visit_price: 30_000 })
  const close = () => world.as('hilltop').accounts.close(proof)
  await expect(close()).rejects.toThrow(/There are still \d+ visits to come\. Cancel them first/)
  const { visits } = await world.as('hilltop').visits.upcoming({ page: 1 })
  for (const { id, scheduled_date: shown_date, scheduled_time: shown_time } of visits)
    await world.as('hilltop').visits.cancel({ id, shown_date, shown_time, reason: 'We close the shop' })
  await close()
  expect(await accountsOf('hilltop@example.com')).toBe(0)
  const { quotes } = await world.as('maya').quotes.received({ building_service_id: open })
  expect(quotes.map(({ company_name }) => company_name)).not.toContain('Hilltop Care')
  const offering = await world.as('maya').vendors.offering({ service_type_id: world.typeId('Snow Removal') })
  expect(offering.map(({ company_name }) => company_name)).not.toContain('Hilltop Care')
  const kept = await db.query(
    `select status, company_name from service_quotes q join vendor_profiles v on v.id = q.vendor_id
    where q.id = $1`,
    [accepted],
  )
  expect(kept.rows).toEqual([{ status: 'accepted', company_name: 'Hilltop Care' }])
})

test('of an acceptance and a closing at once, one fails', async () => {
  const service = await world.request('Tree Care')
  const quote = await world.quote('evergreen', service, 5_000)
  const outcomes = await Promise.allSettled([
    world.as('maya').quotes.accept({ id: quote, per_visit_price: 5_000 }),
    world.as('evergreen').accounts.close(proof),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
