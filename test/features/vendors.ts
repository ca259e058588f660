import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { portfolioPhotoAttachment } from '../../src/server/features/vendors/portfolio-photo.ts'
import { refreshScorecards } from '../../src/server/features/vendors/scorecards.ts'
import { addFile } from '../../src/server/storage/add-file.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, nobody, type Rule, vendorOwn } from '../row-rules.ts'
import { photo } from '../sample-files.ts'
import type { Name, World } from '../world.ts'

const ownersOwn = all(vendorOwn, (_, { powers }) => powers.includes('manage_company'))
const address = { address: '9 New Street', city: 'Seattle', state: 'WA', zip_code: '98101' }

/** Of a vendor that the building asked for a quote. */
const askedByBuilding: Rule = ({ vendor_id }, { kind }, { quoting }) =>
  kind === 'resident' && quoting.has(vendor_id)

/** Adds a photo of this vendor's work. Returns its id and address. */
export async function addPortfolioPhotoBy(world: World, by: Name = 'curb', id: string = randomUUID()) {
  const viewer = (await world.as(by).accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${by} is no vendor`)
  return addFile(world.portal, portfolioPhotoAttachment, viewer, {
    query: { id },
    body: Readable.from([photo]),
  })
}

export const vendors = {
  procedures: {
    offering: {
      audiences: ['resident'],
      by: 'ned',
      input: (world) => ({ service_type_id: world.typeId('Landscaping') }),
    },
    dashboard: { audiences: ['vendor'], by: 'curb', input: nothing },
    get: { audiences: ['vendor'], by: 'curb', input: nothing },
    own: { audiences: ['vendor'], by: 'curb', input: nothing },
    profile: {
      audiences: ['resident', 'vendor', 'admin'],
      by: 'curb',
      input: (world) => ({ id: world.companyOf('curb') }),
      strangers: { id: ['hilltop'] },
    },
    saveAbout: {
      audiences: [{ vendor: 'manage_company' }],
      by: 'curb',
      input: () => ({ about: 'Two people and a truck.', service_area: 'Ballard and Fremont' }),
    },
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
    const offered = (await vendors.get()).service_type_ids
    const person = { first_name: 'Curb', last_name: 'Test', email: 'curb@example.com', phone: '' }
    const service_type_ids = [...offered, ...['Tree Care', 'Window Washing'].map(world.typeId)]
    await vendors.update({ ...address, ...person, company_name: 'Curb & Corner', service_type_ids })
    await addPortfolioPhotoBy(world)
  },
  async seed(world, db) {
    await refreshScorecards(world.portal)
    // With enough visits, and with too few.
    await db.query(`update vendor_scorecards c set visits = 6 from vendor_profiles v where v.id = c.vendor_id
      and v.company_name = 'Evergreen Grounds'`)
    for (const by of ['curb', 'evergreen'] as const) await addPortfolioPhotoBy(world, by)
  },
  tables: {
    vendor_profiles: either(
      admin,
      (row, { kind, company, employer }) => kind === 'resident' || row.id === company || row.id === employer,
    ),
    vendor_services: either(vendorOwn, admin, (_, { kind }) => kind === 'resident'),
    vendor_scorecards: either(
      vendorOwn,
      admin,
      all(askedByBuilding, ({ visits, missed }) => Number(visits) + Number(missed) >= 5),
    ),
    vendor_storage: nobody,
    portfolio_photos: either(vendorOwn, admin, askedByBuilding),
  },
  writes: {
    vendor_profiles: {
      update: ({ id }, { company, powers }) => id === company && powers.includes('manage_company'),
    },
    vendor_services: { insert: ownersOwn, update: ownersOwn },
    portfolio_photos: {
      insert: all(ownersOwn, ({ added_by }, { id }) => added_by === id),
      delete: ownersOwn,
    },
  },
  attachments: {
    'portfolio-photo': {
      addedBy: [{ vendor: 'manage_company' }],
      seenBy: ['resident', 'vendor', 'admin'],
      maxSize: 15 * 1024 * 1024,
      backedUp: true,
      by: 'curb',
      query: async (world) => {
        // The building has asked curb for something.
        const asked = await world.as('maya').services.list()
        if (asked.length === 0) await world.request('Landscaping')
        return `?id=${randomUUID()}`
      },
      sample: photo,
      addressOf: async (_, { url }) => url,
      strangers: ['hilltop'],
    },
  },
  events: {
    vendor_signed_up: { data: {}, by: 'curb' },
    vendor_services_changed: { data: {}, by: 'curb' },
    vendor_profile_changed: { data: {}, by: 'curb' },
  },
  breaches: [
    [
      'each contractor belongs to a vendor',
      `alter table profiles drop constraint contractors_have_a_company;
       update profiles set role = 'contractor', building_id = null where email = 'pia@example.com'`,
    ],
    [
      'a vendor shows at most twelve photos',
      `insert into portfolio_photos (id, vendor_id, file_path, file_size)
       select gen_random_uuid(), vendor_id, 'portfolio-photos/' || gen_random_uuid() || '-1.jpg', 1
       from (select vendor_id from portfolio_photos limit 1) one, generate_series(1, 13)`,
    ],
    ['a company uses the space of its files', 'update vendor_storage set used_bytes = used_bytes + 4096'],
  ],
} satisfies FeatureCases<'vendors'>
