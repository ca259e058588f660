import type { Quoted } from '../../src/server/features/quotes/mail.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, type Rule, vendorOwn } from '../row-rules.ts'

const quote = {
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  per_visit_price: 90_00,
  request: {
    description: 'The front lawn.',
    scope: [{ key: 'walks', label: 'Walks', answer: ['120'], unit: 'ft', tasks: [] }],
    required_every_weeks: 4,
    preferred_start_date: '2026-11-20',
    until_ended: false,
    preferred_end_date: '2027-02-12',
    quotes_by: '2026-11-27',
    decide_by: '2026-12-04',
    vendors_asked: 3,
    closed_reason: 'We sold the lawn.',
  },
} satisfies Quoted

const isOpen: Rule = ({ status, vendor_status }) => status === 'pending' && vendor_status === 'not_quoted'
const isOfOpenService: Rule = (row, _, { open }) =>
  open.some(
    (service) =>
      service.id === row.building_service_id &&
      service.building_id === row.building_id &&
      service.service_type_id === row.service_type_id &&
      service.round === row.round,
  )

type Ids = Record<'service' | 'quote' | 'openQuote', string>

export const quotes = {
  async prepare(world) {
    const service = await world.request('Landscaping')
    const quote = await world.quote('evergreen', service, 9999)
    return { service, quote, openQuote: await world.quoteOf('curb', service) }
  },
  procedures: {
    received: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { service }) => ({ building_service_id: service }),
      strangers: { building_service_id: ['otto'] },
    },
    accept: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { quote }) => ({ id: quote, per_visit_price: 9999 }),
      strangers: { id: ['otto'] },
    },
    counts: { audiences: ['vendor'], by: 'curb', input: nothing },
    list: { audiences: ['vendor'], by: 'curb', input: () => ({ tab: 'all', page: 1 }) },
    get: {
      audiences: ['vendor'],
      by: 'evergreen',
      input: (_, { quote }) => ({ id: quote }),
      strangers: { id: ['curb', 'hilltop'] },
    },
    contact: {
      audiences: ['vendor'],
      by: 'evergreen',
      input: (_, { quote }) => ({ id: quote }),
      strangers: { id: ['curb', 'hilltop'] },
    },
    submit: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { openQuote }) => ({
        id: openQuote,
        per_visit_price: 12000,
        availability: { weekdays: [1, 2, 3], arrives_from: '08:00', arrives_until: '10:00' },
      }),
      strangers: { id: ['evergreen', 'hilltop'] },
    },
    update: {
      audiences: ['vendor'],
      by: 'evergreen',
      input: (_, { quote }) => ({ id: quote, per_visit_price: 8000 }),
      strangers: { id: ['curb', 'hilltop'] },
    },
  },
  grow: (world, { service }) => world.quote('curb', service, 9998),
  tables: {
    quote_requests: either(neighbor, admin, ({ id }, _, asked) => asked.services.has(id)),
    quotes: either(
      vendorOwn,
      admin,
      (row, { kind, building }) => kind === 'resident' && row.of_building === building,
    ),
    service_quotes: either(neighbor, vendorOwn, admin),
  },
  writes: {
    service_quotes: {
      insert: all(isOpen, either(neighbor, all(vendorOwn, isOfOpenService))),
      update: either(
        neighbor,
        all(vendorOwn, ({ status }) => status === 'pending'),
      ),
      delete: all(vendorOwn, ({ state }) => state === 'needs_quote'),
    },
  },
  events: {
    quote_requested: { data: {}, read: quote, mailedTo: ['curb'] },
    quote_submitted: {
      data: { per_visit_price: 90_00 },
      read: quote,
      by: 'curb',
      subject: async (world) => world.quote('curb', await world.request('Trash Take-Out', {}, 'ned'), 90_00),
      mailedTo: ['maya', 'ned'],
    },
    quote_updated: { data: { per_visit_price: 80_00 }, by: 'curb' },
    quote_accepted: { data: {}, read: quote, mailedTo: ['curb'] },
    quote_declined: {
      data: {},
      read: quote,
      async subject(world) {
        const service = await world.request('Landscaping')
        const declined = await world.quote('curb', service, 90_00)
        await world.accept(service, await world.quote('evergreen', service, 80_00))
        return declined
      },
      mailedTo: ['curb'],
    },
    request_changed: { data: {}, read: quote, mailedTo: ['curb'] },
    request_withdrawn: { data: {}, read: quote, mailedTo: ['curb'] },
    request_extended: {
      data: {},
      read: quote,
      subject: async (world) => world.quoteOf('curb', await world.request('Snow Removal')),
      mailedTo: ['curb'],
    },
    request_closed: { data: {}, read: quote, mailedTo: ['curb'] },
    quote_withdrawn: { data: {}, by: 'curb' },
  },
  refusedUpdates: [['a quote’s vendor', 'update service_quotes set vendor_id = vendor_id returning id']],
  breaches: [
    [
      'a decided service has no open quote',
      `update service_quotes set status = 'pending', vendor_status = 'not_quoted', per_visit_price = null
       where status = 'declined'`,
    ],
    [
      'an open request went once to each vendor of the service, and to no other',
      `delete from service_quotes where status = 'pending' and per_visit_price is null`,
    ],
    [
      'an open request went once to each vendor of the service, and to no other',
      `update building_services set excluded_vendors = array[(select id from vendor_profiles where company_name like 'Curb%')]
       where status = 'Quote'`,
    ],
    ['each decision on a quote has its event', `delete from events where kind = 'quote_declined'`],
  ],
} satisfies FeatureCases<'quotes', Ids>
