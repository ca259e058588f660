import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, withPower } from '../row-rules.ts'
import { MINOR, PASSWORD, type World } from '../world.ts'
import { linked } from './accounts.ts'

const byManager = withPower('manage_members')
const byGiver = withPower('manage_offices')

type Ids = Record<'blocked', string>

/** Blocks a mailbox at maya's building. */
async function block({ portal }: World, mailbox: string): Promise<Ids> {
  const email = `${mailbox}@example.com`
  await asSystem(portal.db, async (tx) => {
    const { id: building_id } = await tx
      .selectFrom('buildings')
      .where('address', '=', MINOR.address)
      .select('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('blocked_emails').values({ building_id, email }).execute()
  })
  return { blocked: email }
}

export const members = {
  prepare: (world) => block(world, 'blocked'),
  async grow(world) {
    await world.as('maya').members.setOffices({ id: world.idOf('ned'), offices: ['secretary'] })
    await block(world, 'blocked.too')
  },
  procedures: {
    list: { audiences: ['resident'], by: 'ned', input: () => ({ page: 1, search: 'test' }) },
    add: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: () => ({
        full_name: 'New Tenant',
        email: 'tenant@example.com',
        unit_number: '4',
        role: 'member',
      }),
    },
    accept: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: (world) => ({ id: world.idOf('pia'), hand_over: false }),
      strangers: { id: ['otto'] },
    },
    offer: { audiences: ['resident'], by: 'maya', input: nothing },
    withdrawCaptaincy: { audiences: [{ resident: 'hand_over' }], by: 'maya', input: nothing },
    // Nobody is asked.
    acceptCaptaincy: { audiences: ['resident'], by: 'ned', input: nothing },
    declineCaptaincy: { audiences: ['resident'], by: 'ned', input: nothing },
    offerCaptaincy: {
      audiences: [{ resident: 'hand_over' }],
      by: 'maya',
      // Refused, so that maya asks nobody.
      input: (world) => ({ id: world.idOf('maya'), current_password: PASSWORD }),
      strangers: { id: ['otto'] },
    },
    decline: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: (world) => ({ id: world.idOf('pia'), reason: 'You live elsewhere', block: true }),
      strangers: { id: ['otto'] },
    },
    blocked: { audiences: [{ resident: 'manage_members' }], by: 'maya', input: nothing },
    unblock: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: (_, { blocked }) => ({ email: blocked }),
    },
    remove: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: (world) => ({ id: world.idOf('pia') }),
      strangers: { id: ['otto'] },
    },
    offices: { audiences: ['resident'], by: 'ned', input: nothing },
    setOffices: {
      audiences: [{ resident: 'manage_offices' }],
      by: 'maya',
      input: (world) => ({ id: world.idOf('ned'), offices: [] }),
      strangers: { id: ['otto'] },
    },
    setPowers: {
      audiences: [{ resident: 'manage_offices' }],
      by: 'maya',
      input: () => ({ holder: 'board_member', powers: ['manage_documents'], shown: ['manage_documents'] }),
    },
  },
  seed: (_, db) =>
    db.query(`insert into blocked_emails (building_id, email)
        select id, 'blocked@example.com' from buildings where address like '1431%';
      insert into officers (profile_id, building_id, office)
        select id, building_id, 'board_member' from profiles where email = 'ned@example.com';
      insert into office_powers (building_id, holder, powers, changed_by)
        select building_id, 'board_member', '{request_services,accept_quotes}', id from profiles
        where email in ('maya@example.com', 'otto@example.com');
      insert into captaincy_offers (building_id, offered_by, to_person)
        select b.id, b.captain_id, p.id from buildings b join profiles p on p.building_id = b.id
        where p.email = 'ned@example.com'`),
  tables: {
    blocked_emails: either(byManager, admin),
    units: either(neighbor, admin),
    unit_holders: either(neighbor, admin),
    officers: either(neighbor, admin),
    captaincy_offers: either(
      withPower('hand_over'),
      all(neighbor, ({ to_person }, { id }) => to_person === id),
      admin,
    ),
    office_powers: either(neighbor, admin),
  },
  writes: {
    blocked_emails: { delete: byManager },
    units: { insert: byManager, update: byManager, delete: byManager },
    unit_holders: { insert: byManager, update: byManager, delete: byManager },
    officers: { insert: byGiver, delete: byGiver },
    captaincy_offers: {
      insert: all(withPower('hand_over'), ({ offered_by }, { id }) => offered_by === id),
      delete: either(
        withPower('hand_over'),
        all(neighbor, ({ to_person }, { id }) => to_person === id),
      ),
    },
    office_powers: {
      insert: all(byGiver, ({ changed_by }, { id }) => changed_by === id),
      update: all(byGiver, ({ changed_by }, { id }) => changed_by === id),
    },
  },
  events: {
    captain_appointed: { data: {} },
    captaincy_handed_over: { data: {}, mailedTo: ['maya', 'pia'] },
    captaincy_offered: { data: {}, subject: async (world) => world.idOf('ned'), mailedTo: ['ned'] },
    captaincy_withdrawn: { data: {}, subject: async (world) => world.idOf('ned'), mailedTo: ['ned'] },
    captaincy_declined: {
      data: {},
      by: 'ned',
      subject: async (world) => world.idOf('maya'),
      mailedTo: ['maya'],
    },
    captaincy_accepted: {
      data: {},
      by: 'ned',
      subject: async (world) => world.idOf('maya'),
      mailedTo: ['maya', 'ned'],
    },
    member_joined: { data: {}, mailedTo: ['maya'] },
    member_invited: {
      data: {},
      subject: (world) => linked(world, 'pia', 'reset_password', 'pia'),
      mailedTo: ['pia'],
    },
    member_accepted: { data: {}, mailedTo: ['pia'] },
    member_declined: { data: { name: 'Pia Test', reason: 'You live elsewhere' }, mailedTo: ['pia'] },
    offices_changed: {
      data: { given: ['treasurer'], taken: [] },
      subject: async (world) => world.idOf('ned'),
      mailedTo: ['ned'],
    },
    powers_changed: { data: { holder: 'resident', powers: ['request_services'] } },
    email_unblocked: { data: { email: 'blocked@example.com' } },
    member_removed: { data: { was: 'active' }, mailedTo: ['pia'] },
  },
  breaches: [
    [
      'a unit is held by active people of its building',
      `insert into unit_holders (unit_id, building_id, profile_id, tie) select u.id, u.building_id, p.id, 'owner'
       from units u, profiles p where p.email = 'pia@example.com' limit 1`,
    ],
    [
      'an office is held by an active resident who is not the captain',
      `insert into officers (profile_id, building_id, office)
       select id, building_id, 'secretary' from profiles where email = 'maya@example.com'`,
    ],
    [
      'the building of an active resident has a captain',
      `update buildings set captain_id = null where address like '420%';
       update profiles set role = 'homeowner' where email = 'otto@example.com'`,
    ],
  ],
} satisfies FeatureCases<'members', Ids>
