-- A quote is of its service's building and type, and a visit is of the quote that booked it: the copies can't differ
-- from what they are copies of. One key for each replaces one for each column, so booking checks less than before.
-- [3.tied.1] [V2.2.3]
alter table building_services add unique (id, building_id, service_type_id);
alter table service_quotes
  drop constraint service_quotes_building_service_id_fkey,
  drop constraint service_quotes_building_id_fkey,
  drop constraint service_quotes_service_type_id_fkey,
  add constraint service_quotes_service foreign key (building_service_id, building_id, service_type_id)
    references building_services (id, building_id, service_type_id),
  add unique (id, building_service_id, building_id, vendor_id);
alter table appointments
  drop constraint appointments_building_id_fkey,
  drop constraint appointments_building_service_id_fkey,
  drop constraint appointments_service_quote_id_fkey,
  drop constraint appointments_vendor_id_fkey,
  add constraint appointments_of_quote foreign key (service_quote_id, building_service_id, building_id, vendor_id)
    references service_quotes (id, building_service_id, building_id, vendor_id);

-- What an acceptance books is one visit a day. One that was moved may share its new day with another.
create unique index one_visit_a_day on appointments (service_quote_id, scheduled_date) where changed_by is null;

-- Visits are booked for an accepted quote, and begin as confirmed.
create function visits_are_of_accepted_quotes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from booked b join service_quotes q on q.id = b.service_quote_id
             where q.status <> 'accepted' or b.status <> 'confirmed') then
    raise integrity_constraint_violation using message = 'a visit is booked for an accepted quote only';
  end if;
  return null;
end $$;
create trigger appointments_accepted after insert on appointments
  referencing new table as booked for each statement execute function visits_are_of_accepted_quotes();

-- The role captain and the flag buildings.captain_id go together, at the end of every transaction.
-- [3.tied.2]
create function captain_and_flag_agree() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare places uuid[];
begin
  if tg_table_name = 'buildings' then places := array[new.id];
  elsif tg_op = 'UPDATE' then places := array[old.building_id, new.building_id];
  else places := array[new.building_id];
  end if;
  if exists (select from buildings b
      left join profiles p on p.building_id = b.id and p.role = 'captain' and p.status = 'active'
      where b.id = any (places) and b.captain_id is distinct from p.id) then
    raise integrity_constraint_violation using message = 'a building''s captain is the one that its flag names';
  end if;
  return null;
end $$;
create constraint trigger buildings_captain_agrees after insert or update of captain_id on buildings
  deferrable initially deferred for each row execute function captain_and_flag_agree();
create constraint trigger profiles_captain_agrees after insert or update of role, status, building_id on profiles
  deferrable initially deferred for each row execute function captain_and_flag_agree();
