-- Who of the vendor goes to a visit, and who was there (product, 1.8).
alter table appointments
  add column assigned_to uuid,
  add constraint appointments_assigned foreign key (assigned_to, vendor_id) references profiles (id, vendor_id)
    on delete set null (assigned_to);
create index appointments_assigned_to on appointments (assigned_to, vendor_id) where assigned_to is not null;

-- Who goes to the visits of an accepted quote that are booked from now on.
create table service_assignments (
  service_quote_id uuid primary key references service_quotes on delete cascade,
  vendor_id uuid not null,
  person uuid not null,
  foreign key (person, vendor_id) references profiles (id, vendor_id) on delete cascade
);
create index service_assignments_person on service_assignments (person, vendor_id);
create index service_assignments_vendor on service_assignments (vendor_id);

-- What is not done yet goes back to the company when somebody leaves it.
create function return_assignments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointments set assigned_to = null where assigned_to = old.id
    and (status = 'confirmed' or new.vendor_id is distinct from old.vendor_id);
  delete from service_assignments where person = old.id;
  return new;
end $$;
create trigger profiles_return_assignments before update of vendor_id, status on profiles for each row
  when (old.vendor_id is not null and (new.vendor_id is distinct from old.vendor_id
    or new.status = 'removed' and old.status <> 'removed'))
  execute function return_assignments();

-- The first names of who checked in and who finished. They stay when the account is closed, and buildings see nothing else of
-- a vendor's people.
alter table attendances
  add column checked_in_name text check (length(checked_in_name) <= 100),
  add column finished_name text check (length(finished_name) <= 100);
update attendances h set checked_in_name = (select first_name from profiles where id = checked_in_by),
  finished_name = (select first_name from profiles where id = finished_by);
create function name_who_came() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.checked_in_by is not null then
    new.checked_in_name := (select first_name from profiles where id = new.checked_in_by);
  end if;
  if new.finished_by is not null then
    new.finished_name := (select first_name from profiles where id = new.finished_by);
  elsif new.finished_at is null then
    new.finished_name := null;
  end if;
  return new;
end $$;
create trigger attendances_names before insert or update of checked_in_by, finished_by, finished_at on attendances
  for each row execute function name_who_came();

-- Nobody is assigned who doesn't work for the vendor: a removal at the same moment waits, or is waited for.
create function assigned_person_works_there() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform from profiles where id = new.assigned_to and status = 'active' for share;
  if not found and tg_op = 'INSERT' then
    new.assigned_to := null;
  elsif not found then
    raise check_violation using message = 'a visit is assigned to somebody who works for its vendor';
  end if;
  return new;
end $$;
create trigger appointments_assigned_person before insert on appointments for each row
  when (new.assigned_to is not null) execute function assigned_person_works_there();
create trigger appointments_assigned_person_changed before update of assigned_to on appointments for each row
  when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function assigned_person_works_there();
