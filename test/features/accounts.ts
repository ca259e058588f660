import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { isLimited } from '../row-rules.ts'
import { type Name, PASSWORD, type World } from '../world.ts'

const address = { address: '9 New Street', city: 'Seattle', state: 'WA', zip_code: '98101' }
const person = { first_name: 'New', last_name: 'Person', email: 'new@example.com', password: PASSWORD }

/** A person with a new link to this mailbox. */
export async function linked(world: World, who: Name, purpose: string, mailbox: string): Promise<string> {
  const link = { user_id: world.idOf(who), purpose, email: `${mailbox}@example.com` }
  await asSystem(world.portal.db, (tx) => tx.insertInto('account_links').values(link).execute())
  return link.user_id
}

export const accounts = {
  // Looks like the address that findBuilding asks for.
  grow: (world) => world.resident('newton', { ...address, address: '9 Newton Street', number_of_units: 9 }),
  procedures: {
    session: { audiences: 'all', by: 'anonymous', input: nothing },
    signIn: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ email: 'maya@example.com', password: PASSWORD }),
    },
    signInByCode: { audiences: 'all', by: 'anonymous', input: () => ({ code: '123456' }) },
    signInByRecoveryCode: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ recovery_code: 'abcde-fgh23' }),
    },
    startPasskey: { audiences: 'all', by: 'anonymous', input: nothing },
    signInByPasskey: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({
        response: {
          id: 'AA',
          rawId: 'AA',
          type: 'public-key' as const,
          clientExtensionResults: {},
          response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
        },
      }),
    },
    signOut: { audiences: 'all', by: 'anonymous', input: nothing },
    findBuilding: { audiences: 'all', by: 'anonymous', input: () => address },
    signUpResident: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({
        ...person,
        ...address,
        phone: '(206) 555-0188',
        unit_number: '4',
        number_of_units: 3,
        number_of_floors: 2,
        square_feet: 5000,
      }),
    },
    signUpVendor: {
      audiences: 'all',
      by: 'anonymous',
      input: (world) => ({
        ...person,
        ...address,
        company_name: 'New Company',
        phone: '(206) 555-0188',
        service_type_ids: [world.typeId('Landscaping')],
      }),
    },
    changePassword: {
      audiences: ['resident', 'unassigned', 'vendor', 'crew', 'admin'],
      by: 'ned',
      input: () => ({ current_password: PASSWORD, new_password: PASSWORD }),
    },
    close: {
      audiences: ['resident', 'unassigned', 'vendor', 'crew', 'pending'],
      by: 'ned',
      input: () => ({ current_password: PASSWORD }),
    },
    requestPasswordReset: { audiences: 'all', by: 'anonymous', input: () => ({ email: 'ned@example.com' }) },
    openResetLink: { audiences: 'all', by: 'anonymous', input: () => ({ token: 'a-token' }) },
    resetPassword: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ token: 'a-token', new_password: PASSWORD }),
    },
    resendConfirmation: {
      audiences: ['resident', 'unassigned', 'vendor', 'crew', 'pending', 'admin', 'unsecured'],
      by: 'pia',
      input: nothing,
    },
    openInvitation: { audiences: 'all', by: 'anonymous', input: () => ({ token: 'a'.repeat(43) }) },
    signUpByLink: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ ...person, token: 'a'.repeat(43), phone: null, unit_number: '4', note: 'Hello' }),
    },
    confirmEmail: { audiences: 'all', by: 'anonymous', input: () => ({ token: 'a-token' }) },
  },
  seed: (_, db) =>
    db.query(`insert into account_links (user_id, purpose, email)
      select id, 'change_email', 'new.' || email from profiles where first_name in ('Ned', 'Pia', 'Curb')
      union all select id, 'confirm_email', email from profiles where first_name in ('Ned', 'Pia')`),
  tables: {
    account_links: (row, { kind, id }) =>
      row.user_id === id && (!isLimited(kind) || row.purpose === 'confirm_email'),
  },
  writes: {
    account_links: {
      insert: (row, { name, kind, id }) =>
        row.user_id === id &&
        (row.purpose === 'confirm_email'
          ? row.email === `${name}@example.com`
          : !isLimited(kind) && row.purpose === 'change_email'),
      update: (row, { kind, id }) =>
        row.user_id === id && (!isLimited(kind) || row.purpose === 'confirm_email'),
    },
  },
  events: {
    password_changed: { data: {} },
    password_reset_requested: {
      data: {},
      subject: (world) => linked(world, 'ned', 'reset_password', 'ned'),
      mailedTo: ['ned'],
    },
    password_reset: { data: {} },
    signed_out: { data: {} },
    email_change_requested: {
      data: {},
      subject: (world) => linked(world, 'ned', 'change_email', 'new.ned'),
      mailedTo: ['ned', 'new.ned'],
    },
    email_confirmation_requested: {
      data: {},
      subject: (world) => linked(world, 'ned', 'confirm_email', 'ned'),
      mailedTo: ['ned'],
    },
    email_confirmed: { data: {} },
    email_changed: { data: {} },
    admin_appointed: { data: {} },
    account_closed: { data: {}, by: 'pia', mailedTo: ['pia'] },
  },
  breaches: [
    ['each account has a profile with its email', `delete from profiles where email = 'olga@example.com'`],
  ],
} satisfies FeatureCases<'accounts'>
