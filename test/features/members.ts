import { sql } from 'kysely'
import type { Audience } from '../../src/domain/viewer.ts'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, withPower } from '../row-rules.ts'
import { MINOR, PASSWORD, type World } from '../world.ts'
import { linked } from './accounts.ts'

const MANAGERS: Audience[] = [{ resident: 'manage_members' }]
const byManager = withPower('manage_members')
const byGiver = withPower('manage_offices')

type Ids = Record<'blocked' | 'link' | 'unit' | 'invited', string>

const INVITATION_FILE = 'Name,Email,Unit,Owner or Renter\nIda Berg,ida@example.com,7,owner\n'

/** Blocks a mailbox at maya's building. */
async function block({ portal }: World, mailbox: string): Promise<Pick<Ids, 'blocked'>> {
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

/** A link, a unit that nobody holds, and somebody who is invited, at maya's building. */
async function inviteTo(world: World, mailbox: string): Promise<Omit<Ids, 'blocked'>> {
  const maya = world.as('maya').members
  const csv = INVITATION_FILE.replace('ida@', `${mailbox}@`)
  await maya.importInvitations({ csv, shown: [`${mailbox}@example.com`] })
  await maya.saveUnits({ units: [{ number: `Attic ${mailbox}`, weight: 2 }] })
  await maya.createLink({ unit_number: null, tie: 'owner', max_uses: 5, days: 7 })
  const found = await asSystem(world.portal.db, async (tx) => ({
    link: await tx
      .selectFrom('invitation_links')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow(),
    unit: await tx
      .selectFrom('units')
      .where('number', '=', `Attic ${mailbox}`)
      .select('id')
      .executeTakeFirstOrThrow(),
    invited: await tx
      .selectFrom('profiles')
      .where('email', '=', `${mailbox}@example.com`)
      .select('id')
      .executeTakeFirstOrThrow(),
  }))
  return { link: found.link.id, unit: found.unit.id, invited: found.invited.id }
}

export const members = {
  prepare: async (world) => ({ ...(await block(world, 'blocked')), ...(await inviteTo(world, 'invited')) }),
  async grow(world) {
    await world.as('maya').members.setOffices({ id: world.idOf('ned'), offices: ['secretary'] })
    await block(world, 'blocked.too')
    await inviteTo(world, 'invited.too')
    await world.as('maya').members.setTies({
      id: world.idOf('ned'),
      holds: ['3B', '5', '6'].map((unit) => ({ unit, tie: 'owner' as const })),
    })
    await world.as('maya').members.createLink({ unit_number: '5', tie: 'owner', max_uses: 5, days: 7 })
    await asSystem(world.portal.db, (tx) =>
      sql`update invitation_links set created_by = ${world.idOf('ned')}`.execute(tx),
    )
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
    withdrawCaptaincy: { audiences: [{ resident: 'hand_over' }], by: 'maya', input: () => ({}) },
    // Nobody is asked.
    acceptCaptaincy: { audiences: ['resident'], by: 'ned', input: () => ({}) },
    declineCaptaincy: { audiences: ['resident'], by: 'ned', input: () => ({}) },
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
    queue: { audiences: MANAGERS, by: 'maya', input: () => ({ page: 1 }) },
    removal: {
      audiences: MANAGERS,
      by: 'maya',
      input: (world) => ({ id: world.idOf('ned') }),
      strangers: { id: ['otto'] },
    },
    units: { audiences: MANAGERS, by: 'maya', input: () => ({ page: 1, search: null }) },
    saveUnits: {
      audiences: MANAGERS,
      by: 'maya',
      input: () => ({ units: [{ number: '12', weight: null }] }),
    },
    removeUnit: {
      audiences: MANAGERS,
      by: 'maya',
      input: (_, { unit }) => ({ id: unit }),
      strangers: { id: ['otto'] },
    },
    setTies: {
      audiences: MANAGERS,
      by: 'maya',
      input: (world) => ({ id: world.idOf('ned'), holds: [{ unit: '14', tie: 'renter' }] }),
      strangers: { id: ['otto'] },
    },
    links: { audiences: MANAGERS, by: 'maya', input: nothing },
    createLink: {
      audiences: MANAGERS,
      by: 'maya',
      input: () => ({ unit_number: '4', tie: 'owner', max_uses: 2, days: 7 }),
    },
    revokeLink: {
      audiences: MANAGERS,
      by: 'maya',
      input: (_, { link }) => ({ id: link }),
      strangers: { id: ['otto'] },
    },
    previewInvitations: { audiences: MANAGERS, by: 'maya', input: () => ({ csv: INVITATION_FILE }) },
    importInvitations: {
      audiences: MANAGERS,
      by: 'maya',
      input: () => ({ csv: INVITATION_FILE, shown: ['ida@example.com'] }),
    },
    inviteAgain: {
      audiences: MANAGERS,
      by: 'maya',
      input: (_, { invited }) => ({ id: invited }),
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
      input: () => ({
        holder: 'board_member',
        powers: ['manage_documents'],
        shown: ['request_services', 'accept_quotes', 'manage_visits'],
      }),
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
      insert into invitation_links (building_id, token_hash, max_uses, expires_at, created_by)
        select building_id, sha256(email::bytea), 5, now() + interval '7 days', id from profiles
        where email in ('maya@example.com', 'otto@example.com');
      insert into join_requests (profile_id, building_id, note, link_id)
        select p.id, p.building_id, 'I moved in last week', l.id from profiles p join invitation_links l using (building_id)
        where p.email = 'pia@example.com';
      insert into member_invitations (profile_id, building_id, invited_by)
        select p.id, p.building_id, b.captain_id from profiles p join buildings b on b.id = p.building_id
        where p.email in ('pia@example.com', 'olga@example.com');
      insert into captaincy_offers (building_id, offered_by, to_person)
        select b.id, b.captain_id, p.id from buildings b join profiles p on p.building_id = b.id
        where p.email = 'ned@example.com'`),
  tables: {
    blocked_emails: either(byManager, admin),
    units: either(neighbor, admin),
    unit_holders: either(neighbor, admin),
    officers: either(neighbor, admin),
    invitation_links: either(byManager, admin),
    join_requests: either(byManager, admin),
    member_invitations: either(byManager, admin),
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
    invitation_links: {
      insert: all(byManager, ({ created_by }, { id }) => created_by === id),
      update: byManager,
    },
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
    member_joined_by_link: { data: {}, by: 'pia', mailedTo: ['maya'] },
    invitation_sent: {
      data: {},
      subject: (world) => linked(world, 'pia', 'reset_password', 'pia'),
      mailedTo: ['pia'],
    },
    invitation_accepted: { data: {}, by: 'pia' },
    link_created: { data: { max_uses: 5, days: 7, unit_number: '4B' } },
    link_revoked: { data: {} },
    units_changed: { data: { added: 2, changed: 1, removed: 0 } },
    ties_changed: { data: { holds: [{ unit: '4B', tie: 'owner' }] } },
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
  exports: {
    '/api/members/members.csv': {
      audiences: MANAGERS,
      by: 'maya',
      strangers: ['otto'],
      shows: 'ned@example.com',
    },
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
