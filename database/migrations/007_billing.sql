-- The service fee of each building, one a month, and what was paid. Money is integer cents. A building that has its captain
-- already gets its fees from the job that charges them, which knows the city's time zone.
create table fees (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  month date not null check (extract(day from month) = 1),
  amount integer not null check (amount between 1 and 100000000),
  due_date date not null,
  kind text not null check (kind in ('first', 'monthly')),
  created_at timestamptz not null default now(),
  constraint one_fee_per_month unique (building_id, month),
  unique (id, building_id),
  check (due_date = (month + interval '1 month')::date)
);
comment on column fees.amount is 'integer cents';

-- [3.payments]
create table payments (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  fee_id uuid not null,
  date date not null,
  amount integer not null check (amount between 1 and 100000000),
  status text not null check (status in ('pending', 'paid', 'failed')),
  method text not null check (btrim(method) <> '' and length(method) <= 100),
  description text not null check (btrim(description) <> '' and length(description) <= 200),
  created_at timestamptz not null default now(),
  foreign key (fee_id, building_id) references fees (id, building_id)
);
comment on column payments.amount is 'integer cents';
create index payments_building on payments (building_id, date, id);
create index payments_fee on payments (fee_id, building_id);
-- A fee is paid when it has this one row: nothing else says so, and nothing can pay it twice.
create unique index one_paid_payment on payments (fee_id) where status = 'paid';
