import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { complianceAttachment } from '../../src/server/features/compliance/file.ts'
import { addFile } from '../../src/server/storage/add-file.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, everybody, nobody, type Rule, vendorOwn } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'
import type { Name, World } from '../world.ts'

type Ids = Record<'waiting' | 'doubtful', string>

/** Adds an insurance certificate of this vendor, which waits for its verification. Returns its id. */
export async function addInsurance(world: World, by: Name = 'curb', facts: Record<string, string> = {}) {
  const viewer = (await world.as(by).accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${by} is no vendor`)
  const query = {
    id: randomUUID(),
    kind: 'insurance',
    number: 'CGL-1431',
    amount: '1,000,000',
    valid_from: '2026-01-01',
    expires_on: '2027-06-10',
    name: 'Certificate.pdf',
    ...facts,
  }
  await addFile(world.portal, complianceAttachment, viewer, { query, body: Readable.from([pdf()]) })
  return query.id
}

const owner: Rule = all(vendorOwn, (_, { powers }) => powers.includes('manage_company'))
const isVerified: Rule = ({ status }) => status === 'verified'

export const compliance = {
  async prepare(world) {
    return { waiting: await addInsurance(world), doubtful: await addInsurance(world) }
  },
  async grow(world) {
    await addInsurance(world)
    const requirement = {
      service_type_id: world.typeId('Trash Take-Out'),
      kind: 'w9',
      required: true,
    } as const
    await world.as('ada').compliance.setRequirement(requirement)
  },
  procedures: {
    list: { audiences: ['vendor'], by: 'curb', input: nothing },
    required: { audiences: ['vendor'], by: 'curb', input: nothing },
    queue: {
      audiences: ['admin'],
      by: 'ada',
      input: () => ({ status: 'waiting', page: 1, search: 'curb' }),
    },
    verify: { audiences: ['admin'], by: 'ada', input: (_, { waiting }) => ({ id: waiting }) },
    refuse: {
      audiences: ['admin'],
      by: 'ada',
      input: (_, { doubtful }) => ({ id: doubtful, reason: 'The names differ' }),
    },
    requirements: { audiences: ['admin'], by: 'ada', input: nothing },
    effect: {
      audiences: ['admin'],
      by: 'ada',
      input: (world) => ({ service_type_id: world.typeId('Window Washing'), kind: 'license' }),
    },
    setRequirement: {
      audiences: ['admin'],
      by: 'ada',
      input: (world) => ({
        service_type_id: world.typeId('Window Washing'),
        kind: 'license',
        required: true,
      }),
    },
  },
  // One that waits, one that is verified and one that is refused, of two vendors; crew of evergreen sees the verified one.
  async seed(world, db) {
    await addInsurance(world, 'curb')
    for (const by of ['curb', 'evergreen'] as const) {
      await world.as('ada').compliance.verify({ id: await addInsurance(world, by) })
      const reason = 'The names differ'
      await world.as('ada').compliance.refuse({ id: await addInsurance(world, by), reason })
    }
    await db.query(`insert into compliance_notices (document_id, days) select id, 30 from compliance_documents
      where status = 'verified'`)
    await db.query(`insert into service_requirements (service_type_id, kind, required_from)
      select id, 'license', '2026-11-01' from service_types
      where name = 'Roof Repair'`)
  },
  breaches: [
    [
      'a vendor has at most sixty documents that were never verified',
      `insert into compliance_documents (id, vendor_id, kind, valid_from, added_by)
       select gen_random_uuid(), vendor_id, 'w9', valid_from, added_by
       from (select * from compliance_documents limit 1) one, generate_series(1, 61)`,
    ],
  ],
  tables: {
    compliance_documents: either(
      vendorOwn,
      admin,
      all(
        isVerified,
        ({ vendor_id }, { kind }, { quoting }) => kind === 'resident' && quoting.has(vendor_id),
      ),
      all(isVerified, ({ vendor_id }, { employer }) => vendor_id === employer),
    ),
    compliance_files: either(vendorOwn, admin),
    compliance_notices: nobody,
    service_requirements: everybody,
  },
  writes: {
    compliance_documents: {
      insert: all(owner, ({ added_by }, { id }) => added_by === id),
      update: all(admin, ({ decided_by }, { id }) => decided_by === id),
      delete: all(owner, ({ verified_at }) => verified_at === null),
    },
    compliance_files: { insert: owner },
    service_requirements: { insert: admin, delete: admin },
  },
  attachments: {
    'compliance-file': {
      addedBy: [{ vendor: 'manage_company' }],
      seenBy: ['vendor', 'admin'],
      maxSize: 10 * 1024 * 1024,
      backedUp: true,
      by: 'curb',
      query: async () =>
        `?${new URLSearchParams({ id: randomUUID(), kind: 'w9', valid_from: '2026-01-01', name: 'W-9.pdf' })}`,
      sample: pdf(),
      addressOf: async (_, { url }) => url,
      strangers: ['hilltop'],
    },
  },
  exports: {
    '/api/compliance/queue.csv': { audiences: ['admin'], by: 'ada', strangers: [], shows: 'Corner' },
  },
  events: {
    compliance_added: { data: { kind: 'insurance' }, by: 'curb' },
    compliance_removed: { data: { kind: 'license' }, by: 'curb' },
    compliance_verified: { data: { kind: 'w9' }, by: 'ada', mailedTo: ['curb'] },
    compliance_expiring: {
      data: { kind: 'insurance', expires_on: '2026-12-10', visits: 3 },
      by: 'curb',
      mailedTo: ['curb'],
    },
    visits_at_risk: {
      data: {
        kind: 'insurance',
        company_name: 'Curb & Corner',
        expires_on: '2026-12-10',
        visits: 3,
        first_date: '2026-12-22',
        service: null,
      },
      by: 'ada',
      mailedTo: ['maya'],
    },
    document_required: {
      data: { service: 'Roof Repair', kind: 'license' },
      by: 'ada',
      mailedTo: ['curb'],
    },
    requirements_changed: { data: { service: 'Roof Repair', kind: 'license', required: true }, by: 'ada' },
    compliance_refused: {
      data: { kind: 'w9', reason: 'The names differ', was_verified: false },
      by: 'ada',
      mailedTo: ['curb'],
    },
  },
} satisfies FeatureCases<'compliance', Ids>
