import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import { requestFileAttachment } from '../../src/server/features/services/request-file.ts'
import { addFile } from '../../src/server/storage/add-file.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, everybody, neighbor, withPower } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'
import { TODAY } from '../world.ts'

const PLAN = pdf()

type Ids = Record<'open', string>

export const services = {
  async prepare(world) {
    return { open: await world.request('Tree Care', { excluded_vendors: [world.companyOf('evergreen')] }) }
  },
  procedures: {
    catalog: { audiences: 'all', by: 'anonymous', input: nothing },
    list: { audiences: ['resident'], by: 'ned', input: nothing },
    scopeForm: {
      audiences: ['resident'],
      by: 'ned',
      input: (world) => ({ service_type_id: world.typeId('Snow Removal') }),
    },
    available: { audiences: ['resident'], by: 'ned', input: nothing },
    request: {
      audiences: [{ resident: 'request_services' }],
      by: 'ned',
      input: (world) => ({
        service_type_id: world.typeId('Window Washing'),
        description: 'Both sides',
        scope: [{ key: 'sides', answer: ['Outside', 'Inside'] }],
        service_type: 'recurring',
        required_every_weeks: 4,
        preferred_start_date: TODAY,
        preferred_end_date: '2027-05-01',
        until_ended: false,
        excluded_vendors: [],
      }),
    },
    edit: {
      audiences: [{ resident: 'request_services' }],
      by: 'ned',
      input: (_, { open }) => ({
        id: open,
        description: 'The bins behind the house',
        service_type: 'on-demand',
        preferred_start_date: TODAY,
      }),
      strangers: { id: ['otto'] },
    },
    withdraw: {
      audiences: [{ resident: 'request_services' }],
      by: 'ned',
      input: (_, { open }) => ({ id: open }),
      strangers: { id: ['otto'] },
    },
    extend: {
      audiences: [{ resident: 'request_services' }],
      by: 'ned',
      input: (_, { open }) => ({ id: open, quotes_by: '2026-12-11', decide_by: '2026-12-18' }),
      strangers: { id: ['otto'] },
    },
    leftOut: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { open }) => ({ id: open }),
      strangers: { id: ['otto'] },
    },
    askMore: {
      audiences: [{ resident: 'request_services' }],
      by: 'ned',
      input: (world, { open }) => ({ id: open, vendor_ids: [world.companyOf('evergreen')] }),
      strangers: { id: ['otto'] },
    },
    files: {
      audiences: ['resident', 'vendor'],
      by: 'ned',
      input: (_, { open }) => ({ building_service_id: open, round: 1 }),
      strangers: { building_service_id: ['otto', 'hilltop'] },
    },
    contact: {
      audiences: [{ resident: 'manage_visits' }],
      by: 'maya',
      input: (_, { open }) => ({ id: open }),
      strangers: { id: ['otto'] },
    },
    welcome: {
      audiences: [{ resident: 'manage_building' }],
      by: 'maya',
      input: (world) => ({
        services: [
          {
            service_type_id: world.typeId('Leaf Removal'),
            required_every_weeks: 12,
            description: 'The maple',
          },
        ],
      }),
    },
  },
  tables: {
    building_services: either(neighbor, admin, ({ id }, _, asked) => asked.services.has(id)),
    request_rounds: either(neighbor, admin, ({ id }, _, asked) => asked.rounds.has(id)),
    service_types: everybody,
    request_files: either(neighbor, admin, ({ building_service_id, round }, _, { asking }) =>
      asking.has(`${building_service_id} ${round}`),
    ),
  },
  async grow(world, { open }) {
    const viewer = (await world.as('maya').accounts.session())?.viewer
    if (viewer?.kind !== 'resident') throw new Error('Maya has no building')
    const query = { service: open, id: randomUUID(), name: 'Plan.pdf' }
    await addFile(world.portal, requestFileAttachment, viewer, { query, body: Readable.from([pdf()]) })
    const [left, type] = [world.companyOf('hilltop'), world.typeId('Tree Care')]
    await asSystem(world.portal.db, async (tx) => {
      await sql`insert into vendor_services (vendor_id, service_type_id) values (${left}, ${type}) on conflict do nothing`.execute(
        tx,
      )
      await sql`update building_services set excluded_vendors = excluded_vendors || ${left}::uuid where id = ${open}`.execute(
        tx,
      )
    })
  },
  async seed({ portal }, db) {
    await db.query(`
      insert into request_files (id, building_service_id, building_id, round, file_name, file_path, file_size, added_by)
      select gen_random_uuid(), r.building_service_id, r.building_id, r.round, 'Plan.pdf', 'request-files/' || r.id || '-1795000000000.pdf', ${PLAN.length},
        r.requested_by
      from request_rounds r`)
    for (const { file_path } of (await db.query('select file_path from request_files')).rows)
      await portal.files.put(file_path, Readable.from([PLAN]), { size: PLAN.length, mime: 'application/pdf' })
  },
  writes: {
    building_services: { insert: withPower('request_services'), update: neighbor },
    request_files: {
      insert: all(
        withPower('request_services'),
        ({ added_by }, { id }) => added_by === id,
        ({ building_service_id, round }, _, { present }) => present.has(`${building_service_id} ${round}`),
      ),
      delete: withPower('request_services'),
    },
  },
  attachments: {
    'request-file': {
      addedBy: [{ resident: 'request_services' }],
      seenBy: ['resident', 'vendor', 'admin'],
      maxSize: 10 * 1024 * 1024,
      backedUp: true,
      by: 'ned',
      query: async (world) =>
        `?service=${await world.request('Trash Take-Out')}&id=${randomUUID()}&name=Plan.pdf`,
      sample: pdf(),
      addressOf: async (_, { url }) => url,
      strangers: ['otto', 'hilltop'],
    },
  },
  events: {
    service_requested: { data: {} },
    service_changed: { data: {} },
    service_withdrawn: { data: {} },
    service_extended: { data: {} },
    vendors_added: { data: { vendors: 2 } },
    request_file_added: { data: { file_name: 'Roof.pdf' } },
    request_file_removed: { data: { file_name: 'Roof.pdf' } },
    service_closed: {
      data: {},
      read: { service: 'Snow Removal', decide_by: '2026-12-04', quotes: 2 },
      subject: (world) => world.request('Concierge', {}, 'ned'),
      mailedTo: ['maya', 'ned'],
    },
  },
  breaches: [
    [
      'an accepted service has one accepted quote, of its vendor',
      `update building_services set assigned_vendor = (select id from vendor_profiles where company_name like 'Curb%')
       where status = 'Accepted'`,
    ],
    [
      'a service asks for what its present round says',
      `update request_rounds set description = 'Something else'`,
    ],
    [
      'a round counts the vendors that it asked',
      'update request_rounds set vendors_asked = vendors_asked + 1',
    ],
    [
      'a service that is not accepted has no accepted quote',
      `update building_services set status = 'pending_quotes', assigned_vendor = null where status = 'Accepted'`,
    ],
  ],
} satisfies FeatureCases<'services', Ids>
