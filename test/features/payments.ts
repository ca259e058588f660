import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, nobody, vendorOwn, withPower } from '../row-rules.ts'
import { TODAY, type World } from '../world.ts'
import { finished, minor } from './invoices.ts'

const FAILURE = {
  ...{ amount: 250_00, description: 'Service fee, November 2026', method: 'Card ending in 4242' },
  ...{ reason: 'Your card was declined.', failures: 1 },
}

/** The id of the first fee of a captain's building. */
async function firstFee(world: World, captain: 'maya' | 'otto' = 'maya'): Promise<string> {
  const { id } = await asSystem(world.portal.db, (tx) =>
    tx
      .selectFrom('fees')
      .innerJoin('buildings', 'buildings.id', 'fees.building_id')
      .where('captain_id', '=', world.idOf(captain))
      .orderBy('month')
      .select('fees.id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** The id of an invoice of curb that 1431 Minor Ave has approved. */
async function approvedInvoice(world: World): Promise<string> {
  const visit = await finished(world, 'Gutter Cleaning')
  const id = randomUUID()
  const { invoices } = world.as('curb')
  const facts = { number: 'P-1', date: TODAY, due_date: '2026-12-20', tax_rate: 0, note: null }
  const lines = { visits: [{ id: visit, amount: 50_00 }], starts: [], extras: [] }
  await invoices.create({ id, building_id: await minor(world), ...facts, ...lines })
  await invoices.send({ id, version: 1, total: 50_00 })
  await world.as('maya').invoices.approve({ id, refused: [], approved: 50_00 })
  return id
}

export const payments = {
  async prepare(world) {
    const fee = await firstFee(world)
    const { rows } = await asSystem(world.portal.db, (tx) =>
      sql<{
        id: string
      }>`insert into stripe_payments (building_id, payable_id, amount, kind, status, started_at)
        select building_id, id, amount, 'checkout', 'expired', now() from payables where id = ${fee} returning id`.execute(
        tx,
      ),
    )
    const payment = rows[0]?.id ?? ''
    const invoice = await approvedInvoice(world)
    const check = randomUUID()
    const recorded = { date: TODAY, amount: 10_00, method: 'Check', reference: null } as const
    await world.as('maya').invoices.recordPayment({ id: check, invoice_id: invoice, ...recorded })
    return { fee, payment, invoice, check }
  },
  procedures: {
    ways: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { fee }) => ({ fee_id: fee }),
      strangers: { fee_id: ['otto'] },
    },
    status: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { payment }) => ({ id: payment }),
      strangers: { id: ['otto'] },
    },
    payFee: {
      audiences: [{ resident: 'approve_invoices' }],
      by: 'maya',
      input: (_, { fee }) => ({ id: fee }),
      strangers: { id: ['otto'] },
    },
    takesPayments: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { invoice }) => ({ invoice_id: invoice }),
      strangers: { invoice_id: ['otto'] },
    },
    payInvoice: {
      audiences: [{ resident: 'approve_invoices' }],
      by: 'maya',
      input: (_, { invoice }) => ({ invoice_id: invoice, amount: 10_00 }),
      strangers: { invoice_id: ['otto'] },
    },
    account: { audiences: ['vendor'], by: 'curb', input: nothing },
    connect: { audiences: [{ vendor: 'manage_company' }], by: 'curb', input: () => ({}) },
    automatic: { audiences: ['resident'], by: 'ned', input: nothing },
    payAutomatically: { audiences: [{ resident: 'approve_invoices' }], by: 'maya', input: () => ({}) },
    resumeAutomatic: { audiences: [{ resident: 'approve_invoices' }], by: 'maya', input: () => ({}) },
    stopAutomatic: { audiences: [{ resident: 'approve_invoices' }], by: 'maya', input: () => ({}) },
    feeRun: { audiences: ['admin'], by: 'ada', input: () => ({ page: 1 }) },
    fees: { audiences: ['admin'], by: 'ada', input: () => ({ page: 1 }) },
    payouts: { audiences: ['admin'], by: 'ada', input: () => ({ page: 1 }) },
    recordTransfer: {
      audiences: ['admin'],
      by: 'ada',
      input: (_, { fee }) => ({
        ...{ id: randomUUID(), fee_id: fee, date: TODAY, amount: 91_67 },
        ...{ method: 'Bank transfer', reference: 'FEE-000001' },
      }),
    },
    refund: {
      audiences: ['admin', { vendor: 'manage_company' }],
      by: 'curb',
      input: (_, { check }) => ({
        ...{ id: randomUUID(), payment_id: check, amount: 1_00 },
        ...{ kind: 'transfer', reason: 'Paid twice.' },
      }),
      strangers: { id: ['hilltop'], payment_id: ['hilltop'] },
    },
    takeBack: {
      audiences: ['admin', { resident: 'approve_invoices' }],
      by: 'maya',
      input: (_, { check }) => ({ payment_id: check, reason: 'It was another building’s check.' }),
      strangers: { payment_id: ['otto'] },
    },
    retryCharge: { audiences: ['admin'], by: 'ada', input: (_, { fee }) => ({ id: fee }) },
    transfer: { audiences: ['admin'], by: 'ada', input: nothing },
    setTransfer: {
      audiences: ['admin'],
      by: 'ada',
      input: () => ({ details: `Stoop, account ${randomUUID()}` }),
    },
  },
  grow: (world) =>
    asSystem(world.portal.db, (tx) =>
      sql`insert into stripe_payouts (id, amount, arrives_on) values ('po_grown', 100, '2026-11-22')`.execute(
        tx,
      ),
    ),
  // A payment of each kind of each building's fees, and what of Stripe's was stored.
  seed: (_, db) =>
    db.query(`
      insert into transfer_details (details, changed_by, changed_at)
        select 'Stoop, account 12345', id, now() from profiles where role = 'admin' limit 1 on conflict do nothing;
      insert into stripe_events (id, type, object_id, created_at, handled_at)
        values ('evt_1', 'checkout.session.completed', 'cs_1', now(), now());
      set session_replication_role = replica;
      insert into stripe_payments (building_id, payable_id, amount, kind, status, started_by, started_at)
        select o.building_id, o.id, o.amount, 'checkout', status, b.captain_id, now()
        from payables o join buildings b on b.id = o.building_id, unnest(array['open', 'expired']) as status where o.kind = 'fee';
      set session_replication_role = origin;
      insert into automatic_payments (building_id, customer_id, method_id, method, is_on, changed_by)
        select id, 'cus_' || id, 'pm_' || id, 'Card ending in 4242', true, captain_id from buildings where captain_id is not null;
      insert into vendor_accounts (vendor_id, account_id, takes_payments) select id, 'acct_' || id, true from vendor_profiles;
      insert into refunds (id, building_id, payable_id, payment_id, amount, reason, kind, status, recorded_by)
        select gen_random_uuid(), p.building_id, p.payable_id, p.id, 100, 'Goodwill', 'transfer', 'done',
          (select id from profiles where role = 'admin' limit 1)
        from payments p join fees f on f.id = p.payable_id where p.status = 'paid';
      insert into chargebacks (building_id, payable_id, payment_id, claimed, dispute_id, opened_at)
        select p.building_id, p.payable_id, p.id, 100, 'dp_' || p.id, now()
        from payments p join fees f on f.id = p.payable_id where p.status = 'paid';
      insert into events (kind, building_id, subject, data)
        select 'chargeback_opened', building_id, id, '{"amount": 100, "description": "Service fee"}' from chargebacks;
      set session_replication_role = replica;
      with mistaken as (insert into payments (building_id, payable_id, date, amount, status, method, description, reference)
          select o.building_id, o.id, '2026-11-20', 1, 'taken_back', 'Check', 'Recorded by mistake', i.vendor_id
          from payables o left join invoices i on i.id = o.id returning *),
        gone as (insert into payment_take_backs (payment_id, building_id, payable_id, reason, taken_back_by, taken_back_at)
          select m.id, m.building_id, m.payable_id,
            coalesce('Invoice of ' || m.building_id || ' by ' || m.reference, 'Fee'),
            case when m.reference is null then (select id from profiles where role = 'admin' limit 1) else b.captain_id end, now()
          from mistaken m join buildings b on b.id = m.building_id returning *)
      insert into events (kind, building_id, subject, data)
        select 'payment_taken_back', building_id, payment_id, '{"amount": 1, "description": "Service fee", "date": "2026-11-20",
          "method": "Check", "reason": "Not ours", "open": 0}' from gone;
      set session_replication_role = origin;
      insert into stripe_payouts (id, amount, arrives_on) values ('po_1', 100, '2026-11-22');
      insert into stripe_movements (id, payout_id, type, amount, fee, net, at) values ('txn_1', 'po_1', 'charge', 133, 33, 100, now())`),
  tables: {
    stripe_payments: either(neighbor, admin),
    automatic_payments: either(neighbor, admin),
    vendor_accounts: either(
      vendorOwn,
      ({ vendor_id }, { kind }, { vendors }) => kind === 'resident' && vendors.has(vendor_id),
    ),
    refunds: either(neighbor, admin),
    chargebacks: either(neighbor, admin),
    payment_take_backs: either(
      ...[neighbor, admin],
      // The seed names in the reason the building and the vendor of an invoice.
      ({ reason }, { kind, company }) => kind === 'vendor' && String(reason).endsWith(` by ${company}`),
    ),
    stripe_payouts: admin,
    stripe_movements: admin,
    stripe_events: nobody,
    transfer_details: (_, { kind, building }) =>
      kind === 'admin' || (kind === 'resident' && building !== null),
  },
  writes: {
    stripe_payments: {
      insert: all(
        withPower('approve_invoices'),
        ({ kind, started_by }, { id }) => kind === 'checkout' && started_by === id,
      ),
      update: all(withPower('approve_invoices'), ({ status }) => status === 'open'),
    },
    automatic_payments: {
      update: all(withPower('approve_invoices'), ({ changed_by }, { id }) => changed_by === id),
    },
    refunds: { insert: all(admin, ({ recorded_by }, { id }) => recorded_by === id) },
    payment_take_backs: {
      insert: all(
        ({ taken_back_by }, { id }) => taken_back_by === id,
        either(
          all(admin, ({ reason }) => reason === 'Fee'),
          all(withPower('approve_invoices'), ({ reason, building_id }) =>
            String(reason).startsWith(`Invoice of ${building_id} `),
          ),
        ),
      ),
    },
    transfer_details: {
      insert: all(admin, ({ changed_by }, { id }) => changed_by === id),
      update: all(admin, ({ changed_by }, { id }) => changed_by === id),
    },
  },
  events: {
    payment_received: {
      data: {
        ...{ amount: 250_00, description: 'Service fee, November 2026', method: 'Card ending in 4242' },
        ...{ date: TODAY, reference: null },
      },
      mailedTo: ['maya'],
    },
    payment_pending: { data: { amount: 250_00, description: 'Service fee, November 2026' } },
    payment_failed: {
      data: { amount: 250_00, description: 'Service fee, November 2026', reason: 'Your card was declined.' },
      mailedTo: ['maya'],
    },
    payment_unclear: {
      data: { amount: 250_00, description: 'Service fee, November 2026' },
      mailedTo: ['curb', 'maya'],
    },
    payment_returned: {
      data: { amount: 250_00, description: 'Service fee, November 2026' },
      mailedTo: ['maya'],
    },
    payment_refunded: {
      data: { amount: 50_00, description: 'Service fee, November 2026', reason: 'Paid twice.' },
      mailedTo: ['maya'],
    },
    refund_failed: {
      data: { amount: 50_00, description: 'Service fee, November 2026', failure: 'lost_or_stolen_card' },
      mailedTo: ['curb', 'maya'],
    },
    payment_taken_back: {
      data: {
        ...{ amount: 80_00, description: 'Invoice INV-0001, Curb & Corner', date: TODAY, method: 'Check' },
        ...{ reason: 'It was another building’s check.', open: 80_00 },
      },
      mailedTo: ['curb'],
    },
    chargeback_opened: {
      data: { amount: 250_00, description: 'Service fee, November 2026' },
      mailedTo: ['curb', 'maya'],
    },
    chargeback_won: {
      data: { amount: 250_00, description: 'Service fee, November 2026' },
      mailedTo: ['curb', 'maya'],
    },
    chargeback_lost: {
      data: { amount: 250_00, description: 'Service fee, November 2026', open: 250_00 },
      mailedTo: ['curb', 'maya'],
    },
    charge_retried: {
      data: {
        ...{ amount: 250_00, description: 'Service fee, November 2026', method: 'Card ending in 4242' },
      },
      by: 'ada',
    },
    automatic_payments_set: { data: { on: true, method: 'Card ending in 4242' } },
    automatic_charge_failed: { data: { ...FAILURE, next_on: '2026-12-04' }, mailedTo: ['maya'] },
    automatic_payments_stopped: { data: { ...FAILURE, failures: 3 }, mailedTo: ['ada', 'maya'] },
    payment_method_gone: { data: { method: 'Card ending in 4242' }, mailedTo: ['maya'] },
    card_expires: {
      data: { method: 'Card ending in 4242', expires_on: '2026-12-31' },
      mailedTo: ['maya'],
    },
    vendor_account_changed: { data: { takes_payments: true }, by: 'curb' },
    transfer_details_changed: {
      data: { before: null, after: 'Stoop, account 12345' },
      by: 'ada',
    },
  },
  exports: {
    '/api/payments/fees.csv': { audiences: ['admin'], by: 'ada', strangers: [], shows: '1431 Minor Ave' },
    '/api/payments/payouts.csv': { audiences: ['admin'], by: 'ada', strangers: [], shows: 'Payout' },
  },
  refusedUpdates: [
    ['a payment through Stripe', `update stripe_payments set status = 'paid' returning id`],
    ['a refund', `update refunds set status = 'failed' returning id`],
    ['a chargeback', `update chargebacks set status = 'won', closed_at = now() returning id`],
    ['a payment that was taken back', `update payment_take_backs set reason = 'Other' returning payment_id`],
    ['a payout', 'update stripe_payouts set amount = 1 returning id'],
  ],
  breaches: [
    ['a refund is of what was paid', 'update refunds set amount = 1000000'],
    ['each refund that went back is in the books once', `delete from transfers where kind = 'refund'`],
    [
      'each refund that went back is in the books once',
      `update refunds set status = 'pending', kind = 'stripe'`,
    ],
    ['the paid amount is the sum of the payments', `update refunds set status = 'failed', kind = 'stripe'`],
    [
      'a payment through Stripe is in the history as Stripe says',
      `update stripe_payments set status = 'paid'`,
    ],
    [
      'each payment that Stripe confirmed has its event',
      `update stripe_payments set status = 'paid', id = p.id from payments p
        where p.payable_id = stripe_payments.payable_id and stripe_payments.status = 'open'`,
    ],
    ['a payout is the sum of its movements', 'delete from stripe_movements'],
    ['what is owed says what a bank holds and returned', 'update payables set disputed = 0, lost = 1'],
    [
      'each chargeback is in the books as the bank decided',
      `update chargebacks set status = 'lost', closed_at = now()`,
    ],
    [
      'each chargeback is in the books as the bank decided',
      `delete from transfers where kind = 'chargeback'`,
    ],
    ['a chargeback holds what is left of its payment', 'update chargebacks set claimed = claimed + 1'],
    ['each chargeback has its event', `delete from events where kind = 'chargeback_opened'`],
    ['a payment is taken back with a reason and an event', 'delete from payment_take_backs'],
    [
      'a payment is taken back with a reason and an event',
      `delete from events where kind = 'payment_taken_back'`,
    ],
    ['a refund is of what was paid', 'update chargebacks set claimed = 1000000, amount = 1000000'],
  ],
} satisfies FeatureCases<'payments', Record<'fee' | 'payment' | 'invoice' | 'check', string>>
