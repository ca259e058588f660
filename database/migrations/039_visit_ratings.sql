-- Earlier versions can serve.
-- What the members of a building say of a visit: one rating of each, with a comment (product, 1.5).
create table visit_ratings (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  person uuid references profiles on delete set null,
  thumb text not null check (thumb in ('up', 'down')),
  comment text check (btrim(comment) <> '' and length(comment) <= 500),
  rated_at timestamptz not null default now(),
  foreign key (appointment_id, building_id, vendor_id) references appointments (id, building_id, vendor_id),
  unique (appointment_id, person)
);
create index visit_ratings_building on visit_ratings (building_id);
create index visit_ratings_vendor on visit_ratings (vendor_id);
create index visit_ratings_person on visit_ratings (person);

create function rating_is_of_completed_visit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from appointments where id = new.appointment_id and status = 'completed') then
    raise check_violation using message = 'a rating is of a completed visit';
  end if;
  return null;
end $$;
create trigger rating_is_of_completed_visit after insert on visit_ratings for each row execute function rating_is_of_completed_visit();
