-- Earlier versions can serve.
-- A building's fees are charged by themselves, with a method that Stripe keeps (product, 3.3; decision 63).
create table automatic_payments (
  building_id uuid primary key references buildings,
  customer_id text not null unique check (length(customer_id) <= 255),
  method_id text unique check (length(method_id) <= 255),
  -- Its name for people, and the last day on which a card can be charged.
  method text check (btrim(method) <> '' and length(method) <= 100),
  expires_on date,
  -- When the page was opened on which it was kept: what an earlier page kept does not replace it.
  kept_at timestamptz,
  -- Methods that Stripe is to forget, and was not told yet.
  given_up text[] not null default '{}',
  is_on boolean not null default false,
  -- How many charges failed one after another, and from which day on the next one is tried.
  failures smallint not null default 0 check (failures between 0 and 3),
  next_on date,
  -- The end of the card that its captain was told of.
  told_expiry date,
  changed_by uuid references profiles on delete set null,
  check ((method_id is null) = (method is null)),
  check (not is_on or method_id is not null and failures < 3)
);
create index automatic_payments_changed_by on automatic_payments (changed_by);
-- Admins are mailed when charges stop.
create index profiles_admins on profiles (id) where role = 'admin';
