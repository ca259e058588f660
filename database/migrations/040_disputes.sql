-- Earlier versions can serve.
-- 'Not as agreed': a finished visit that its building disputes (product, 1.5).
alter table appointments drop constraint appointments_status_check;
alter table appointments
  add constraint appointments_status_check check (status in ('confirmed', 'completed', 'cancelled', 'missed', 'disputed'));
create index appointments_disputed_building on appointments (building_id, scheduled_date) where status = 'disputed';
create index appointments_disputed_vendor on appointments (vendor_id, scheduled_date) where status = 'disputed';

create table visit_disputes (
  appointment_id uuid primary key,
  building_id uuid not null,
  vendor_id uuid not null,
  words text not null check (btrim(words) <> '' and length(words) <= 1000),
  opened_by uuid references profiles on delete set null,
  opened_at timestamptz not null default now(),
  -- What the vendor did about it; they may say so again.
  answer text check (btrim(answer) <> '' and length(answer) <= 1000),
  answered_by uuid references profiles on delete set null,
  answered_at timestamptz,
  -- 'settled': the building pays after all. 'waived': the vendor charges nothing.
  outcome text check (outcome in ('settled', 'waived')),
  settled_by uuid references profiles on delete set null,
  settled_at timestamptz,
  foreign key (appointment_id, building_id, vendor_id) references appointments (id, building_id, vendor_id),
  check ((answer is null) = (answered_at is null)),
  check ((outcome is null) = (settled_at is null))
);
create index visit_disputes_building on visit_disputes (building_id);
create index visit_disputes_vendor on visit_disputes (vendor_id);
create index visit_disputes_opened_by on visit_disputes (opened_by);
create index visit_disputes_answered_by on visit_disputes (answered_by);
create index visit_disputes_settled_by on visit_disputes (settled_by);

-- Both run as the tables' owner: a building changes no completed visit by itself.
create function dispute_visit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointments set status = 'disputed', completed_at = null where id = new.appointment_id and status = 'completed';
  if not found then
    raise check_violation using message = 'a dispute is of a completed visit';
  end if;
  return null;
end $$;
create trigger dispute_visit after insert on visit_disputes for each row execute function dispute_visit();
create function settle_dispute() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update appointments set status = 'completed' where id = new.appointment_id and status = 'disputed';
  return null;
end $$;
create trigger settle_dispute after update of outcome on visit_disputes for each row
  when (old.outcome is null and new.outcome = 'settled') execute function settle_dispute();
create function outcome_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.outcome is not null then
    raise check_violation using message = 'the outcome of a dispute stays';
  end if;
  if (old.answer, old.answered_by, old.answered_at) is distinct from (new.answer, new.answered_by, new.answered_at) then
    raise check_violation using message = 'an answer stays when its dispute ends';
  end if;
  return new;
end $$;
create trigger outcome_stays before update on visit_disputes for each row
  when (old.outcome is not null and old.outcome is distinct from new.outcome or old.outcome is null and new.outcome is not null)
  execute function outcome_stays();

create function disputed_visit_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.status <> 'completed'
      or not exists (select from visit_disputes where appointment_id = new.id and outcome = 'settled') then
    raise check_violation using message = 'a disputed visit stays disputed until it is settled';
  end if;
  return new;
end $$;
create trigger disputed_visit_stays before update on appointments for each row
  when (old.status = 'disputed' and new.status <> 'disputed') execute function disputed_visit_stays();
create function visit_is_disputed_by_dispute() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status <> 'completed' or not exists (select from visit_disputes where appointment_id = new.id and outcome is null) then
    raise check_violation using message = 'a visit is disputed by a dispute';
  end if;
  return new;
end $$;
create trigger visit_is_disputed_by_dispute before update on appointments for each row
  when (old.status <> 'disputed' and new.status = 'disputed') execute function visit_is_disputed_by_dispute();

-- A disputed visit is rated, too.
create or replace function rating_is_of_completed_visit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from appointments where id = new.appointment_id and status in ('completed', 'disputed')) then
    raise check_violation using message = 'a rating is of a completed visit';
  end if;
  return null;
end $$;

-- What a photo shows: the visit, what was not as agreed, or what the vendor did about it.
alter table visit_photos add column shows text not null default 'visit' check (shows in ('visit', 'dispute', 'answer'));
create or replace function visit_has_at_most_ten_photos() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two photos at once don't count without each other.
  perform from appointments where id = new.appointment_id for no key update;
  if (select count(*) from visit_photos where appointment_id = new.appointment_id and shows = new.shows) > 10 then
    raise check_violation using message = 'a visit has at most ten photos', constraint = 'visit_photos_ten';
  end if;
  return null;
end $$;
