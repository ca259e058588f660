-- Until when vendors are asked to quote and the building wants to decide, how many were asked, and why a request closed
-- (product, 2.2). Nulls in rounds that were decided before.
alter table building_services add column quotes_by date, add column decide_by date,
  add column closed_reason text check (btrim(closed_reason) <> '' and length(closed_reason) <= 500),
  add check (quotes_by <= decide_by), add check ((quotes_by is null) = (decide_by is null));
alter table request_rounds add column quotes_by date, add column decide_by date, add column closed_reason text,
  add column vendors_asked integer not null default 0 check (vendors_asked >= 0);

-- Those that are open have all their time from now on, but not after they start. By the clock of the database: a day more or less.
update building_services set quotes_by = least(current_date + 7, greatest(preferred_start_date, current_date)),
  decide_by = least(current_date + 14, greatest(preferred_start_date, current_date))
where status in ('Quote', 'pending_quotes');
update request_rounds r set quotes_by = s.quotes_by, decide_by = s.decide_by
  from building_services s where s.id = r.building_service_id and s.round = r.round;
update request_rounds r set vendors_asked = q.asked from (
  select building_service_id, round, count(*) as asked from service_quotes group by 1, 2) q
  where q.building_service_id = r.building_service_id and q.round = r.round;

create or replace function keep_round() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into request_rounds (building_service_id, building_id, service_type_id, round, description, scope, service_type,
    required_every_weeks, preferred_start_date, preferred_end_date, until_ended, quotes_by, decide_by, closed_reason,
    excluded_vendors, requested_by, requested_at)
  values (new.id, new.building_id, new.service_type_id, new.round, new.description, new.scope, new.service_type,
    new.required_every_weeks, new.preferred_start_date, new.preferred_end_date, new.until_ended, new.quotes_by, new.decide_by,
    new.closed_reason, new.excluded_vendors, new.requested_by, new.requested_at)
  on conflict (building_service_id, round) do update set (description, scope, service_type, required_every_weeks,
      preferred_start_date, preferred_end_date, until_ended, quotes_by, decide_by, closed_reason, excluded_vendors, requested_by,
      requested_at)
    = (new.description, new.scope, new.service_type, new.required_every_weeks, new.preferred_start_date, new.preferred_end_date,
      new.until_ended, new.quotes_by, new.decide_by, new.closed_reason, new.excluded_vendors, new.requested_by,
      new.requested_at);
  return null;
end $$;
drop trigger building_services_round on building_services;
create trigger building_services_round after insert or update of round, description, scope, service_type, required_every_weeks,
  preferred_start_date, preferred_end_date, until_ended, quotes_by, decide_by, closed_reason, excluded_vendors, requested_by,
  requested_at on building_services for each row execute function keep_round();

-- Counted in the round, because a vendor sees no quote of others. Requests and vendors that change their offer hold a lock
-- against each other (lockOffers), so no deadlock.
create function count_asked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update request_rounds r set vendors_asked = vendors_asked + changed.asked
  from (select building_service_id, round, count(*) * case tg_op when 'INSERT' then 1 else -1 end as asked
        from changed_quotes group by 1, 2) changed
  where r.building_service_id = changed.building_service_id and r.round = changed.round;
  return null;
end $$;
create trigger service_quotes_asked after insert on service_quotes
  referencing new table as changed_quotes for each statement execute function count_asked();
create trigger service_quotes_not_asked after delete on service_quotes
  referencing old table as changed_quotes for each statement execute function count_asked();

create index building_services_decide_by on building_services (decide_by) where status in ('Quote', 'pending_quotes');
