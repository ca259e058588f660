-- What one side of an agreement offers the other: its visits go on from the day after its end until another, at a price for each in
-- cents (product, 2.9). One that is agreed is part of the agreement from then on.
create table renewals (
  id uuid primary key default gen_random_uuid(),
  service_quote_id uuid not null,
  building_service_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  from_date date not null,
  until_date date not null check (until_date between from_date and from_date + 366),
  price integer not null check (price between 1 and 100000000),
  note text check (btrim(note) <> '' and length(note) <= 500),
  offered_by text not null check (offered_by in ('vendor', 'captain')),
  person uuid references profiles on delete set null,
  offered_at timestamptz not null default now(),
  answer text check (answer in ('agreed', 'refused', 'withdrawn', 'replaced')),
  answered_by uuid references profiles on delete set null,
  answered_at timestamptz check ((answered_at is null) = (answer is null)),
  foreign key (service_quote_id, building_service_id, building_id, vendor_id)
    references service_quotes (id, building_service_id, building_id, vendor_id) on delete cascade
);
create unique index one_open_renewal on renewals (service_quote_id) where answer is null;
-- An agreement is renewed once from each of its ends on.
create unique index one_agreed_renewal on renewals (service_quote_id, from_date) where answer = 'agreed';
create index renewals_quote on renewals (service_quote_id, building_service_id, building_id, vendor_id, offered_at);
create index renewals_building on renewals (building_id);
create index renewals_vendor on renewals (vendor_id);
create index renewals_person on renewals (person);
create index renewals_answered_by on renewals (answered_by);

-- So many days before an agreement ends its building was reminded: once each.
create table renewal_notices (
  service_quote_id uuid not null references service_quotes on delete cascade,
  ends_on date not null,
  days integer not null check (days in (90, 60, 30)),
  sent_at timestamptz not null default now(),
  primary key (service_quote_id, ends_on, days)
);
