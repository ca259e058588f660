-- 'Until we end it' (product, 1.1): no end date, and visits are booked twelve months ahead.
alter table building_services add column until_ended boolean not null default false,
  add check (not until_ended or service_type = 'recurring' and preferred_end_date is null);
alter table request_rounds add column until_ended boolean not null default false,
  add check (not until_ended or service_type = 'recurring' and preferred_end_date is null);

create or replace function keep_round() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into request_rounds (building_service_id, building_id, service_type_id, round, description, service_type,
    required_every_weeks, preferred_start_date, preferred_end_date, until_ended, excluded_vendors, requested_by, requested_at)
  values (new.id, new.building_id, new.service_type_id, new.round, new.description, new.service_type,
    new.required_every_weeks, new.preferred_start_date, new.preferred_end_date, new.until_ended, new.excluded_vendors,
    new.requested_by, new.requested_at)
  on conflict (building_service_id, round) do update set (description, service_type, required_every_weeks,
      preferred_start_date, preferred_end_date, until_ended, excluded_vendors, requested_by, requested_at)
    = (new.description, new.service_type, new.required_every_weeks, new.preferred_start_date, new.preferred_end_date,
      new.until_ended, new.excluded_vendors, new.requested_by, new.requested_at);
  return null;
end $$;
drop trigger building_services_round on building_services;
create trigger building_services_round after insert or update of round, description, service_type, required_every_weeks,
  preferred_start_date, preferred_end_date, until_ended, excluded_vendors, requested_by, requested_at
  on building_services for each row execute function keep_round();
create index building_services_until_ended on building_services (id) where until_ended;

-- The day of a visit by its service's schedule. It stays when the visit moves, so no visit is booked twice.
alter table appointments add column nominal_date date;
update appointments a set nominal_date = coalesce(
  (select (e.data ->> 'earlier_date')::date from events e where e.subject = a.id and e.kind = 'visit_moved' order by e.id limit 1),
  a.earlier_date, a.scheduled_date);
drop index one_visit_a_day;
alter table appointments alter column nominal_date set not null,
  add constraint one_visit_a_day unique (service_quote_id, nominal_date);
