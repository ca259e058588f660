import type { Audience } from '../../src/domain/viewer.ts'
import { addOfficer, awardOf, offerFrom, RULE } from '../awards.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, withPower } from '../row-rules.ts'
import { DENNY, type World } from '../world.ts'

const DECIDERS: Audience[] = [{ resident: 'accept_quotes' }]
const byDecider = withPower('accept_quotes')

type Ids = Record<'approved' | 'refused' | 'withdrawn' | 'quote' | 'accepted' | 'decided', string>

/** The treasurer of 420 Denny Way, for `grow`. */
const treasurers = new WeakMap<World, Awaited<ReturnType<typeof addOfficer>>>()

export const awards = {
  /**
   * At 420 Denny Way, so that 1431 Minor Ave stays without a rule: two quotes that its treasurer chose, one that otto chose, one that nobody
   * did, and one that was accepted. The rule ended since.
   */
  async prepare(world) {
    const { call: otto } = world.people.otto
    const tess = await addOfficer(world, 'otto', 'tess', DENNY)
    treasurers.set(world, tess)
    const services = [
      'Leaf Removal',
      'Irrigation Care',
      'Carpet Cleaning',
      'Garage Cleaning',
      'Graffiti Removal',
    ]
    const roofer = await world.vendor('roofer', 'Cascade Crew', [...services, 'Holiday Lights'])
    const offers = []
    for (const service of services) offers.push(await offerFrom(world, roofer, service, 90_00, 'otto'))
    const [one, two, three, four, five] = offers
    if (!one || !two || !three || !four || !five) throw new Error('a quote is missing')
    await otto.quotes.accept(five.shown)
    await otto.awards.setPolicy({ version: 0, ...RULE })
    await tess.call.quotes.accept({ ...one.shown, interest: false })
    await tess.call.quotes.accept({ ...two.shown, interest: false })
    await otto.quotes.accept({ ...three.shown, interest: false })
    await otto.awards.setPolicy({ version: 1, alone_up_to: null, two_up_to: null, names_in_record: true })
    return {
      approved: await awardOf(world, one.quote),
      refused: await awardOf(world, two.quote),
      withdrawn: await awardOf(world, three.quote),
      quote: four.quote,
      accepted: five.quote,
      decided: five.service,
    }
  },
  procedures: {
    policy: { audiences: ['resident'], by: 'otto', input: nothing },
    setPolicy: {
      audiences: [{ resident: 'manage_building' }],
      by: 'otto',
      input: () => ({ version: 2, ...RULE }),
    },
    waiting: { audiences: ['resident'], by: 'otto', input: nothing },
    record: {
      audiences: ['resident'],
      by: 'otto',
      input: (_, { decided }) => ({ building_service_id: decided }),
      strangers: { building_service_id: ['maya', 'ned'] },
    },
    approve: {
      audiences: DECIDERS,
      by: 'otto',
      input: (_, { approved }) => ({ id: approved, interest: false }),
      strangers: { id: ['maya', 'ned'] },
    },
    refuse: {
      audiences: DECIDERS,
      by: 'otto',
      input: (_, { refused }) => ({ id: refused, reason: 'It costs too much.' }),
      strangers: { id: ['maya', 'ned'] },
    },
    withdraw: {
      audiences: DECIDERS,
      by: 'otto',
      input: (_, { withdrawn }) => ({ id: withdrawn }),
      strangers: { id: ['maya', 'ned'] },
    },
    declareInterest: {
      audiences: DECIDERS,
      by: 'otto',
      input: (_, { quote }) => ({ id: quote }),
      strangers: { id: ['maya', 'ned'] },
    },
  },
  async grow(world, { quote, accepted }) {
    const otto = world.as('otto')
    const tess = treasurers.get(world)
    await tess?.call.awards.declareInterest({ id: accepted })
    await otto.awards.setPolicy({ version: 2, ...RULE })
    await otto.quotes.accept({ id: quote, per_visit_price: 90_00, interest: false })
  },
  /** Minor Ave had a rule, and has none now; ned has an interest in the vendor that was accepted. */
  seed: (_, db) =>
    db.query(`
      insert into spending_policies (building_id, version, alone_up_to, two_up_to, names_in_record, set_by)
      select id, version, case version when 1 then 100000 end, case version when 1 then 500000 end, false, captain_id
      from buildings, generate_series(1, 2) version where captain_id is not null;
      insert into award_interests (service_quote_id, building_service_id, building_id, vendor_id, profile_id, declared_at)
      select q.id, q.building_service_id, q.building_id, q.vendor_id, p.id, now() from service_quotes q join profiles p using (building_id)
      where q.status = 'accepted' and p.email = 'ned@example.com'`),
  tables: {
    spending_policies: either(neighbor, admin),
    awards: either(neighbor, admin),
    award_approvals: either(neighbor, admin),
    award_interests: either(neighbor, admin),
  },
  writes: {
    spending_policies: {
      insert: all(withPower('manage_building'), ({ set_by }, { id }) => set_by === id),
    },
    awards: {
      insert: all(byDecider, ({ proposed_by }, { id }) => proposed_by === id),
      update: all(byDecider, ({ ended_by }, { id }) => ended_by === id),
    },
    award_approvals: { insert: all(byDecider, ({ profile_id }, { id }) => profile_id === id) },
    award_interests: { insert: all(byDecider, ({ profile_id }, { id }) => profile_id === id) },
  },
  events: {
    spending_policy_set: { data: RULE },
    award_waiting: {
      data: { service: 'Landscaping', company_name: 'Curb & Corner', annual_cost: 1_200_00 },
      mailedTo: ['maya'],
    },
    award_put_to_vote: {
      data: { service: 'Landscaping', company_name: 'Curb & Corner', annual_cost: 1_200_00 },
    },
    award_approved: {
      data: { service: 'Landscaping', company_name: 'Curb & Corner' },
      subject: (world) => acceptedAt(world, 'Bulk Item Pickup'),
      mailedTo: ['maya'],
    },
    award_refused: {
      data: { service: 'Landscaping', company_name: 'Curb & Corner', reason: 'It costs too much.' },
      subject: (world) => acceptedAt(world, 'Pressure Washing'),
      mailedTo: ['maya'],
    },
    award_withdrawn: {
      data: { service: 'Landscaping', company_name: 'Curb & Corner' },
      mailedTo: ['maya'],
    },
    award_lapsed: {
      data: {
        service: 'Landscaping',
        company_name: 'Curb & Corner',
        reason: 'Its vendor changed the quote.',
      },
      mailedTo: ['maya'],
    },
    award_voted: {
      data: { service: 'Landscaping', company_name: 'Curb & Corner', accepted: true, said: 'Passed' },
      mailedTo: ['maya'],
    },
    interest_declared: { data: { company_name: 'Curb & Corner' } },
  },
  breaches: [
    ['an award is accepted with the approvals that it needs, or by its vote', 'delete from award_approvals'],
    [
      'who has an interest in a vendor did not approve it',
      `insert into award_interests (service_quote_id, building_service_id, building_id, vendor_id, profile_id, name, declared_at)
       select a.service_quote_id, a.building_service_id, a.building_id, a.vendor_id, p.profile_id, p.name, now()
       from awards a join award_approvals p on p.award_id = a.id where a.state = 'accepted'`,
    ],
    [
      'an award that waits or was accepted is of its quote',
      'update awards set per_visit_price = per_visit_price + 1',
    ],
    [
      'each award has its event',
      `update awards set needs = 'two', state = 'withdrawn', reason = 'It is near.'`,
    ],
  ],
} satisfies FeatureCases<'awards', Ids>

/** The award of a quote that maya accepted for this service. */
async function acceptedAt(world: World, service: string): Promise<string> {
  const vendor = await world.vendor(`crew${service.replaceAll(/\W/g, '').toLowerCase()}`, `${service} Crew`, [
    service,
  ])
  const { quote, shown } = await offerFrom(world, vendor, service, 90_00, 'maya')
  await world.as('maya').quotes.accept(shown)
  return awardOf(world, quote)
}
