-- Earlier versions can serve.
-- What Stripe pays to the portal's bank, and the movements that each payout is made of (product, 3.6; decision 63). Integer cents.
create table stripe_payouts (
  id text primary key check (length(id) <= 255),
  amount integer not null,
  arrives_on date not null,
  read_at timestamptz not null default now()
);
create table stripe_movements (
  id text primary key check (length(id) <= 255),
  payout_id text not null references stripe_payouts,
  type text not null check (length(type) <= 100),
  amount integer not null,
  fee integer not null,
  net integer not null,
  -- The charge or the refund that it is of, and the payment intent of that.
  source_id text check (length(source_id) <= 255),
  intent_id text check (length(intent_id) <= 255),
  at timestamptz not null,
  check (net = amount - fee)
);
create index stripe_movements_payout on stripe_movements (payout_id);
