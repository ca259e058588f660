import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOfficer, awardOf, RULE } from '../../../../test/awards.ts'
import { createWorldDatabase } from '../../../../test/database.ts'
import { MINOR, NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'
import type { Person } from '../../demo/person.ts'
import { runAwards } from './run-awards.ts'

let world: World
let db: pg.Pool
let tess: Person
let ruth: Person

beforeAll(async () => {
  const connection = await createWorldDatabase('awards')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  tess = await addOfficer(world, 'maya', 'tess', MINOR)
  ruth = await addOfficer(world, 'maya', 'ruth', MINOR, 'secretary')
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services, spending_policies cascade')
})

const PRICE = { per_visit_price: 90_00 }
const NO_INTEREST = { ...PRICE, interest: false }
/** Up to 200 dollars alone, up to 500 two; a request of the tests has four visits. */
const STEPS = { alone_up_to: 200_00, two_up_to: 500_00, names_in_record: false }
const DATES = { preferred_start_date: '2026-12-11', preferred_end_date: '2027-03-05' }

const query = async (text: string, values: unknown[] = []) => (await db.query(text, values)).rows
const setRule = (rule = STEPS, version = 0) => world.as('maya').awards.setPolicy({ version, ...rule })
/** A request with a price of curb. */
async function offered(per_visit_price = 90_00) {
  const service = await world.request('Snow Removal', DATES)
  return { service, id: await world.quote('curb', service, per_visit_price) }
}
const stateOf = async (id: string) => {
  const [row] = await query(
    `select q.status, a.state, a.needs, a.annual_cost, a.ended_reason,
       (select count(*)::int from appointments v where v.service_quote_id = q.id) as visits
     from service_quotes q left join awards a on a.service_quote_id = q.id where q.id = $1 order by a.proposed_at desc limit 1`,
    [id],
  )
  return row
}
const kinds = async (like: string) =>
  (await query('select kind from events where kind like $1 order by id', [like])).map(({ kind }) => kind)
const mailed = async (kind: string) =>
  (
    await query(
      `select recipient from mails m join events e on e.id = m.event_id where e.kind = $1 order by 1`,
      [kind],
    )
  ).map(({ recipient }) => recipient)

describe('a rule for spending', () => {
  test('is off until it is set; each change is a version with who set it [Product 4.3]', async () => {
    expect(await world.as('ned').awards.policy()).toEqual({ present: null, versions: [] })
    await setRule()
    await setRule()
    await setRule({ ...STEPS, two_up_to: 900_00 }, 1)
    const { present, versions } = await world.as('ned').awards.policy()
    expect(present).toMatchObject({ version: 2, two_up_to: 900_00, set_name: 'Maya Test' })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    await expect(setRule(STEPS, 1)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(db.query('update spending_policies set two_up_to = 1000000')).rejects.toThrow(/stays/)
    await expect(db.query('delete from spending_policies')).rejects.toThrow(/stays/)
  })

  test('without one any resident accepts, and the record says so [Product 4.3]', async () => {
    const { id, service } = await offered()
    expect(await world.as('ned').quotes.accept({ id, ...PRICE })).toEqual({ visits: 4 })
    expect(await stateOf(id)).toMatchObject({ status: 'accepted', state: 'accepted', needs: 'anyone' })
    expect(await world.as('ned').awards.record({ building_service_id: service })).toMatchObject([
      {
        company_name: 'Curb & Corner',
        quotes: 1,
        is_lowest: true,
        approvals: [{ name: 'Ned Test' }],
        vote: null,
      },
    ])
  })
})

describe('under a rule', () => {
  test('an officer decides alone up to the first limit, and nobody else does [Product 4.3]', async () => {
    await setRule()
    const { id } = await offered(50_00)
    const shown = { id, per_visit_price: 50_00, interest: false }
    await expect(world.as('ned').quotes.accept(shown)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(tess.call.quotes.accept({ id, per_visit_price: 50_00 })).rejects.toThrow(/interest/)
    expect(await tess.call.quotes.accept(shown)).toEqual({ visits: 4 })
    expect(await stateOf(id)).toMatchObject({ state: 'accepted', needs: 'alone', annual_cost: 200_00 })
  })

  test('above it waits for another officer, who is mailed; both approvals are in the record [Product 4.3]', async () => {
    await setRule()
    const { id, service } = await offered()
    expect(await tess.call.quotes.accept({ id, ...NO_INTEREST })).toEqual({ visits: 0, waits: 'two' })
    // The same again changes nothing.
    expect(await tess.call.quotes.accept({ id, ...NO_INTEREST })).toEqual({ visits: 0, waits: 'two' })
    expect(await stateOf(id)).toMatchObject({ status: 'pending', state: 'waiting', visits: 0 })
    expect(await mailed('award_waiting')).toEqual(['maya@example.com', 'ruth@example.com'])
    const award = await awardOf(world, id)
    await expect(tess.call.awards.approve({ id: award, interest: false })).rejects.toThrow(/another officer/)
    await expect(world.as('ned').awards.approve({ id: award, interest: false })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(ruth.call.quotes.accept({ id, ...NO_INTEREST })).rejects.toThrow(/waits/)
    expect(await ruth.call.awards.approve({ id: award, interest: false })).toEqual({ visits: 4 })
    expect(await stateOf(id)).toMatchObject({ status: 'accepted', state: 'accepted', visits: 4 })
    expect(await mailed('award_approved')).toEqual(['tess@example.com'])
    const [record] = await world.as('ned').awards.record({ building_service_id: service })
    expect(record?.approvals.map(({ name }) => name)).toEqual(['Tess Test', 'Ruth Test'])
    await expect(world.as('maya').awards.approve({ id: award, interest: false })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await breachesOf(world.portal.db)).toEqual([])
  })

  test('is withdrawn by who chose, or refused by another officer with a reason; the quotes are open again [Product 4.3]', async () => {
    await setRule()
    const { id } = await offered()
    await tess.call.quotes.accept({ id, ...NO_INTEREST })
    const first = await awardOf(world, id)
    await expect(ruth.call.awards.withdraw({ id: first })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(tess.call.awards.refuse({ id: first, reason: 'No.' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await tess.call.awards.withdraw({ id: first })
    expect(await mailed('award_withdrawn')).toEqual(['maya@example.com', 'ruth@example.com'])
    world.clock.now = new Date(NOW.getTime() + 60_000)
    await tess.call.quotes.accept({ id, ...NO_INTEREST })
    const second = await awardOf(world, id)
    await ruth.call.awards.refuse({ id: second, reason: 'It costs too much.' })
    expect(await stateOf(id)).toMatchObject({
      status: 'pending',
      state: 'refused',
      ended_reason: 'It costs too much.',
    })
    expect(await mailed('award_refused')).toEqual(['tess@example.com'])
    expect(await kinds('award_%')).toEqual([
      'award_waiting',
      'award_withdrawn',
      'award_waiting',
      'award_refused',
    ])
    expect(await breachesOf(world.portal.db)).toEqual([])
  })

  test('a quote that is not the lowest that leaves nothing out needs a reason, which members read [Product 4.3]', async () => {
    await setRule()
    const { id, service } = await offered(50_00)
    await world.quote('evergreen', service, 40_00)
    const shown = { id, per_visit_price: 50_00, interest: false }
    await expect(tess.call.quotes.accept(shown)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await tess.call.quotes.accept({ ...shown, record_reason: 'They know the ramp.' })
    expect(await world.as('ned').awards.record({ building_service_id: service })).toMatchObject([
      { quotes: 2, lowest: 160_00, highest: 200_00, is_lowest: false, reason: 'They know the ramp.' },
    ])
  })

  test('members read of losing vendors only where the building says so, in no answer [Product 4.3]', async () => {
    await setRule()
    const { id, service } = await offered(40_00)
    await world.quote('evergreen', service, 50_00)
    await tess.call.quotes.accept({ id, per_visit_price: 40_00, interest: false })
    const answers = async () => {
      const ned = world.as('ned')
      return JSON.stringify([
        await ned.awards.record({ building_service_id: service }),
        await ned.awards.waiting(),
        await ned.awards.policy(),
        await ned.quotes.received({ building_service_id: service }),
        await ned.services.list(),
      ])
    }
    expect(await answers()).not.toContain('Evergreen')
    await setRule({ ...STEPS, names_in_record: true }, 1)
    const [record] = await world.as('ned').awards.record({ building_service_id: service })
    expect(record?.others).toEqual(['Evergreen Grounds'])
  })

  test('a quote that changes, goes, expires or whose request changes frees the choice, with the reason [Product 4.3]', async () => {
    await setRule()
    const { id, service } = await offered()
    const choose = async () => {
      world.clock.now = new Date(world.clock.now.getTime() + 60_000)
      await tess.call.quotes.accept({ id, ...NO_INTEREST })
    }
    await choose()
    // The same price again is no change.
    await world.as('curb').quotes.update({ id, ...PRICE })
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
    await world.as('curb').quotes.update({ id, per_visit_price: 95_00 })
    expect(await stateOf(id)).toMatchObject({
      state: 'lapsed',
      ended_reason: 'Its vendor changed the quote.',
    })
    expect(await mailed('award_lapsed')).toEqual(['maya@example.com', 'ruth@example.com', 'tess@example.com'])
    await world.as('curb').quotes.update({ id, ...PRICE })
    await choose()
    const request = { service_type: 'recurring', required_every_weeks: 4, ...DATES } as const
    await world.as('maya').services.edit({ id: service, ...request, description: 'The ramp only.' })
    expect(await stateOf(id)).toMatchObject({ state: 'lapsed', ended_reason: 'The request changed.' })
    await world.as('curb').quotes.update({ id, ...PRICE })
    await choose()
    await world.as('curb').quotes.giveUp({ id, reason: 'We are full.' })
    expect(await stateOf(id)).toMatchObject({
      state: 'lapsed',
      ended_reason: 'Its vendor withdrew the quote.',
    })
    expect(await breachesOf(world.portal.db)).toEqual([])
  })

  test('a choice whose start passed is freed by the calendar, or by the approval that comes too late [Product 4.3]', async () => {
    await setRule()
    const { id } = await offered()
    await tess.call.quotes.accept({ id, ...NO_INTEREST })
    world.clock.now = new Date('2026-12-12T20:00:00Z')
    const answer = await ruth.call.awards.approve({ id: await awardOf(world, id), interest: false })
    expect(answer).toMatchObject({
      lapsed: expect.stringMatching(/^The start date of this request has passed/),
    })
    expect(await stateOf(id)).toMatchObject({ status: 'pending', state: 'lapsed', visits: 0 })
  })

  test('a stricter rule that comes meanwhile frees the choice at its approval [Product 4.3]', async () => {
    await setRule()
    const { id } = await offered()
    await tess.call.quotes.accept({ id, ...NO_INTEREST })
    await setRule({ ...STEPS, two_up_to: 300_00 }, 1)
    const answer = await ruth.call.awards.approve({ id: await awardOf(world, id), interest: false })
    expect(answer).toEqual({ lapsed: 'The building changed its rule for spending.' })
  })
})

describe('a treasurer with an interest in the vendor', () => {
  test('chooses and approves in no way, by the API [Product 4.3]', async () => {
    await setRule()
    const { id } = await offered()
    await expect(tess.call.quotes.accept({ id, ...PRICE, interest: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await tess.call.awards.declareInterest({ id })
    await tess.call.awards.declareInterest({ id })
    expect(await kinds('interest_declared')).toEqual(['interest_declared'])
    await expect(tess.call.quotes.accept({ id, ...NO_INTEREST })).rejects.toThrow(/interest/)
    await ruth.call.quotes.accept({ id, ...NO_INTEREST })
    expect(await mailed('award_waiting')).toEqual(['maya@example.com'])
    const award = await awardOf(world, id)
    await expect(tess.call.awards.approve({ id: award, interest: false })).rejects.toThrow(/interest/)
    await expect(tess.call.awards.refuse({ id: award, reason: 'No.' })).rejects.toThrow(/interest/)
    await expect(ruth.call.awards.declareInterest({ id })).rejects.toThrow(/Withdraw that first/)
  })

  test('nor by SQL, in their own name or another one [Product 4.3]', async () => {
    await setRule()
    const { id } = await offered()
    await tess.call.awards.declareInterest({ id })
    await ruth.call.quotes.accept({ id, ...NO_INTEREST })
    const award = await awardOf(world, id)
    const viewer = (await tess.call.accounts.session())?.viewer ?? null
    const attempt = (text: ReturnType<typeof sql>) =>
      asViewer(world.portal.db, viewer, (tx) => text.execute(tx))
    const approval = (person: string, said: string) => sql`
      insert into award_approvals (award_id, position, building_id, profile_id, has_interest, approved_at)
      select id, 2, building_id, ${person}, ${sql.raw(said)}, now() from awards where id = ${award}`
    await expect(attempt(approval(tess.id, 'false'))).rejects.toThrow(/interest/)
    await expect(attempt(approval(tess.id, 'true'))).rejects.toThrow(/approvals_without_interest/)
    await expect(attempt(approval(world.idOf('maya'), 'false'))).rejects.toThrow(/row-level security/)
    await expect(attempt(sql`delete from award_interests`)).rejects.toThrow(/permission denied/)
    await expect(
      attempt(
        sql`update awards set state = 'accepted', ended_by = viewer_id(), ended_at = now() where id = ${award}`,
      ),
    ).rejects.toThrow(/another officer/)
    await expect(
      attempt(sql`update service_quotes set status = 'accepted' where id = ${id}`),
    ).rejects.toThrow(/rule for spending/)
    // A lower cost than is true, to decide alone.
    const cheap = sql`insert into awards (id, building_id, building_service_id, service_quote_id, vendor_id, needs, state, annual_cost,
        per_visit_price, offer, quotes, is_lowest, proposed_by, proposed_at)
      select gen_random_uuid(), building_id, building_service_id, id, vendor_id, 'alone', 'accepted', 100, per_visit_price, '{}', 1, true,
        viewer_id(), now() from service_quotes where id = ${id}`
    await expect(attempt(cheap)).rejects.toThrow(/approvals/)
    expect(await stateOf(id)).toMatchObject({ status: 'pending', state: 'waiting' })
  })
})

test('choices of the calendar’s past are freed by the job, once [Product 4.3]', async () => {
  await setRule({ ...RULE })
  const { id } = await offered()
  await tess.call.quotes.accept({ id, ...NO_INTEREST })
  await runAwards(world.portal)
  expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
  world.clock.now = new Date('2026-12-12T20:00:00Z')
  await Promise.all([runAwards(world.portal), runAwards(world.portal)])
  expect(await stateOf(id)).toMatchObject({ state: 'lapsed' })
  expect(await kinds('award_lapsed')).toEqual(['award_lapsed'])
})
