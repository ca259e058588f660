-- Earlier versions can serve.
-- A visit that nobody came to is missed; its vendor may say that they came all the same (product, 1.5).
alter table appointments drop constraint appointments_status_check;
alter table appointments
  add constraint appointments_status_check check (status in ('confirmed', 'completed', 'cancelled', 'missed')),
  add check (status <> 'missed' or checked_in_at is null);
create index appointments_not_attended on appointments (scheduled_date) where status = 'confirmed' and checked_in_at is null;
create index appointments_missed_building on appointments (building_id, scheduled_date) where status = 'missed';
create index appointments_missed_vendor on appointments (vendor_id, scheduled_date) where status = 'missed';

-- 'We came': what a vendor says of a missed visit, and what the building answers.
create table visit_claims (
  appointment_id uuid primary key,
  building_id uuid not null,
  vendor_id uuid not null,
  words text not null check (btrim(words) <> '' and length(words) <= 1000),
  claimed_by uuid references profiles on delete set null,
  claimed_at timestamptz not null default now(),
  -- 'unanswered': a week went by.
  answer text check (answer in ('confirmed', 'refused', 'unanswered')),
  answered_by uuid references profiles on delete set null,
  answered_at timestamptz,
  refusal text check (btrim(refusal) <> '' and length(refusal) <= 500),
  foreign key (appointment_id, building_id, vendor_id) references appointments (id, building_id, vendor_id),
  check ((answer is null) = (answered_at is null)),
  check ((refusal is not null) = (answer is not distinct from 'refused'))
);
create index visit_claims_building on visit_claims (building_id);
create index visit_claims_vendor on visit_claims (vendor_id);
create index visit_claims_claimed_by on visit_claims (claimed_by);
create index visit_claims_answered_by on visit_claims (answered_by);
create index visit_claims_open on visit_claims (claimed_at) where answer is null;

-- What a missed visit can become: held, by a check-in that arrived late, or completed, by a claim that counts.
create function missed_visit_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare claimed text := coalesce((select coalesce(answer, 'open') from visit_claims where appointment_id = new.id), 'none');
begin
  if not (new.status = 'confirmed' and new.checked_in_at is not null and claimed = 'none'
      or new.status = 'completed' and claimed in ('confirmed', 'unanswered')) then
    raise check_violation using message = 'a missed visit stays missed until a claim or a check-in counts';
  end if;
  return new;
end $$;
create trigger missed_visit_stays before update on appointments for each row
  when (old.status = 'missed' and new.status <> 'missed') execute function missed_visit_stays();

create function claim_is_of_missed_visit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Locked, so that no check-in comes between.
  perform from appointments where id = new.appointment_id and status = 'missed' for no key update;
  if not found then
    raise check_violation using message = 'a claim is of a missed visit';
  end if;
  return null;
end $$;
create trigger claim_is_of_missed_visit after insert on visit_claims for each row execute function claim_is_of_missed_visit();

-- A claim that counts completes its visit. It runs as the tables' owner: a building never completes a visit by itself.
create function complete_claimed_visit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointments set status = 'completed' where id = new.appointment_id and status = 'missed';
  return null;
end $$;
create trigger complete_claimed_visit after update of answer on visit_claims for each row
  when (new.answer in ('confirmed', 'unanswered')) execute function complete_claimed_visit();
