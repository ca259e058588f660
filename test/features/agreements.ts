import { asSystem } from '../../src/server/db/as-viewer.ts'
import type { FeatureCases } from '../feature-cases.ts'
import { admin, all, either, neighbor, nobody, ofAccepted, vendorOwn, withPower } from '../row-rules.ts'
import type { World } from '../world.ts'

type Ids = Record<'agreement' | 'agreed' | 'refused' | 'withdrawn', string>

// Of the agreements below, which world.request ends within ninety days.
const ENDS = '2027-02-12'
const TERMS = { until_date: '2028-02-12', price: 90_00 }
const offer = {
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  offered_by: 'vendor',
  ...TERMS,
} as const

/** An agreement of a building with curb, about what no other feature asks for. Returns its quote's id. */
async function agreeWith(
  world: World,
  service: string,
  captain: 'maya' | 'otto' = 'otto',
  request = {},
): Promise<string> {
  await asSystem(world.portal.db, (tx) =>
    tx
      .insertInto('vendor_services')
      .values({ vendor_id: world.companyOf('curb'), service_type_id: world.typeId(service) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const id = await world.request(service, request, captain)
  const quote = await world.quote('curb', id, 80_00)
  await world.accept(id, quote, captain)
  return quote
}

/** One side's offer to renew it. Returns the offer's id. */
async function offerOf(world: World, by: 'curb' | 'otto', quote: string): Promise<string> {
  await world.as(by).agreements.offer({ id: quote, ends_on: ENDS, instead_of: null, note: null, ...TERMS })
  return (await world.as(by).agreements.get({ id: quote })).open?.id ?? ''
}

export const agreements = {
  async prepare(world) {
    const offered = async (by: 'curb' | 'otto', service: string) =>
      offerOf(world, by, await agreeWith(world, service))
    return {
      agreement: await agreeWith(world, 'Dog Waste Stations', 'maya', { required_every_weeks: 52 }),
      agreed: await offered('otto', 'Carpet Cleaning'),
      refused: await offered('otto', 'Garage Cleaning'),
      withdrawn: await offered('curb', 'Graffiti Removal'),
    }
  },
  procedures: {
    get: {
      audiences: ['resident', 'vendor'],
      by: 'curb',
      input: (_, { agreement }) => ({ id: agreement }),
      strangers: { id: ['hilltop', 'otto'] },
    },
    offer: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'curb',
      input: (_, { agreement }) => ({ id: agreement, ends_on: ENDS, instead_of: null, note: null, ...TERMS }),
      strangers: { id: ['hilltop', 'otto'] },
    },
    agree: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'curb',
      input: (_, { agreed }) => ({ id: agreed, ...TERMS }),
      strangers: { id: ['maya', 'hilltop'] },
    },
    refuse: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'curb',
      input: (_, { refused }) => ({ id: refused, ...TERMS }),
      strangers: { id: ['maya', 'hilltop'] },
    },
    withdraw: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'curb',
      input: (_, { withdrawn }) => ({ id: withdrawn }),
      strangers: { id: ['maya', 'hilltop'] },
    },
  },
  async grow(world, { agreement }) {
    const { open } = await world.as('curb').agreements.get({ id: agreement })
    const instead_of = open?.id ?? null
    await world
      .as('curb')
      .agreements.offer({ id: agreement, ends_on: ENDS, instead_of, note: 'Again', ...TERMS, price: 91_00 })
    const again = (await world.as('curb').agreements.get({ id: agreement })).open?.id ?? ''
    await world.as('maya').agreements.refuse({ id: again, ...TERMS, price: 91_00 })
  },
  async seed(world, db) {
    // Of both sides, of accepted quotes.
    await db.query(
      `insert into renewals (service_quote_id, building_service_id, building_id, vendor_id, from_date, until_date, price, offered_by, person)
       select q.id, q.building_service_id, q.building_id, q.vendor_id, '2027-02-13', '2028-02-12', 9000, 'vendor',
         (select id from profiles p where p.vendor_id = q.vendor_id and p.vendor_role = 'owner' limit 1)
       from service_quotes q where q.status = 'accepted'`,
    )
    await db.query(
      `insert into renewals (service_quote_id, building_service_id, building_id, vendor_id, from_date, until_date, price, offered_by, person, answer,
         answered_by, answered_at)
       select q.id, q.building_service_id, q.building_id, q.vendor_id, '2027-02-13', '2028-02-12', 8000, 'captain', b.captain_id, 'refused', b.captain_id, now()
       from service_quotes q join buildings b on b.id = q.building_id where q.status = 'accepted'`,
    )
    await db.query(`insert into renewal_notices (service_quote_id, ends_on, days) select id, '2027-02-12', 90 from service_quotes
      where status = 'accepted'`)
    return world
  },
  tables: {
    renewals: either(neighbor, vendorOwn, admin),
    renewal_notices: nobody,
  },
  writes: {
    renewals: {
      insert: all(
        ({ person }, { id }) => person === id,
        ofAccepted,
        either(
          all(vendorOwn, ({ offered_by }) => offered_by === 'vendor'),
          all(withPower('manage_visits'), ({ offered_by }) => offered_by === 'captain'),
        ),
      ),
    },
  },
  events: {
    agreement_ends: {
      data: { service: 'Landscaping', company_name: 'Curb & Corner', ends_on: '2027-02-12', days: 90 },
      mailedTo: ['maya'],
    },
    renewal_offered: { data: { ...offer, note: 'With the beds' }, by: 'curb', mailedTo: ['maya'] },
    renewal_agreed: { data: { ...offer, visits: 13 }, mailedTo: ['curb'] },
    renewal_refused: { data: offer, mailedTo: ['curb'] },
    renewal_withdrawn: { data: offer, by: 'curb', mailedTo: ['maya'] },
  },
  breaches: [
    [
      'a quote says until when it was renewed',
      `update service_quotes set renewed_until = '2027-01-01' where status = 'accepted'`,
    ],
    [
      'an agreed renewal has its visits',
      `update renewals set answer = 'agreed', answered_at = now() where answer is null`,
    ],
  ],
} satisfies FeatureCases<'agreements', Ids>
