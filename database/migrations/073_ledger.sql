-- Earlier versions can serve.
-- The books (product, 3; decision 56). Each movement of money is a transfer from one account to another, and transfers are only ever
-- added. So all balances together are zero. Integer cents.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  -- 'spend': what the building was charged. 'owed': what of it is not paid yet, below zero. 'paid': what left the building, below zero.
  kind text not null check (kind in ('spend', 'owed', 'paid')),
  unique (building_id, kind),
  unique (id, building_id)
);

alter table payments add constraint payments_of_one_payable unique (id, payable_id);

create table transfers (
  id bigint generated always as identity primary key,
  building_id uuid not null,
  from_account uuid not null,
  to_account uuid not null check (to_account <> from_account),
  amount integer not null check (amount > 0),
  -- What the building owes more of, or paid.
  payable_id uuid not null,
  payment_id uuid,
  -- 'reversal': a payment that failed after it was confirmed.
  kind text not null check (kind in ('charge', 'payment', 'reversal')),
  at timestamptz not null default now(),
  check ((kind = 'charge') = (payment_id is null)),
  foreign key (from_account, building_id) references accounts (id, building_id),
  foreign key (to_account, building_id) references accounts (id, building_id),
  foreign key (payable_id, building_id) references payables (id, building_id),
  foreign key (payment_id, payable_id) references payments (id, payable_id)
);
comment on column transfers.amount is 'integer cents';
create unique index charged_once on transfers (payable_id) where kind = 'charge';
create unique index booked_once on transfers (payment_id, kind) where payment_id is not null;
create index transfers_from_account on transfers (from_account, building_id);
create index transfers_to_account on transfers (to_account, building_id);
create index transfers_payable on transfers (payable_id, building_id);
create index transfers_payment on transfers (payment_id, payable_id);

-- Each transfer as the two entries of its accounts; the balance of an account is the sum of its entries.
create view ledger_entries with (security_invoker = true) as
select id as transfer_id, building_id, to_account as account_id, amount from transfers
union all
select id, building_id, from_account, -amount from transfers;

create function transfer_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise check_violation using message = 'a transfer stays as it is', constraint = 'transfers_stay';
end $$;
create trigger transfers_stay before update or delete on transfers for each row execute function transfer_stays();

create function building_account(building uuid, account_kind text) returns uuid language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  found_id uuid;
begin
  select id into found_id from accounts where building_id = building and kind = account_kind;
  if found_id is null then
    insert into accounts (building_id, kind) values (building, account_kind) on conflict do nothing;
    select id into found_id from accounts where building_id = building and kind = account_kind;
  end if;
  return found_id;
end $$;

-- Whoever charges or pays, the books say so in the same transaction.
create function book_charge() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transfers (building_id, from_account, to_account, amount, payable_id, kind)
  values (new.building_id, building_account(new.building_id, 'owed'), building_account(new.building_id, 'spend'), new.amount, new.id, 'charge');
  return null;
end $$;
create trigger payables_booked after insert on payables for each row execute function book_charge();

create function book_payment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_paid boolean := new.status = 'paid';
begin
  insert into transfers (building_id, from_account, to_account, amount, payable_id, payment_id, kind)
  values (new.building_id, building_account(new.building_id, case when is_paid then 'paid' else 'owed' end),
    building_account(new.building_id, case when is_paid then 'owed' else 'paid' end), new.amount, new.payable_id, new.id,
    case when is_paid then 'payment' else 'reversal' end);
  return null;
end $$;
create trigger payments_booked after insert on payments for each row when (new.status = 'paid') execute function book_payment();
create trigger payments_booked_later after update of status on payments for each row
  when ((old.status = 'paid') <> (new.status = 'paid')) execute function book_payment();

create function paid_payment_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise check_violation using message = 'a confirmed payment stays as it is', constraint = 'payments_stay';
end $$;
create trigger payments_stay before update on payments for each row
  when (old.status = 'paid' and (new.amount, new.building_id, new.payable_id) is distinct from (old.amount, old.building_id, old.payable_id))
  execute function paid_payment_stays();
create function charge_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise check_violation using message = 'a charge stays as it is', constraint = 'payables_stay';
end $$;
create trigger payables_stay before update of amount, building_id on payables for each row
  when ((new.amount, new.building_id) is distinct from (old.amount, old.building_id)) execute function charge_stays();

-- What was charged and paid before.
insert into accounts (building_id, kind)
select building_id, kind from (select distinct building_id from payables) b, unnest(array['spend', 'owed', 'paid']) as kind;
insert into transfers (building_id, from_account, to_account, amount, payable_id, kind, at)
select o.building_id, f.id, t.id, o.amount, o.id, 'charge', o.created_at
from payables o
  join accounts f on f.building_id = o.building_id and f.kind = 'owed'
  join accounts t on t.building_id = o.building_id and t.kind = 'spend'
order by o.created_at, o.id;
insert into transfers (building_id, from_account, to_account, amount, payable_id, payment_id, kind, at)
select p.building_id, f.id, t.id, p.amount, p.payable_id, p.id, 'payment', p.created_at
from payments p
  join accounts f on f.building_id = p.building_id and f.kind = 'paid'
  join accounts t on t.building_id = p.building_id and t.kind = 'owed'
where p.status = 'paid'
order by p.created_at, p.id;
