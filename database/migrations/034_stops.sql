-- A service that was ended from a day on, or paused between two days, by its building or its vendor (product, 1.6).
create table service_stops (
  id uuid primary key default gen_random_uuid(),
  service_quote_id uuid not null,
  building_service_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  from_date date not null,
  -- The last day of a pause; null for an end.
  until_date date check (until_date >= from_date),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  stopped_by text not null check (stopped_by in ('vendor', 'captain')),
  person uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  foreign key (service_quote_id, building_service_id, building_id, vendor_id)
    references service_quotes (id, building_service_id, building_id, vendor_id)
);
create unique index one_end_of_a_quote on service_stops (service_quote_id) where until_date is null;
create index service_stops_quote on service_stops (service_quote_id);
create index service_stops_building on service_stops (building_id);
create index service_stops_vendor on service_stops (vendor_id);
create index service_stops_person on service_stops (person);
