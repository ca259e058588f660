import { sql } from 'kysely'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, type Rule, withPower } from '../row-rules.ts'

// The seed of invoices names in its payments the vendor, as their reference, and the building, in their description.
const ofOwnInvoice: Rule = ({ reference }, { kind, company }) => kind === 'vendor' && reference === company
const isRecorded: Rule = ({ status, recorded_by, description, building_id }, { id }) =>
  status === 'paid' && recorded_by === id && description === `Invoice of ${building_id}`

export const billing = {
  procedures: {
    next: { audiences: ['resident'], by: 'ned', input: nothing },
    payments: { audiences: ['resident'], by: 'ned', input: () => ({ page: 1 }) },
    months: { audiences: ['resident'], by: 'ned', input: () => ({ page: 1 }) },
    month: { audiences: ['resident'], by: 'ned', input: () => ({ month: '2026-10' }) },
    dashboard: { audiences: ['resident'], by: 'ned', input: nothing },
  },
  grow: (world) =>
    asSystem(world.portal.db, (tx) =>
      sql`insert into payments (building_id, payable_id, date, amount, status, method, description)
        select building_id, id, due_date, amount, 'failed', 'Card', 'Service fee' from payables`.execute(tx),
    ),
  seed: (_, db) =>
    db.query(`insert into payments (building_id, payable_id, date, amount, status, method, description)
      select building_id, id, due_date, amount, 'paid', 'Card', 'Service fee' from payables where kind = 'fee'`),
  tables: {
    fees: either(neighbor, admin),
    payables: either(neighbor, admin),
    payments: either(neighbor, admin, ofOwnInvoice),
    accounts: either(neighbor, admin),
    transfers: either(neighbor, admin),
    ledger_entries: either(neighbor, admin),
  },
  writes: { payments: { insert: all(withPower('approve_invoices'), isRecorded) } },
  exports: { '/api/billing/spend.csv': { audiences: ['resident'], by: 'ned', strangers: ['otto'] } },
  events: {
    fee_charged: { data: { month: '2026-11-01', amount: 250_00, due_date: '2026-12-01' } },
  },
  refusedUpdates: [
    ['a fee', `update fees set kind = 'first' returning id`],
    ['what is owed', 'update payables set amount = 1 returning id'],
    ['a payment', `update payments set status = 'paid' returning id`],
    ['a transfer', 'update transfers set amount = 1 returning id'],
  ],
  breaches: [
    [
      'a building with a captain has its first fee',
      `create temp table gone as select id from fees where building_id = (select id from buildings where address like '420%');
       delete from fees where id in (select id from gone); delete from payables where id in (select id from gone)`,
    ],
    [
      'a fee is paid at most once, and in full',
      `delete from payments; insert into payments (building_id, payable_id, date, amount, status, method, description)
       select building_id, id, '2026-11-20', amount - 1, 'paid', 'Check', 'Part of it' from payables where kind = 'fee' limit 1`,
    ],
    [
      'payments never exceed the amount owed',
      `delete from payments; insert into payments (building_id, payable_id, date, amount, status, method, description)
       select building_id, id, '2026-11-20', amount + 1, 'paid', 'Check', 'Too much' from payables limit 1`,
    ],
    ['the paid amount is the sum of the payments', 'delete from payments'],
    [
      'the books say what a building was charged, owes and has paid',
      `update transfers set amount = amount + 1 where kind = 'charge'`,
    ],
    [
      'what is credited of a payable is in the books',
      `update transfers set amount = amount + 1 where kind = 'credit'`,
    ],
    ['the books say what a building was charged, owes and has paid', 'delete from transfers'],
    [
      'each charge, confirmed payment and credit is in the books once',
      `update transfers set kind = 'reversal' where kind = 'payment'`,
    ],
    [
      'a transfer is between two accounts of its building',
      `update transfers set to_account = (select a.id from accounts a where a.building_id <> transfers.building_id limit 1)`,
    ],
    ['a fee and its payable agree', `update payables set due_date = due_date + 1`],
    ['a fee and its payable agree', `delete from fees where kind = 'first'`],
  ],
} satisfies FeatureCases<'billing'>
