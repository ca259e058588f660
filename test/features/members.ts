import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, either } from '../row-rules.ts'
import { MINOR } from '../world.ts'

type Ids = Record<'blocked', string>

export const members = {
  prepare: async (world) => {
    const blocked = 'blocked@example.com'
    await asSystem(world.portal.db, (tx) =>
      tx
        .insertInto('blocked_emails')
        .columns(['building_id', 'email'])
        .expression((eb) =>
          eb
            .selectFrom('buildings')
            .where('address', '=', MINOR.address)
            .select(['id', eb.val(blocked).as('email')]),
        )
        .execute(),
    )
    return { blocked }
  },
  procedures: {
    list: { audiences: ['resident'], by: 'ned', input: nothing },
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
    blocked_emails: either(
      (row, { name, building }) => name === 'maya' && row.building_id === building,
      admin,
    ),
  },
  breaches: [
    [
      'the building of an active resident has a captain',
      `update buildings set captain_id = null where address like '420%';
       update profiles set role = 'homeowner' where email = 'otto@example.com'`,
    ],
  ],
} satisfies FeatureCases<'members', Ids>
