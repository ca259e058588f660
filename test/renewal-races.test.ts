import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellOfEnds } from '../src/server/features/agreements/notices.ts'
import { openTwoServers, ROUNDS, TIME } from './two-servers.ts'
import { NOW } from './world.ts'

// A building and its vendor decide at the same time how an agreement goes on, each on a server of its own.
let servers: Awaited<ReturnType<typeof openTwoServers>>

beforeAll(async () => {
  servers = await openTwoServers('renewal_races')
})
afterAll(() => servers.close())

const SERVICE = 'Snow Removal'
const ENDS = '2027-02-12'
const TERMS = { until_date: '2027-06-30', price: 85_00 }
type Side = 'maya' | 'curb'
const by = (side: Side) => (side === 'maya' ? servers.here('maya') : servers.there('curb'))

/** An agreement of four visits. */
async function agreement() {
  await servers.db.query('truncate events, building_services, renewals cascade')
  servers.world.clock.now = NOW
  const service = await servers.world.request(SERVICE)
  const id = await servers.world.quote('curb', service, 80_00)
  await servers.world.accept(service, id)
  return { service, id }
}

const offer = (side: Side, id: string, price = TERMS.price) =>
  by(side).agreements.offer({ id, ends_on: ENDS, instead_of: null, note: null, ...TERMS, price })
const openOffer = async (id: string) => (await by('maya').agreements.get({ id })).open?.id ?? ''

/** The answers of the offers, and the visits booked after the end. */
async function outcome() {
  const { rows } = await servers.db.query(
    `select array(select answer from renewals order by answer nulls first) as answers,
       (select count(*)::int from appointments where nominal_date > $1 and status = 'confirmed') as visits`,
    [ENDS],
  )
  return rows[0]
}

test('both renew: at the same price it is agreed once, at another nothing is [Product 2.9]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await agreement()
    const same = round % 4 < 2
    const ends = await servers.race(
      round,
      () => offer('curb', id),
      () => offer('maya', id, same ? TERMS.price : 84_00),
    )
    expect(ends.filter(Boolean)).toHaveLength(same ? 2 : 1)
    expect(await outcome()).toEqual(
      same ? { answers: ['agreed'], visits: 4 } : { answers: [null], visits: 0 },
    )
    outcomes.add(`${same} ${ends}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(3)
})

test('an offer is agreed to, or taken back or replaced: what is booked was shown [Product 2.9]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await agreement()
    await offer('curb', id)
    const open = await openOffer(id)
    const replaces = round % 4 < 2
    const [changed, agreed] = await servers.race(
      round,
      () =>
        replaces
          ? by('curb').agreements.offer({
              id,
              ends_on: ENDS,
              instead_of: open,
              note: null,
              ...TERMS,
              price: 95_00,
            })
          : by('curb').agreements.withdraw({ id: open }),
      () => by('maya').agreements.agree({ id: open, ...TERMS }),
    )
    expect(changed).not.toBe(agreed)
    const left = replaces ? [null, 'replaced'] : ['withdrawn']
    expect(await outcome()).toEqual(
      agreed ? { answers: ['agreed'], visits: 4 } : { answers: left, visits: 0 },
    )
    outcomes.add(`${replaces} ${agreed}`)
  }
  expect(outcomes.size, 'each of them was first, both ways').toBe(4)
})

test('an agreement is renewed, or ended, or vendors are asked again [Product 2.9]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { service, id } = await agreement()
    await offer('curb', id)
    const open = await openOffer(id)
    const ends = round % 4 < 2
    const { visits } = await by('maya').visits.ofService({ id: service })
    const from = '2026-12-01'
    const last = visits.filter(({ scheduled_date }) => scheduled_date >= from).length
    const next = { follows: service, preferred_start_date: '2027-02-13', preferred_end_date: '2027-05-15' }
    const [agreed, other] = await servers.race(
      round,
      () => by('maya').agreements.agree({ id: open, ...TERMS }),
      () =>
        ends
          ? servers
              .there('maya')
              .visits.endService({ id: service, from_date: from, reason: 'We do it ourselves', visits: last })
          : servers.world.request(SERVICE, next),
    )
    expect(agreed).not.toBe(other)
    const left = ends ? null : 'refused'
    expect(await outcome()).toMatchObject(agreed ? { answers: ['agreed'] } : { answers: [left], visits: 0 })
    outcomes.add(`${ends} ${agreed}`)
  }
  expect(outcomes.size, 'each of them was first, both ways').toBe(4)
})

test('a captain is reminded of the end, or the agreement is renewed: of what was renewed nobody is reminded [Product 2.9]', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await agreement()
    await servers.db.query('update events set at = $1', [NOW])
    await offer('curb', id)
    const open = await openOffer(id)
    servers.world.clock.now = new Date('2026-12-14T20:00:00Z')
    const refuses = round % 4 < 2
    const answer = { id: open, ...TERMS }
    const [told, answered] = await servers.race(
      round,
      () => tellOfEnds(servers.other),
      () => (refuses ? by('maya').agreements.refuse(answer) : by('maya').agreements.agree(answer)),
    )
    expect([told, answered]).toEqual([true, true])
    const { rows } = await servers.db.query(
      `select kind from events where kind in ('agreement_ends', 'renewal_agreed') order by id`,
    )
    const kinds = rows.map(({ kind }) => kind)
    // Refused, it ends as before; renewed, it was told before or not at all.
    if (refuses) expect(kinds).toEqual(['agreement_ends'])
    else expect([['agreement_ends', 'renewal_agreed'], ['renewal_agreed']]).toContainEqual(kinds)
    outcomes.add(`${refuses} ${kinds}`)
  }
  expect(outcomes.size, 'each of them was first').toBe(3)
})
