-- Earlier versions can serve.
-- Proof of a visit: who came and when, a note, photos (product, 1.4).
alter table appointments
  -- When somebody of the vendor began, by their phone's clock.
  add column checked_in_at timestamptz,
  add check (checked_in_at is null or status <> 'cancelled'),
  add unique (id, building_id, vendor_id);

-- Those who may change a visit of their building must not undo that somebody is there.
create function check_in_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise check_violation using message = 'a check-in stays';
end $$;
create trigger check_in_stays before update on appointments for each row
  when (old.checked_in_at is not null and new.checked_in_at is null) execute function check_in_stays();

-- One for each visit for which the vendor set off or checked in.
create table attendances (
  appointment_id uuid primary key,
  building_id uuid not null,
  vendor_id uuid not null,
  on_the_way_at timestamptz,
  -- The visit's day then: on another one it says nothing.
  on_the_way_for date check ((on_the_way_for is null) = (on_the_way_at is null)),
  checked_in_by uuid references profiles on delete set null,
  -- When the server heard of it: later, where the phone had no network.
  check_in_received_at timestamptz,
  finished_by uuid references profiles on delete set null,
  -- By the phone's clock.
  finished_at timestamptz,
  finish_received_at timestamptz,
  note text check (btrim(note) <> '' and length(note) <= 1000),
  -- Where the phone was, with its person's consent: longitude, latitude.
  place point check (place[0] between -180 and 180 and place[1] between -90 and 90),
  accuracy_meters integer check (accuracy_meters between 0 and 100000),
  foreign key (appointment_id, building_id, vendor_id) references appointments (id, building_id, vendor_id),
  check ((finished_at is null) = (finish_received_at is null)),
  check (finished_at is null or check_in_received_at is not null),
  check (finished_at is not null or finished_by is null and note is null and place is null),
  check ((place is null) = (accuracy_meters is null))
);
create index attendances_building on attendances (building_id);
create index attendances_vendor on attendances (vendor_id);
create index attendances_checked_in_by on attendances (checked_in_by);
create index attendances_finished_by on attendances (finished_by);

create table visit_photos (
  -- Chosen by the phone: a photo that is sent again is there once.
  id uuid primary key,
  appointment_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  added_by uuid references profiles on delete set null,
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_at timestamptz not null default now(),
  foreign key (appointment_id, building_id, vendor_id) references appointments (id, building_id, vendor_id)
);
create index visit_photos_visit on visit_photos (appointment_id, added_at);
create index visit_photos_building on visit_photos (building_id);
create index visit_photos_vendor on visit_photos (vendor_id);
create index visit_photos_added_by on visit_photos (added_by);

create function visit_has_at_most_ten_photos() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two photos at once don't count without each other.
  perform from appointments where id = new.appointment_id for no key update;
  if (select count(*) from visit_photos where appointment_id = new.appointment_id) > 10 then
    raise check_violation using message = 'a visit has at most ten photos', constraint = 'visit_photos_ten';
  end if;
  return null;
end $$;
create trigger visit_photos_ten after insert on visit_photos for each row execute function visit_has_at_most_ten_photos();

create constraint trigger visit_photos_space after insert or delete or update of file_size on visit_photos
  deferrable initially deferred for each row execute function count_file_space();
