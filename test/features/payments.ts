import { randomUUID } from 'node:crypto'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, nobody, withPower } from '../row-rules.ts'
import { TODAY, type World } from '../world.ts'

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

export const payments = {
  prepare: async (world) => ({ fee: await firstFee(world) }),
  procedures: {
    ways: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { fee }) => ({ fee_id: fee }),
      strangers: { fee_id: ['otto'] },
    },
    payFee: {
      audiences: [{ resident: 'approve_invoices' }],
      by: 'maya',
      input: (_, { fee }) => ({ id: fee }),
      strangers: { id: ['otto'] },
    },
    transfer: { audiences: ['admin'], by: 'ada', input: nothing },
    setTransfer: {
      audiences: ['admin'],
      by: 'ada',
      input: () => ({ details: `Stoop, account ${randomUUID()}` }),
    },
  },
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
      set session_replication_role = origin`),
  tables: {
    stripe_payments: either(neighbor, admin),
    stripe_events: nobody,
    transfer_details: (_, { kind, building }) =>
      kind === 'admin' || (kind === 'resident' && building !== null),
  },
  writes: {
    stripe_payments: {
      insert: all(
        withPower('approve_invoices'),
        ({ status, kind, started_by }, { id }) =>
          status === 'open' && kind === 'checkout' && started_by === id,
      ),
      update: all(withPower('approve_invoices'), ({ status }) => status === 'open'),
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
    payment_returned: {
      data: { amount: 250_00, description: 'Service fee, November 2026' },
      mailedTo: ['maya'],
    },
    transfer_details_changed: {
      data: { before: null, after: 'Stoop, account 12345' },
      by: 'ada',
    },
  },
  refusedUpdates: [['a payment through Stripe', `update stripe_payments set status = 'paid' returning id`]],
} satisfies FeatureCases<'payments', Record<'fee', string>>
