import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { nobody } from '../row-rules.ts'
import { PASSWORD } from '../world.ts'

const owners = ['resident', 'unassigned', 'vendor', 'crew', 'admin', 'unsecured'] as const
const proof = () => ({ current_password: PASSWORD })

const PASSKEY = { public_key: 'x', device_type: 'singleDevice', backed_up: false }

export const factors = {
  prepare: async ({ portal, idOf }) => {
    const row = { user_id: idOf('evergreen'), name: 'Phone', credential_id: 'of_evergreen', ...PASSKEY }
    const { id } = await asSystem(portal.db, (tx) =>
      tx.insertInto('auth_passkeys').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    return { passkey: id }
  },
  grow: async ({ portal, idOf }) => {
    const row = { user_id: idOf('ned'), name: 'Laptop', credential_id: 'of_ned', ...PASSKEY }
    await asSystem(portal.db, (tx) => tx.insertInto('auth_passkeys').values(row).execute())
  },
  procedures: {
    get: { audiences: [...owners], by: 'ned', input: nothing },
    startPasskey: { audiences: [...owners], by: 'ned', input: proof },
    addPasskey: {
      audiences: [...owners],
      by: 'ned',
      input: () => ({
        name: 'Phone',
        response: {
          id: 'AA',
          rawId: 'AA',
          type: 'public-key' as const,
          clientExtensionResults: {},
          response: { clientDataJSON: 'AA', attestationObject: 'AA' },
        },
      }),
    },
    removePasskey: {
      audiences: [...owners],
      by: 'evergreen',
      input: (_, { passkey }) => ({ id: passkey, ...proof() }),
      strangers: { id: ['ned', 'maya', 'otto', 'curb', 'ada'] },
    },
    startApp: { audiences: [...owners], by: 'ned', input: proof },
    enableApp: { audiences: [...owners], by: 'ned', input: () => ({ code: '123456' }) },
    disableApp: { audiences: [...owners], by: 'ned', input: proof },
    makeRecoveryCodes: { audiences: [...owners], by: 'ned', input: proof },
  },
  events: {
    passkey_added: { data: { name: 'Phone' }, mailedTo: ['pia'] },
    passkey_removed: { data: { name: 'Phone' }, mailedTo: ['pia'] },
    second_factor_enabled: { data: {}, mailedTo: ['pia'] },
    second_factor_disabled: { data: {}, mailedTo: ['pia'] },
    recovery_codes_made: { data: { replaced: true }, mailedTo: ['pia'] },
    recovery_code_used: { data: { left: 9 }, mailedTo: ['pia'] },
    factors_reset: { data: {}, mailedTo: ['pia'] },
  },
  seed: async (world, db) => {
    await db.query(`insert into auth_two_factors (user_id, secret, backup_codes) values ($1, 'x', 'y')`, [
      world.idOf('maya'),
    ])
    await db.query(
      `insert into auth_passkeys (user_id, name, credential_id, public_key, device_type, backed_up)
       values ($1, 'Phone', 'of_maya', 'x', 'singleDevice', false)`,
      [world.idOf('maya')],
    )
  },
  tables: { auth_passkeys: nobody, auth_two_factors: nobody },
  breaches: [
    [
      'an account has a second factor exactly if its password alone does not sign in',
      `update auth_users set two_factor_enabled = true where email = 'olga@example.com'`,
    ],
  ],
} satisfies FeatureCases<'factors', { passkey: string }>
