-- Earlier versions can serve.
-- What is owed can be paid through Stripe (product, 3.3; decision 62). What Stripe says is stored before it is acted on.

-- What a transfer names, so that it is found again.
alter table fees add column number bigint generated always as identity;
create unique index fees_number on fees (number);

-- Each signed event of Stripe, once. What it is about is read from Stripe when it is handled, so their order doesn't matter.
create table stripe_events (
  id text primary key check (length(id) <= 255),
  type text not null check (length(type) <= 255),
  object_id text not null check (length(object_id) <= 255),
  -- The connected account that it happened in; null: the portal's own.
  account_id text check (length(account_id) <= 255),
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  -- How often handling it failed, why, and when it is tried again.
  failures integer not null default 0,
  error text check (length(error) <= 500),
  retry_at timestamptz not null default now()
);
create index stripe_events_open on stripe_events (retry_at) where handled_at is null;

-- A payment through Stripe, from the first click on. Once money is on its way, `payments` has a row with its id.
create table stripe_payments (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null,
  payable_id uuid not null,
  amount integer not null check (amount > 0),
  -- 'checkout': a person pays on Stripe's page. 'automatic': the kept method is charged.
  kind text not null check (kind in ('checkout', 'automatic')),
  -- 'surplus': it was paid when nothing was owed any more, and goes back; 'returned': it went back.
  status text not null default 'open' check (status in ('open', 'processing', 'paid', 'failed', 'expired', 'surplus', 'returned')),
  session_id text unique check (length(session_id) <= 255),
  intent_id text unique check (length(intent_id) <= 255),
  account_id text check (length(account_id) <= 255),
  -- Why it failed, in Stripe's words.
  failure text check (length(failure) <= 500),
  started_by uuid references profiles on delete set null,
  started_at timestamptz not null,
  unique (id, building_id),
  foreign key (payable_id, building_id) references payables (id, building_id)
);
comment on column stripe_payments.amount is 'integer cents';
create index stripe_payments_payable on stripe_payments (payable_id, building_id);
create index stripe_payments_building on stripe_payments (building_id);
create index stripe_payments_started_by on stripe_payments (started_by);
-- Who clicks five times pays once.
create unique index one_open_stripe_payment on stripe_payments (payable_id) where status in ('open', 'processing');

-- After the row rules, so that it tells strangers nothing. Locks the invoice before what is owed, as a confirmation does: no deadlock.
create function stripe_payment_is_owed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owed payables;
begin
  perform from invoices where id = new.payable_id for no key update;
  select * into owed from payables where id = new.payable_id and building_id = new.building_id for no key update;
  if owed.id is null or new.amount > owed.amount - owed.credited - owed.paid
      or owed.kind = 'fee' and new.amount <> owed.amount - owed.credited - owed.paid then
    raise check_violation using message = 'a payment is of what is owed', constraint = 'paid_at_most_what_is_owed';
  end if;
  return null;
end $$;
create trigger stripe_payment_is_owed after insert on stripe_payments for each row execute function stripe_payment_is_owed();

-- What a person records may not take the place of a payment through Stripe in the history.
create function payment_has_its_own_id() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from stripe_payments where id = new.id) then
    raise check_violation using message = 'this id is that of a payment through Stripe', constraint = 'payment_has_its_own_id';
  end if;
  return null;
end $$;
create trigger payment_has_its_own_id after insert on payments for each row when (new.recorded_by is not null)
  execute function payment_has_its_own_id();

create function stripe_payment_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.amount, new.building_id, new.payable_id, new.kind, new.account_id)
      is distinct from (old.amount, old.building_id, old.payable_id, old.kind, old.account_id)
    or new.session_id is distinct from old.session_id and old.session_id is not null
    or new.intent_id is distinct from old.intent_id and old.intent_id is not null
    or new.status <> old.status and old.status in ('paid', 'returned')
    or old.status = 'surplus' and new.status not in ('surplus', 'returned') then
    raise check_violation using message = 'a payment stays what Stripe says of it', constraint = 'stripe_payments_stay';
  end if;
  return new;
end $$;
create trigger stripe_payments_stay before update on stripe_payments for each row execute function stripe_payment_stays();
