import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import type { World } from '../world.ts'

type Ids = Record<'invited' | 'withdrawn', string>

/** Invites a person to evergreen's office. Returns their id. */
async function invite(world: World, mailbox: string): Promise<string> {
  const email = `${mailbox}@example.com`
  await world.as('evergreen').team.invite({ full_name: 'Olive Test', email, vendor_role: 'office' })
  const { id } = await asSystem(world.portal.db, (tx) =>
    tx.selectFrom('profiles').where('email', '=', email).select('id').executeTakeFirstOrThrow(),
  )
  return id
}

export const team = {
  async prepare(world) {
    return { invited: await invite(world, 'olive'), withdrawn: await invite(world, 'wanda') }
  },
  grow: (world) => invite(world, 'olive.too'),
  procedures: {
    list: { audiences: ['vendor'], by: 'evergreen', input: nothing },
    invite: {
      audiences: [{ vendor: 'manage_people' }],
      by: 'evergreen',
      input: () => ({ full_name: 'Vera Test', email: 'vera@example.com', vendor_role: 'crew' }),
    },
    inviteAgain: {
      audiences: [{ vendor: 'manage_people' }],
      by: 'evergreen',
      input: (_, { invited }) => ({ id: invited }),
      strangers: { id: ['curb', 'hilltop'] },
    },
    changeRole: {
      audiences: [{ vendor: 'manage_people' }],
      by: 'evergreen',
      input: (_, { invited }) => ({ id: invited, vendor_role: 'crew' }),
      strangers: { id: ['curb', 'hilltop'] },
    },
    remove: {
      audiences: [{ vendor: 'manage_people' }],
      by: 'evergreen',
      input: (_, { withdrawn }) => ({ id: withdrawn }),
      strangers: { id: ['curb', 'hilltop'] },
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
      subject: (world) => invite(world, 'xenia'),
      mailedTo: ['xenia'],
    },
    colleague_joined: { data: {}, by: 'curb' },
    colleague_role_changed: { data: { vendor_role: 'office' }, by: 'curb' },
    colleague_removed: {
      data: { name: 'Xenia Test', company_name: 'Curb & Corner', was: 'active' },
      by: 'curb',
      mailedTo: ['pia'],
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
