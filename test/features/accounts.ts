import { type FeatureCases, nothing } from '../feature-cases.ts'
import { PASSWORD } from '../world.ts'

const address = { address: '9 New Street', city: 'Seattle', state: 'WA', zip_code: '98101' }
const person = { first_name: 'New', last_name: 'Person', email: 'new@example.com', password: PASSWORD }

export const accounts = {
  procedures: {
    session: { audiences: 'all', by: 'anonymous', input: nothing },
    signIn: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ email: 'maya@example.com', password: PASSWORD }),
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
      audiences: ['resident', 'unassigned', 'vendor'],
      by: 'ned',
      input: () => ({ current_password: PASSWORD, new_password: PASSWORD }),
    },
    requestPasswordReset: { audiences: 'all', by: 'anonymous', input: () => ({ email: 'ned@example.com' }) },
    openResetLink: { audiences: 'all', by: 'anonymous', input: () => ({ token: 'a-token' }) },
    resetPassword: {
      audiences: 'all',
      by: 'anonymous',
      input: () => ({ token: 'a-token', new_password: PASSWORD }),
    },
    resendConfirmation: {
      audiences: ['resident', 'unassigned', 'vendor', 'pending', 'admin'],
      by: 'pia',
      input: nothing,
    },
    confirmEmail: { audiences: 'all', by: 'anonymous', input: () => ({ token: 'a-token' }) },
  },
  seed: (_, db) =>
    db.query(`insert into account_links (user_id, purpose, email)
      select id, 'change_email', 'new.' || email from profiles where first_name in ('Ned', 'Pia', 'Curb')
      union all select id, 'confirm_email', email from profiles where first_name in ('Ned', 'Pia')`),
  tables: {
    account_links: (row, { kind, id }) =>
      row.user_id === id && (kind !== 'pending' || row.purpose === 'confirm_email'),
  },
  breaches: [
    ['each account has a profile with its email', `delete from profiles where email = 'olga@example.com'`],
  ],
} satisfies FeatureCases<'accounts'>
