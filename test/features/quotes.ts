import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Quoted } from '../../src/server/features/quotes/mail.ts'
import { quoteFileAttachment } from '../../src/server/features/quotes/quote-file.ts'
import { addFile } from '../../src/server/storage/add-file.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, nobody, type Rule, vendorOwn, withPower } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'
import type { World } from '../world.ts'

const OFFER = pdf('Offer')

const quote = {
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  per_visit_price: 90_00,
  agreed_price: 100_00,
  once_price: 200_00,
  decision_reason: 'Good work before',
  was_lowest: true,
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

/** A file of a quote, whose building sees it once it has a price. */
const isOfPricedQuote: Rule = ({ service_quote_id }, _, { quotes }) => {
  const of = quotes.get(service_quote_id)
  return of?.per_visit_price !== null && of?.given_up_reason === null
}
const isOfPendingQuote: Rule = ({ service_quote_id, vendor_id, building_id }, _, { quotes }) => {
  const of = quotes.get(service_quote_id)
  return of?.status === 'pending' && of.vendor_id === vendor_id && of.building_id === building_id
}

/** Adds a file to this vendor's quote. Returns its address. */
export async function addQuoteFileBy(world: World, quote: string, facts: Record<string, string> = {}) {
  const viewer = (await world.as('curb').accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error('curb is no vendor')
  const query = { quote, id: randomUUID(), name: 'Offer.pdf', ...facts }
  return addFile(world.portal, quoteFileAttachment, viewer, { query, body: Readable.from([OFFER]) })
}

type Ids = Record<'service' | 'quote' | 'quotedAt' | 'openQuote' | 'question', string>

export const quotes = {
  async prepare(world) {
    const service = await world.request('Landscaping')
    const quote = await world.quote('evergreen', service, 9999)
    const openQuote = await world.quoteOf('curb', service)
    await world.as('curb').quotes.askQuestion({ id: openQuote, question: 'Who waters the beds?' })
    const [question] = await world.as('maya').quotes.questions({ building_service_id: service, round: 1 })
    const { shown } = await world.pricesShown(service)
    return { service, quote, quotedAt: shown[0]?.updated_at ?? '', openQuote, question: question?.id ?? '' }
  },
  procedures: {
    received: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { service }) => ({ building_service_id: service }),
      strangers: { building_service_id: ['otto'] },
    },
    accept: {
      audiences: [{ resident: 'accept_quotes' }],
      by: 'ned',
      input: (_, { quote }) => ({ id: quote, per_visit_price: 9999 }),
      strangers: { id: ['otto'] },
    },
    open: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { service, quote, quotedAt }) => ({
        building_service_id: service,
        shown: [{ id: quote, updated_at: quotedAt }],
      }),
      strangers: { building_service_id: ['otto'] },
    },
    counts: { audiences: ['vendor'], by: 'curb', input: nothing },
    list: { audiences: ['vendor'], by: 'curb', input: () => ({ tab: 'all', page: 1 }) },
    get: {
      audiences: ['vendor'],
      by: 'evergreen',
      input: (_, { quote }) => ({ id: quote }),
      strangers: { id: ['curb', 'hilltop'] },
    },
    files: {
      audiences: ['resident', 'vendor'],
      by: 'curb',
      input: (_, { openQuote }) => ({ id: openQuote }),
      strangers: { id: ['evergreen', 'hilltop'] },
    },
    contact: {
      audiences: ['vendor'],
      by: 'evergreen',
      input: (_, { quote }) => ({ id: quote }),
      strangers: { id: ['curb', 'hilltop'] },
    },
    giveUp: {
      audiences: ['vendor'],
      by: 'evergreen',
      input: (_, { quote }) => ({ id: quote, reason: 'We are full until spring.' }),
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
      input: (_, { quote }) => ({
        id: quote,
        per_visit_price: 8000,
        terms: {
          lines: [],
          start_price: 20_00,
          extras: [{ name: 'Leaf pick-up', price: 15_00, per: 'visit' }],
          valid_until: '2027-02-12',
          note: 'Cuttings go with us.',
        },
      }),
      strangers: { id: ['curb', 'hilltop'] },
    },
    questions: {
      audiences: ['resident', 'vendor'],
      by: 'ned',
      input: (_, { service }) => ({ building_service_id: service, round: 1 }),
      strangers: { building_service_id: ['otto'] },
    },
    askQuestion: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { openQuote }) => ({ id: openQuote, question: 'Is there water outside?' }),
      strangers: { id: ['evergreen', 'hilltop'] },
    },
    answerQuestion: {
      audiences: [{ resident: 'request_services' }],
      by: 'ned',
      input: (_, { question }) => ({ id: question, answer: 'By the gate.' }),
      strangers: { id: ['otto'] },
    },
  },
  exports: {
    '/api/quotes/comparison.csv': { audiences: ['resident'], by: 'ned', strangers: ['otto'] },
    '/api/quotes/comparison.pdf': { audiences: ['resident'], by: 'ned', strangers: ['otto'] },
    '/api/quotes/jobs.csv': { audiences: ['vendor'], by: 'curb', strangers: ['hilltop'], shows: '1234.50' },
  },
  async grow(world, { service, openQuote }) {
    await world.quote('curb', service, 9998)
    await world.as('curb').quotes.askQuestion({ id: openQuote, question: 'And in winter?' })
    await addQuoteFileBy(world, openQuote)
  },
  async seed({ portal }, db) {
    // Of priced ones, accepted or not, and of some that wait for their price.
    const { rows } = await db.query(`
      insert into quote_files (id, service_quote_id, building_id, vendor_id, file_name, file_path, file_size, added_by)
      select gen_random_uuid(), q.id, q.building_id, q.vendor_id, 'Offer.pdf', 'quote-files/' || q.id || '-1795000000000.pdf',
        ${OFFER.length}, (select id from profiles p where p.vendor_id = q.vendor_id limit 1)
      from (select *, row_number() over (partition by per_visit_price is null order by id) from service_quotes) q
      where row_number <= 3 returning file_path`)
    for (const { file_path } of rows)
      await portal.files.put(file_path, Readable.from([OFFER]), {
        size: OFFER.length,
        mime: 'application/pdf',
      })
    await db.query(`
      with counted as (insert into benchmark_months (month) values ('2026-11-01') returning month)
      insert into price_benchmarks (month, service_type_id, low, median, high)
      select month, t.id, 500, 630, 800 from counted, service_types t`)
    await db.query(`
      with asked as (insert into request_questions
          (building_service_id, building_id, round, question, answer, answered_by, answered_at)
        select r.building_service_id, r.building_id, r.round, 'Why?', 'Because.', b.captain_id, now()
        from request_rounds r join buildings b on b.id = r.building_id returning *)
      insert into question_askers (question_id, vendor_id, asked_by)
      select distinct on (a.id) a.id, q.vendor_id, p.id from asked a
        join service_quotes q on (q.building_service_id, q.round) = (a.building_service_id, a.round)
        join profiles p on p.vendor_id = q.vendor_id order by a.id, q.vendor_id`)
  },
  tables: {
    quote_requests: either(neighbor, admin, ({ id }, _, asked) => asked.services.has(id)),
    quotes: either(
      vendorOwn,
      admin,
      (row, { kind, building }) => kind === 'resident' && row.of_building === building,
    ),
    service_quotes: either(neighbor, vendorOwn, admin),
    request_questions: either(neighbor, admin, ({ building_service_id, round }, _, { asking }) =>
      asking.has(`${building_service_id} ${round}`),
    ),
    question_askers: either(vendorOwn, admin),
    benchmark_months: nobody,
    price_benchmarks: either(admin, (_, { kind }) => kind === 'resident'),
    quote_files: either(vendorOwn, admin, all(neighbor, isOfPricedQuote)),
  },
  writes: {
    service_quotes: {
      insert: all(isOpen, either(withPower('request_services'), all(vendorOwn, isOfOpenService))),
      update: either(
        neighbor,
        all(vendorOwn, ({ status, given_up_reason }) => status === 'pending' || given_up_reason !== null),
      ),
      delete: all(vendorOwn, ({ state }) => state === 'needs_quote'),
    },
    request_questions: {
      insert: ({ building_service_id, round, building_id }, _, { pending }) =>
        pending.has(`${building_service_id} ${round} ${building_id}`),
      update: all(withPower('request_services'), ({ answered_by }, { id }) => answered_by === id),
    },
    question_askers: { insert: all(vendorOwn, ({ asked_by }, { id }) => asked_by === id) },
    quote_files: {
      insert: all(vendorOwn, ({ added_by }, { id }) => added_by === id, isOfPendingQuote),
      delete: all(vendorOwn, isOfPendingQuote),
    },
  },
  attachments: {
    'quote-file': {
      addedBy: ['vendor'],
      seenBy: ['resident', 'vendor', 'admin'],
      maxSize: 10 * 1024 * 1024,
      backedUp: true,
      by: 'curb',
      query: async (world) => {
        const service = await world.request('Landscaping')
        await world.quote('curb', service, 90_00)
        return `?quote=${await world.quoteOf('curb', service)}&id=${randomUUID()}&name=Offer.pdf`
      },
      sample: OFFER,
      addressOf: async (_, { url }) => url,
      strangers: ['otto', 'hilltop'],
    },
  },
  events: {
    quote_file_added: { data: { file_name: 'Offer.pdf' }, by: 'curb' },
    quote_file_removed: { data: { file_name: 'Offer.pdf' }, by: 'curb' },
    quote_requested: { data: {}, read: quote, mailedTo: ['curb'] },
    quote_submitted: {
      data: { per_visit_price: 90_00 },
      read: quote,
      by: 'curb',
      subject: async (world) => world.quote('curb', await world.request('Trash Take-Out', {}, 'ned'), 90_00),
      mailedTo: ['maya', 'ned'],
    },
    quote_updated: { data: { per_visit_price: 80_00 }, by: 'curb' },
    quote_given_up: {
      data: { reason: 'We are full until spring.', quoted: true },
      read: quote,
      by: 'evergreen',
      subject: async (world) => world.quoteOf('evergreen', await world.request('Tree Care', {}, 'ned')),
      mailedTo: ['maya', 'ned'],
    },
    quote_opened: { data: {} },
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
    question_asked: {
      data: { question: 'Is there water outside?' },
      read: quote,
      by: 'hilltop',
      subject: async (world) => world.quoteOf('hilltop', await world.request('Window Washing', {}, 'ned')),
      mailedTo: ['maya', 'ned'],
    },
    question_answered: { data: {} },
    answer_sent: {
      data: { question: 'Is there water outside?', answer: 'By the gate.' },
      read: quote,
      mailedTo: ['curb'],
    },
    quote_withdrawn: { data: {}, by: 'curb' },
  },
  refusedUpdates: [['a quote’s vendor', 'update service_quotes set vendor_id = vendor_id returning id']],
  breaches: [
    [
      'a file beside a quote is of its vendor and building',
      'update quote_files f set vendor_id = v.id from vendor_profiles v where v.id <> f.vendor_id',
    ],
    [
      'a quote has at most five files',
      `insert into quote_files (id, service_quote_id, building_id, vendor_id, file_name, file_path, file_size)
       select gen_random_uuid(), service_quote_id, building_id, vendor_id, 'a.pdf', 'quote-files/' || gen_random_uuid() || '-1.pdf', 1
       from (select * from quote_files limit 1) one, generate_series(1, 6)`,
    ],
    [
      'an accepted quote costs what was chosen of its terms',
      `alter table service_quotes drop constraint service_quotes_agreed;
       update service_quotes set extra_price = 100 where status = 'accepted'`,
    ],
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
