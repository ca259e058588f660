import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, either, everybody, neighbor } from '../row-rules.ts'
import { TODAY } from '../world.ts'

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
      audiences: ['resident'],
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
      audiences: ['resident'],
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
      audiences: ['resident'],
      by: 'ned',
      input: (_, { open }) => ({ id: open }),
      strangers: { id: ['otto'] },
    },
    extend: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { open }) => ({ id: open, quotes_by: '2026-12-11', decide_by: '2026-12-18' }),
      strangers: { id: ['otto'] },
    },
    askMore: {
      audiences: ['resident'],
      by: 'ned',
      input: (world, { open }) => ({ id: open, vendor_ids: [world.companyOf('evergreen')] }),
      strangers: { id: ['otto'] },
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
  },
  writes: { building_services: { insert: neighbor, update: neighbor } },
  events: {
    service_requested: { data: {} },
    service_changed: { data: {} },
    service_withdrawn: { data: {} },
    service_extended: { data: {} },
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
