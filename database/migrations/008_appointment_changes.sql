-- A visit that was moved or cancelled: by which side, why, and when it was to be before (decisions, 'Appointments').
alter table appointments drop constraint appointments_cancelled_reason_check;
alter table appointments rename column cancelled_reason to change_reason;
alter table appointments
  add column changed_by text check (changed_by in ('vendor', 'captain')),
  add column earlier_date date,
  add column earlier_time time(0),
  add check (btrim(change_reason) <> '' and length(change_reason) <= 500),
  add check ((changed_by is null) = (change_reason is null)),
  add check ((earlier_date is null) = (earlier_time is null)),
  add check (earlier_date is null or changed_by is not null),
  add check (status <> 'cancelled' or changed_by is not null);
create index appointments_vendor_open on appointments (vendor_id, scheduled_date, scheduled_time)
  where status = 'confirmed';

-- A service's next visit is the earliest one that is still confirmed: no clock makes it wrong. It runs as the tables'
-- owner, because a vendor changes visits and may not change the building's service.
create function note_next_visit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update building_services s set next_scheduled_visit = (
    select min(a.scheduled_date) from appointments a where a.building_service_id = s.id and a.status = 'confirmed')
  where s.id in (select building_service_id from changed);
  return null;
end $$;
create trigger appointments_booked after insert on appointments
  referencing new table as changed for each statement execute function note_next_visit();
create trigger appointments_changed after update on appointments
  referencing new table as changed for each statement execute function note_next_visit();

-- The side that did not change the visit is told by mail.
create function queue_visit_mail() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into mails (event_id, recipient)
  select new.id, p.email from profiles p
  where p.id = case when new.actor = new.vendor_id
    then (select b.captain_id from buildings b where b.id = new.building_id) else new.vendor_id end;
  return null;
end $$;
create trigger events_visit_mail after insert on events for each row
  when (new.kind in ('appointment_moved', 'appointment_cancelled')) execute function queue_visit_mail();
