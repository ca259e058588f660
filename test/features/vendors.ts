import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, vendorOwn } from '../row-rules.ts'

const ownersOwn = all(vendorOwn, (_, { powers }) => powers.includes('manage_company'))
const address = { address: '9 New Street', city: 'Seattle', state: 'WA', zip_code: '98101' }

export const vendors = {
  procedures: {
    offering: {
      audiences: ['resident'],
      by: 'ned',
      input: (world) => ({ service_type_id: world.typeId('Landscaping') }),
    },
    dashboard: { audiences: ['vendor'], by: 'curb', input: nothing },
    get: { audiences: ['vendor'], by: 'curb', input: nothing },
    update: {
      audiences: [{ vendor: 'manage_company' }],
      by: 'curb',
      input: (world) => ({
        ...address,
        first_name: 'Curb',
        last_name: 'Test',
        company_name: 'Curb & Corner',
        email: 'curb@example.com',
        phone: '(206) 555-0142',
        service_type_ids: [world.typeId('Landscaping'), world.typeId('Snow Removal')],
      }),
    },
  },
  async grow(world) {
    const { vendors } = world.as('curb')
    const services = ['Landscaping', 'Snow Removal', 'Trash Take-Out', 'Tree Care', 'Window Washing']
    const person = { first_name: 'Curb', last_name: 'Test', email: 'curb@example.com', phone: '' }
    const service_type_ids = services.map(world.typeId)
    await vendors.update({ ...address, ...person, company_name: 'Curb & Corner', service_type_ids })
  },
  tables: {
    vendor_profiles: either(
      admin,
      (row, { kind, company, employer }) => kind === 'resident' || row.id === company || row.id === employer,
    ),
    vendor_services: either(vendorOwn, admin, (_, { kind }) => kind === 'resident'),
  },
  writes: {
    vendor_profiles: {
      update: ({ id }, { company, powers }) => id === company && powers.includes('manage_company'),
    },
    vendor_services: { insert: ownersOwn, update: ownersOwn },
  },
  events: {
    vendor_signed_up: { data: {}, by: 'curb' },
    vendor_services_changed: { data: {}, by: 'curb' },
  },
  breaches: [
    [
      'each contractor belongs to a vendor',
      `alter table profiles drop constraint contractors_have_a_company;
       update profiles set role = 'contractor', building_id = null where email = 'pia@example.com'`,
    ],
  ],
} satisfies FeatureCases<'vendors'>
