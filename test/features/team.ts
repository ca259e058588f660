import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import type { World } from '../world.ts'

type Ids = Record<'invited', string>

/** Invites a person to hilltop's office. Returns their id. */
async function invite(world: World, mailbox: string): Promise<Ids> {
  const email = `${mailbox}@example.com`
  await world.as('hilltop').team.invite({ full_name: 'Olive Test', email, vendor_role: 'office' })
  const { id } = await asSystem(world.portal.db, (tx) =>
    tx.selectFrom('profiles').where('email', '=', email).select('id').executeTakeFirstOrThrow(),
  )
  return { invited: id }
}

export const team = {
  prepare: (world) => invite(world, 'olive'),
  grow: (world) => invite(world, 'olive.too'),
  procedures: {
    list: { audiences: ['vendor'], by: 'hilltop', input: nothing },
    invite: {
      audiences: [{ vendor: 'manage_people' }],
      by: 'hilltop',
      input: () => ({ full_name: 'Vera Test', email: 'vera@example.com', vendor_role: 'crew' }),
    },
    inviteAgain: {
      audiences: [{ vendor: 'manage_people' }],
      by: 'hilltop',
      input: (_, { invited }) => ({ id: invited }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    changeRole: {
      audiences: [{ vendor: 'manage_people' }],
      by: 'hilltop',
      input: (_, { invited }) => ({ id: invited, vendor_role: 'crew' }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    remove: {
      audiences: [{ vendor: 'manage_people' }],
      by: 'hilltop',
      input: (_, { invited }) => ({ id: invited }),
      strangers: { id: ['curb', 'evergreen'] },
    },
  },
  // Cora is of evergreen's crew.
  seed: (_, db) =>
    db.query(
      `with account as (insert into auth_users (name, email) values ('Cora Test', 'cora@example.com') returning id, email)
       insert into profiles (id, first_name, last_name, email, role, status, vendor_id, vendor_role)
       select account.id, 'Cora', 'Test', account.email, 'contractor', 'active', v.id, 'crew'
       from account, vendor_profiles v where company_name like 'Evergreen%'`,
    ),
  refusedUpdates: [
    ['a role in a company', `update profiles set vendor_role = 'owner' returning id`],
    ['a company', 'update profiles set vendor_id = null returning id'],
  ],
  events: {
    colleague_invited: {
      data: { company_name: 'Curb & Corner', vendor_role: 'crew' },
      by: 'curb',
      subject: async (world) => {
        const { invited } = await invite(world, 'xenia')
        return invited
      },
      mailedTo: ['xenia'],
    },
    colleague_joined: { data: {}, by: 'curb' },
    colleague_role_changed: { data: { vendor_role: 'office' }, by: 'curb' },
    colleague_removed: {
      data: { name: 'Xenia Test', company_name: 'Curb & Corner', was: 'active' },
      by: 'curb',
    },
  },
  breaches: [
    [
      'a company with people has an owner',
      `update profiles set vendor_role = 'office' where first_name = 'Evergreen'`,
    ],
    [
      'a visit is assigned to somebody who works for its vendor',
      `update profiles set status = 'removed' where id in (select assigned_to from appointments where status = 'confirmed')`,
    ],
  ],
} satisfies FeatureCases<'team', Ids>
