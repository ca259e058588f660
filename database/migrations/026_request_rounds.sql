-- What a building asked for in each round, so that asking again leaves the earlier rounds as they were. The columns of
-- building_services have the present round.
create table request_rounds (
  id uuid primary key default gen_random_uuid(),
  building_service_id uuid not null,
  building_id uuid not null,
  service_type_id uuid not null,
  round integer not null check (round >= 1),
  -- Nulls in rounds from before this table: their words were overwritten.
  description text check (length(description) <= 200),
  service_type text check (service_type in ('recurring', 'on-demand')),
  required_every_weeks integer check (required_every_weeks between 1 and 52),
  preferred_start_date date,
  preferred_end_date date,
  excluded_vendors uuid[] not null default '{}' check (cardinality(excluded_vendors) <= 500),
  requested_by uuid references profiles on delete set null,
  requested_at timestamptz not null,
  unique (building_service_id, round),
  foreign key (building_service_id, building_id, service_type_id)
    references building_services (id, building_id, service_type_id) on delete cascade,
  check (preferred_end_date >= preferred_start_date),
  check (service_type is distinct from 'recurring' or required_every_weeks is not null)
);
create index request_rounds_requested_by on request_rounds (requested_by);

insert into request_rounds (building_service_id, building_id, service_type_id, round, description, service_type,
  required_every_weeks, preferred_start_date, preferred_end_date, excluded_vendors, requested_by, requested_at)
select id, building_id, service_type_id, round, description, service_type, required_every_weeks, preferred_start_date,
  preferred_end_date, excluded_vendors, requested_by, requested_at
from building_services;

insert into request_rounds (building_service_id, building_id, service_type_id, round, requested_at)
select building_service_id, building_id, service_type_id, round, min(created_at) from service_quotes
group by 1, 2, 3, 4
on conflict do nothing;

alter table service_quotes
  drop constraint one_quote_per_vendor,
  add constraint one_quote_per_vendor unique (building_service_id, round, vendor_id),
  add constraint quotes_of_a_round foreign key (building_service_id, round)
    references request_rounds (building_service_id, round);

-- As the tables' owner, so that viewers can't change a round in any other way.
create function keep_round() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into request_rounds (building_service_id, building_id, service_type_id, round, description, service_type,
    required_every_weeks, preferred_start_date, preferred_end_date, excluded_vendors, requested_by, requested_at)
  values (new.id, new.building_id, new.service_type_id, new.round, new.description, new.service_type,
    new.required_every_weeks, new.preferred_start_date, new.preferred_end_date, new.excluded_vendors, new.requested_by,
    new.requested_at)
  on conflict (building_service_id, round) do update set (description, service_type, required_every_weeks,
      preferred_start_date, preferred_end_date, excluded_vendors, requested_by, requested_at)
    = (new.description, new.service_type, new.required_every_weeks, new.preferred_start_date, new.preferred_end_date,
      new.excluded_vendors, new.requested_by, new.requested_at);
  return null;
end $$;
create trigger building_services_round after insert or update of round, description, service_type, required_every_weeks,
  preferred_start_date, preferred_end_date, excluded_vendors, requested_by, requested_at
  on building_services for each row execute function keep_round();

-- The next visit of an accepted quote, by one step in the index.
drop index appointments_quote;
create index appointments_quote on appointments (service_quote_id, scheduled_date);
