import { type FeatureCases, nothing } from '../feature-cases.ts'

export const members = {
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
    remove: {
      audiences: [{ resident: 'manage_members' }],
      by: 'maya',
      input: (world) => ({ id: world.idOf('pia') }),
      strangers: { id: ['otto'] },
    },
  },
  breaches: [
    [
      'the building of an active resident has a captain',
      `update buildings set captain_id = null where address like '420%';
       update profiles set role = 'homeowner' where email = 'otto@example.com'`,
    ],
  ],
} satisfies FeatureCases<'members'>
