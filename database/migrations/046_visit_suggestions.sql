-- Earlier versions can serve.
-- 'Suggest another time': the last time that a side suggests for a visit, and what the other one says (product, 1.3). It is
-- open while the visit stays where it was.
create table visit_suggestions (
  appointment_id uuid primary key,
  building_id uuid not null,
  vendor_id uuid not null,
  suggested_by text not null check (suggested_by in ('vendor', 'captain')),
  person uuid references profiles on delete set null,
  from_date date not null,
  from_time time not null,
  suggested_date date not null,
  suggested_time time not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  answer text check (answer in ('accepted', 'declined', 'withdrawn')),
  answered_by uuid references profiles on delete set null,
  foreign key (appointment_id, building_id, vendor_id) references appointments (id, building_id, vendor_id),
  check ((from_date, from_time) <> (suggested_date, suggested_time)),
  check (answered_by is null or answer is not null)
);
create index visit_suggestions_building on visit_suggestions (building_id);
create index visit_suggestions_vendor on visit_suggestions (vendor_id);
create index visit_suggestions_person on visit_suggestions (person);
create index visit_suggestions_answered_by on visit_suggestions (answered_by);

create function answer_is_of_suggestion() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.answer is not null or (old.suggested_by, old.from_date, old.from_time, old.suggested_date, old.suggested_time, old.reason)
      is distinct from (new.suggested_by, new.from_date, new.from_time, new.suggested_date, new.suggested_time, new.reason) then
    raise check_violation using message = 'an answer is about the open suggestion as it is';
  end if;
  return new;
end $$;
create trigger answer_is_of_suggestion before update on visit_suggestions for each row
  when (new.answer is not null and old.answer is distinct from new.answer) execute function answer_is_of_suggestion();
