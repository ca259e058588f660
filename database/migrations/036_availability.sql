-- When a vendor comes, and when nobody may come to a building (product, 1.2). Weekdays by ISO 8601: 1 is Monday.
create function are_weekdays(days smallint[]) returns boolean language sql immutable
  return days <@ '{1,2,3,4,5,6,7}'::smallint[] and array_position(days, null) is null and cardinality(days) <= 7;

alter table buildings add column closed_weekdays smallint[] not null default '{}',
  add column closed_on_holidays boolean not null default false,
  add column quiet_from time(0), add column quiet_until time(0),
  add check (are_weekdays(closed_weekdays) and cardinality(closed_weekdays) < 7),
  add check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until);

alter table service_quotes add column weekdays smallint[] not null default '{}',
  add column arrives_from time(0), add column arrives_until time(0),
  add check (are_weekdays(weekdays)),
  add check ((arrives_from is null) = (arrives_until is null) and arrives_from < arrives_until);

-- By how many days a visit was put off when it was booked; null when no day suits both: then it is cancelled.
-- Within how many minutes of its time the vendor arrives.
alter table appointments add column shift_days smallint default 0 check (shift_days between 0 and 6),
  add column window_minutes smallint check (window_minutes between 1 and 1439),
  add check (shift_days is not null or status = 'cancelled');
do $$
declare old text := (select conname from pg_constraint where conrelid = 'appointments'::regclass and contype = 'c'
  and pg_get_constraintdef(oid) like '%cancelled%changed_by IS NOT NULL%' and pg_get_constraintdef(oid) not like '%earlier%');
begin
  execute format('alter table appointments drop constraint %I', old);
end $$;
alter table appointments add check (status <> 'cancelled' or changed_by is not null or shift_days is null);

create or replace function visits_are_of_accepted_quotes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from booked b join service_quotes q on q.id = b.service_quote_id
             where q.status <> 'accepted'
               or b.status <> case when b.shift_days is null then 'cancelled' else 'confirmed' end) then
    raise integrity_constraint_violation using message = 'a visit is booked for an accepted quote only';
  end if;
  return null;
end $$;
