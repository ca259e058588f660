import { randomUUID } from 'node:crypto'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { all, either, neighbor, type Rule, vendorOwn, withPower } from '../row-rules.ts'
import { TODAY, type World } from '../world.ts'
import { INVOICE_BREACHES } from './invoice-breaches.ts'
import {
  addInvoiceFileBy,
  addPaymentFileBy,
  INVOICE_FILE_TABLES,
  INVOICE_FILE_WRITES,
  invoiceFileCases,
  payOne,
  seedInvoiceFiles,
  seedPaymentFiles,
} from './invoice-files.ts'

type Ids = Record<
  | 'building'
  | 'visit'
  | 'draft'
  | 'kept'
  | 'gone'
  | 'leaving'
  | 'received'
  | 'owed'
  | 'doubted'
  | 'disputed'
  | 'wrong'
  | 'line',
  string
>

const FACTS = { date: TODAY, due_date: '2026-12-20', tax_rate: 1025, note: null }
const NO_LINES = { visits: [], starts: [], extras: [] }
const KEYS = [{ description: 'A set of keys', amount: 15_00 }]

/** A finished visit of curb at a captain's building, for what no other feature asks for. Returns its id. */
export async function finished(
  world: World,
  service: string,
  captain: 'maya' | 'otto' = 'maya',
): Promise<string> {
  await asSystem(world.portal.db, (tx) =>
    tx
      .insertInto('vendor_services')
      .values({ vendor_id: world.companyOf('curb'), service_type_id: world.typeId(service) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const id = await world.visitToday('curb', service, captain)
  const { visits } = world.as('curb')
  const at = world.clock.now.toISOString()
  await visits.checkIn({ id, at })
  await visits.finish({ id, at, note: null, place: null })
  return id
}

/** A building that curb has not worked for accepts its quote. */
async function newCustomer(world: World): Promise<void> {
  const place = { address: '12 Customer Street', number_of_units: 4 }
  const { call } = await world.resident('customer', place)
  const { id } = await call.services.request({
    service_type_id: world.typeId('Snow Removal'),
    description: 'The steps.',
    service_type: 'on-demand',
    required_every_weeks: null,
    preferred_start_date: TODAY,
    preferred_end_date: null,
  })
  const quote = await world.quote('curb', id, 50_00)
  await call.quotes.accept({ id: quote, per_visit_price: 50_00 })
}

/** The id of 1431 Minor Ave. */
export async function minor(world: World): Promise<string> {
  const { building_id } = await asSystem(world.portal.db, (tx) =>
    tx
      .selectFrom('profiles')
      .where('id', '=', world.idOf('maya'))
      .select('building_id')
      .executeTakeFirstOrThrow(),
  )
  return building_id ?? ''
}

/** The ids of the invoice and of the credit note that the test of exports prints. */
export const PRINTED = randomUUID()
export const CREDITED = randomUUID()

/** A draft of curb to 1431 Minor Ave, where it has an accepted quote, with one extra. Returns its id. */
export async function draftOf(world: World, number: string, id: string = randomUUID()): Promise<string> {
  const building_id = await minor(world)
  await world.as('curb').invoices.create({ id, building_id, number, ...FACTS, ...NO_LINES, extras: KEYS })
  return id
}

/** A sent invoice that its building approved. Returns its id. */
async function approvedOf(world: World, number: string): Promise<string> {
  const id = await draftOf(world, number)
  await world.as('curb').invoices.send({ id, version: 1, total: 16_54 })
  await world.as('maya').invoices.approve({ id, refused: [], approved: 16_54 })
  return id
}

const isSent: Rule = ({ status }) => status !== 'draft'
// The seeds below say in each line whether its invoice was sent.
const isOfSent: Rule = ({ description }) => description !== 'Draft'

const isOfUndecided: Rule = ({ description }) => description !== 'Draft' && description !== 'Approved'

export const invoices = {
  async prepare(world) {
    const visit = await finished(world, 'Masonry and Stoop Repair')
    const draft = (number: string) => draftOf(world, number)
    const sent = async (number: string) => {
      const id = await draft(number)
      await world.as('curb').invoices.send({ id, version: 1, total: 16_54 })
      return id
    }
    const [received, owed, doubted, disputed] = [
      await sent('A-6'),
      await sent('A-7'),
      await sent('A-10'),
      await sent('A-11'),
    ]
    const wrong = await sent('A-12')
    const { lines } = await world.as('curb').invoices.get({ id: wrong })
    const dispute = { id: disputed, message_id: randomUUID(), words: 'Too dear' }
    await world.as('maya').invoices.dispute(dispute)
    await world.as('maya').invoices.approve({ id: owed, refused: [], approved: 16_54 })
    return {
      building: await minor(world),
      visit,
      draft: await draft('A-1'),
      kept: await draft('A-2'),
      gone: await draft('A-3'),
      leaving: await draft('A-5'),
      received,
      owed,
      doubted,
      disputed,
      wrong,
      line: lines[0]?.id ?? '',
    }
  },
  procedures: {
    counts: { audiences: ['vendor'], by: 'curb', input: nothing },
    list: { audiences: ['vendor'], by: 'curb', input: () => ({ tab: 'all', page: 1, search: null }) },
    received: { audiences: ['resident'], by: 'ned', input: () => ({ page: 1, search: null }) },
    get: {
      audiences: ['vendor', 'resident'],
      by: 'curb',
      input: (_, { kept }) => ({ id: kept }),
      // A draft is its vendor's alone.
      strangers: { id: ['hilltop', 'maya', 'otto'] },
    },
    due: { audiences: ['vendor'], by: 'curb', input: nothing },
    dueLines: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { building }) => ({ building_id: building }),
      strangers: { building_id: ['evergreen'] },
    },
    create: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { building, visit }) => ({
        id: randomUUID(),
        building_id: building,
        number: `B-${randomUUID().slice(0, 8)}`,
        ...FACTS,
        ...NO_LINES,
        visits: [{ id: visit, amount: 50_00 }],
      }),
      strangers: { id: ['hilltop'], building_id: ['hilltop'] },
    },
    update: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { draft }) => ({
        id: draft,
        version: 1,
        number: 'A-1',
        ...FACTS,
        ...NO_LINES,
        extras: KEYS,
      }),
      strangers: { id: ['hilltop', 'evergreen'] },
    },
    discard: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { gone }) => ({ id: gone, version: 1 }),
      strangers: { id: ['hilltop', 'evergreen'] },
    },
    send: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { leaving }) => ({ id: leaving, version: 1, total: 16_54 }),
      strangers: { id: ['hilltop', 'evergreen'] },
    },
    approve: {
      audiences: [{ resident: 'approve_invoices' }],
      by: 'maya',
      input: (_, { received }) => ({ id: received, refused: [], approved: 16_54 }),
      strangers: { id: ['otto'] },
    },
    recordPayment: {
      audiences: [{ resident: 'approve_invoices' }],
      by: 'maya',
      input: (_, { owed }) => ({
        ...{ id: randomUUID(), invoice_id: owed, date: TODAY, amount: 1_00 },
        ...{ method: 'Check', reference: null },
      }),
      strangers: { id: ['otto'], invoice_id: ['otto'] },
    },
    dispute: {
      audiences: [{ resident: 'approve_invoices' }],
      by: 'maya',
      input: (_, { doubted }) => ({ id: doubted, message_id: randomUUID(), words: 'Nobody ordered keys.' }),
      strangers: { id: ['otto'], message_id: ['otto'] },
    },
    answer: {
      audiences: ['vendor', { resident: 'approve_invoices' }],
      by: 'curb',
      input: (_, { disputed }) => ({ id: disputed, message_id: randomUUID(), words: 'You lost them.' }),
      strangers: { id: ['hilltop', 'otto'], message_id: ['hilltop'] },
    },
    credit: {
      audiences: ['vendor'],
      by: 'curb',
      input: (_, { wrong, line }) => ({
        ...{ id: randomUUID(), invoice_id: wrong, lines: [line] },
        ...{ reason: 'Nobody ordered keys.', total: 16_54 },
      }),
      strangers: { id: ['hilltop'], invoice_id: ['hilltop', 'evergreen'], lines: ['hilltop'] },
    },
    monthly: { audiences: ['vendor'], by: 'curb', input: nothing },
    setMonthly: { audiences: ['vendor'], by: 'curb', input: () => ({ on: true }) },
    draftMonth: { audiences: ['vendor'], by: 'curb', input: () => ({ month: '2026-10' }) },
  },
  async grow(world, { kept, owed }) {
    await finished(world, 'HVAC Maintenance')
    const extras = [...KEYS, { description: 'A lock', amount: 40_00 }]
    await world
      .as('curb')
      .invoices.update({ id: kept, version: 1, number: 'A-2', ...FACTS, ...NO_LINES, extras })
    const sent = await draftOf(world, 'A-4')
    await world.as('curb').invoices.send({ id: sent, version: 1, total: 16_54 })
    await newCustomer(world)
    await addInvoiceFileBy(world, kept)
    await addPaymentFileBy(world, await payOne(world, owed))
  },
  // A draft, a sent, a disputed, a credited and an approved one for each accepted quote, and each vendor with monthly drafts.
  async seed(world, db) {
    await db.query(`
      insert into monthly_drafts (vendor_id, since, drafted_month) select distinct vendor_id, date '2026-11-01', date '2026-10-01' from service_quotes
        where status = 'accepted';
      with made as (
        insert into invoices (id, vendor_id, building_id, number, date, due_date, tax_rate, subtotal, tax, total, created_by)
        select gen_random_uuid(), q.vendor_id, q.building_id, name || row_number() over (), '2026-11-20', '2026-12-20', 0, 1000, 0, 1000,
          (select id from profiles p where p.vendor_id = q.vendor_id and p.vendor_role = 'owner' limit 1)
        from (select distinct vendor_id, building_id from service_quotes where status = 'accepted') q, (values ('Draft'), ('Sent'), ('Disputed'), ('Credited'), ('Approved')) as n (name)
        returning *)
      insert into invoice_lines (invoice_id, building_id, vendor_id, position, kind, description, amount)
      select id, building_id, vendor_id, 1, 'extra', regexp_replace(number, '\\d', '', 'g'), 1000 from made`)
    await seedInvoiceFiles(world, db)
    await db.query(`
      with sent as (
        update invoices set status = 'sent', sent_at = now(), sent_by = created_by where number not like 'Draft%' returning *)
      insert into events (kind, actor, building_id, vendor_id, subject, data)
      select 'invoice_sent', sent_by, building_id, vendor_id, id, jsonb_build_object('number', number, 'total', total,
        'company_name', 'Evergreen Grounds', 'due_date', due_date, 'lines', 1) from sent;
      update invoices set status = 'disputed' where number like 'Disputed%';
      insert into invoice_messages (id, invoice_id, building_id, vendor_id, side, person, words, sent_at)
      select gen_random_uuid(), i.id, i.building_id, i.vendor_id, side, case side when 'vendor' then i.sent_by else b.captain_id end, 'Too dear', now()
      from invoices i join buildings b on b.id = i.building_id, unnest(array['vendor', 'captain']) as side where i.status = 'disputed';
      with noted as (
        insert into credit_notes (id, invoice_id, building_id, vendor_id, number, date, reason, line_ids, subtotal, tax, total, created_by, created_at)
        select gen_random_uuid(), i.id, i.building_id, i.vendor_id, 'CN-' || i.number, i.date, 'Too dear', array[l.id], 1000, 0, 1000, i.sent_by, now()
        from invoices i join invoice_lines l on l.invoice_id = i.id where i.number like 'Credited%' returning *)
      insert into events (kind, actor, building_id, vendor_id, subject, data)
      select 'invoice_credited', created_by, building_id, vendor_id, invoice_id, jsonb_build_object('number', number, 'credit_number', number,
        'company_name', 'Evergreen Grounds', 'total', total, 'reason', reason, 'open', 0, 'back', 0) from noted`)
    await seedPaymentFiles(world, db)
  },
  tables: {
    ...INVOICE_FILE_TABLES,
    monthly_drafts: vendorOwn,
    invoice_messages: either(vendorOwn, neighbor),
    credit_notes: either(vendorOwn, neighbor),
    invoices: either(vendorOwn, all(neighbor, isSent)),
    invoice_lines: either(vendorOwn, all(neighbor, isOfSent)),
  },
  writes: {
    ...INVOICE_FILE_WRITES,
    invoice_messages: {
      insert: all(
        ({ person }, { id }) => person === id,
        either(
          all(vendorOwn, ({ side }) => side === 'vendor'),
          all(withPower('approve_invoices'), ({ side }) => side === 'captain'),
        ),
      ),
    },
    credit_notes: { insert: all(vendorOwn, ({ created_by }, { id }) => created_by === id) },
    monthly_drafts: { insert: vendorOwn, delete: vendorOwn },
    invoices: {
      insert: all(
        vendorOwn,
        ({ created_by }, { id }) => created_by === id,
        ({ building_id }, _, { customers }) => customers.has(building_id),
      ),
      // Of a sent one a trigger refuses any change.
      update: either(
        all(
          vendorOwn,
          ({ status, sent_by }, { id }) => status === 'draft' || (status === 'sent' && sent_by === id),
        ),
        all(
          withPower('approve_invoices'),
          ({ status, decided_by }, { id }) => status === 'disputed' || decided_by === id,
        ),
      ),
      delete: all(vendorOwn, ({ status }) => status === 'draft'),
    },
    invoice_lines: {
      insert: vendorOwn,
      update: all(
        withPower('approve_invoices'),
        isOfUndecided,
        ({ credit_note_id }) => credit_note_id === null,
      ),
      delete: vendorOwn,
    },
  },
  attachments: invoiceFileCases(
    async (world) => {
      await finished(world, 'Plumbing Repair')
      return draftOf(world, 'F-1')
    },
    async (world) => {
      await finished(world, 'HVAC Maintenance')
      return approvedOf(world, 'F-2')
    },
  ),
  exports: {
    '/api/invoices/invoices.csv': { audiences: ['vendor'], by: 'curb', strangers: ['hilltop'], shows: 'A-2' },
    '/api/invoices/received.csv': { audiences: ['resident'], by: 'ned', strangers: ['otto'], shows: 'A-9' },
    '/api/invoices/invoice.pdf': {
      audiences: ['vendor', 'resident'],
      by: 'ned',
      strangers: ['otto', 'hilltop'],
      shows: 'A set of keys',
      needs: `&id=${PRINTED}`,
    },
    '/api/invoices/credit-note.pdf': {
      audiences: ['vendor', 'resident'],
      by: 'ned',
      strangers: ['otto', 'hilltop'],
      shows: 'A set of keys',
      needs: `&id=${CREDITED}`,
    },
  },
  events: {
    invoice_created: { data: { number: 'INV-0001', total: 90_00 }, by: 'curb' },
    invoice_updated: { data: { number: 'INV-0001', total: 80_00 }, by: 'curb' },
    invoice_discarded: { data: { number: 'INV-0001', total: 80_00 }, by: 'curb' },
    invoices_drafted: {
      data: { month: '2026-10-01', drafts: 2, total: 90_00 },
      by: 'curb',
      mailedTo: ['curb'],
    },
    monthly_drafts_set: { data: { on: true }, by: 'curb' },
    invoice_file_added: { data: { number: 'INV-0001', file_name: 'Plan.pdf' }, by: 'curb' },
    invoice_file_removed: { data: { number: 'INV-0001', file_name: 'Plan.pdf' }, by: 'curb' },
    payment_file_added: {
      data: { number: 'INV-0001', company_name: 'Curb & Corner', file_name: 'Receipt.pdf' },
    },
    payment_file_removed: {
      data: { number: 'INV-0001', company_name: 'Curb & Corner', file_name: 'Receipt.pdf' },
    },
    invoice_sent: {
      data: {
        number: 'INV-0001',
        total: 90_00,
        company_name: 'Curb & Corner',
        due_date: '2026-12-20',
        lines: 1,
      },
      by: 'curb',
      mailedTo: ['maya'],
    },
    invoice_disputed: {
      data: { number: 'INV-0001', company_name: 'Curb & Corner', words: 'Nobody ordered keys.' },
      mailedTo: ['curb'],
    },
    invoice_answered: {
      data: { number: 'INV-0001', company_name: 'Curb & Corner', side: 'vendor', words: 'You lost them.' },
      by: 'curb',
      mailedTo: ['maya'],
    },
    invoice_paid: {
      data: {
        ...{ number: 'INV-0001', company_name: 'Curb & Corner', date: TODAY, amount: 80_00 },
        ...{ method: 'Check', reference: '1042', open: 0 },
      },
      by: 'maya',
      mailedTo: ['curb'],
    },
    invoice_credited: {
      data: {
        ...{ number: 'INV-0001', credit_number: 'CN-0001', company_name: 'Curb & Corner', total: 80_00 },
        ...{ reason: 'The visit was another building’s.', open: 0, back: 80_00 },
      },
      by: 'curb',
      mailedTo: ['maya'],
    },
    invoice_overdue: {
      data: {
        ...{ number: 'INV-0001', company_name: 'Curb & Corner', due_date: '2026-11-19' },
        ...{ open: 80_00, days: 1, is_approved: true },
      },
      mailedTo: ['maya'],
    },
    invoice_decided: {
      data: { number: 'INV-0001', total: 90_00, company_name: 'Curb & Corner', approved: 80_00, refused: 1 },
      by: 'maya',
      mailedTo: ['curb'],
    },
  },
  breaches: INVOICE_BREACHES,
} satisfies FeatureCases<'invoices', Ids>
