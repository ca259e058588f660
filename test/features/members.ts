import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, either, neighbor, type Rule } from '../row-rules.ts'
import { MINOR, PASSWORD, type World } from '../world.ts'
import { linked } from './accounts.ts'

const byCaptain: Rule = (row, { name, building }) => name === 'maya' && row.building_id === building

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
  grow: (world) => block(world, 'blocked.too'),
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
    handOver: {
      audiences: [{ resident: 'hand_over' }],
      by: 'maya',
      // Refused, so that maya stays the captain for what comes after.
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
  },
  seed: (_, db) =>
    db.query(`insert into blocked_emails (building_id, email)
      select id, 'blocked@example.com' from buildings where address like '1431%'`),
  tables: {
    blocked_emails: either(byCaptain, admin),
    units: either(neighbor, admin),
    unit_holders: either(neighbor, admin),
  },
  writes: {
    blocked_emails: { delete: byCaptain },
    units: { insert: byCaptain, update: byCaptain, delete: byCaptain },
    unit_holders: { insert: byCaptain, update: byCaptain, delete: byCaptain },
  },
  events: {
    captain_appointed: { data: {} },
    captaincy_handed_over: { data: {}, mailedTo: ['maya', 'pia'] },
    member_joined: { data: {}, mailedTo: ['maya'] },
    member_invited: {
      data: {},
      subject: (world) => linked(world, 'pia', 'reset_password', 'pia'),
      mailedTo: ['pia'],
    },
    member_accepted: { data: {}, mailedTo: ['pia'] },
    member_declined: { data: { name: 'Pia Test', reason: 'You live elsewhere' }, mailedTo: ['pia'] },
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
      'the building of an active resident has a captain',
      `update buildings set captain_id = null where address like '420%';
       update profiles set role = 'homeowner' where email = 'otto@example.com'`,
    ],
  ],
} satisfies FeatureCases<'members', Ids>
