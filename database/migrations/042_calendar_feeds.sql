-- Earlier versions can serve.
-- A person's calendar addresses, and what calendars need to know of each visit (product, 1.7).
alter table appointments
  -- Rises with each change of the day, the hour, the window or the status, so that calendars know which version is newer.
  add column sequence integer not null default 0 check (sequence >= 0),
  add column modified_at timestamptz not null default now();

create function count_visit_changes() returns trigger language plpgsql as $$
begin
  new.sequence := old.sequence + 1;
  new.modified_at := now();
  return new;
end $$;
create trigger count_visit_changes before update on appointments for each row
  when ((old.scheduled_date, old.scheduled_time, old.window_minutes, old.status)
    is distinct from (new.scheduled_date, new.scheduled_time, new.window_minutes, new.status))
  execute function count_visit_changes();

-- A calendar address opens the visits that its person sees. Its token is stored as a hash only.
create table feeds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  -- SHA-256.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  -- Kept to the hour.
  last_read_at timestamptz
);
create index feeds_user on feeds (user_id, created_at);

create function person_has_at_most_five_feeds() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two at once don't count without each other.
  perform from profiles where id = new.user_id for no key update;
  if (select count(*) from feeds where user_id = new.user_id) > 5 then
    raise check_violation using message = 'a person has at most five calendar addresses', constraint = 'feeds_five';
  end if;
  return null;
end $$;
create trigger feeds_five after insert on feeds for each row execute function person_has_at_most_five_feeds();
