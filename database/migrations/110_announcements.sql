-- Earlier versions can serve.
-- What a building's officers announce (product, 4.5; decision 80).

-- Since when somebody is of their building, by the database's clock: what was over before is not theirs to read.
alter table profiles add column building_since timestamptz not null default now();
create function come_into_building() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.building_since := now();
  return new;
end $$;
create trigger profiles_come_into_building before update of status, building_id on profiles for each row
  when (new.status = 'active' and new.building_id is not null
    and (old.status <> 'active' or old.building_id is distinct from new.building_id)) execute function come_into_building();

create table announcements (
  -- Chosen by the browser: a draft that is sent again is there once.
  id uuid primary key,
  building_id uuid not null references buildings,
  title text not null check (btrim(title) <> '' and length(title) <= 120),
  words text not null check (btrim(words) <> '' and length(words) <= 5000),
  audience text not null check (audience in ('all', 'owners', 'renters', 'officers', 'unit')),
  unit_id uuid,
  -- As it was called last: units may go.
  unit_number text check (btrim(unit_number) <> '' and length(unit_number) <= 20),
  is_important boolean not null,
  allows_replies boolean not null,
  -- Null: at once.
  send_at timestamptz,
  -- Its last day, by the city's clocks.
  expires_on date,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sent', 'withdrawn')),
  version integer not null default 1 check (version > 0),
  -- Who drafted it, then who sent it; by the name of that time: people leave.
  author_id uuid references profiles on delete set null,
  author_name text check (btrim(author_name) <> '' and length(author_name) <= 300),
  sent_at timestamptz,
  -- When it was over, withdrawn or expired, by the database's clock.
  ended_at timestamptz,
  withdraw_reason text check (btrim(withdraw_reason) <> '' and length(withdraw_reason) <= 500),
  created_at timestamptz not null default now(),
  unique (id, building_id),
  foreign key (unit_id, building_id) references units (id, building_id) on delete set null (unit_id),
  constraint announcements_one_unit check ((audience = 'unit') = (unit_number is not null) and (unit_id is null or audience = 'unit')),
  constraint announcements_scheduled check (state <> 'scheduled' or send_at is not null),
  constraint announcements_sent check ((state in ('sent', 'withdrawn')) = (sent_at is not null)),
  constraint announcements_ended check (ended_at is null or sent_at is not null),
  constraint announcements_withdrawn check ((state = 'withdrawn') = (withdraw_reason is not null) and (state <> 'withdrawn' or ended_at is not null))
);
create index announcements_building on announcements (building_id, sent_at desc, id);
create index announcements_author on announcements (author_id);
create index announcements_unit on announcements (unit_id, building_id);
-- What the job looks for.
create index announcements_due on announcements (send_at) where state = 'scheduled';
create index announcements_ending on announcements (expires_on) where state = 'sent' and ended_at is null;

-- What corrects or adds to a sent one.
create table announcement_follow_ups (
  id uuid primary key,
  announcement_id uuid not null,
  building_id uuid not null,
  words text not null check (btrim(words) <> '' and length(words) <= 2000),
  author_id uuid references profiles on delete set null,
  author_name text check (btrim(author_name) <> '' and length(author_name) <= 300),
  written_at timestamptz not null,
  foreign key (announcement_id, building_id) references announcements (id, building_id)
);
create index announcement_follow_ups_announcement on announcement_follow_ups (announcement_id, building_id);
create index announcement_follow_ups_author on announcement_follow_ups (author_id);

create table announcement_replies (
  id uuid primary key,
  announcement_id uuid not null,
  building_id uuid not null,
  words text not null check (btrim(words) <> '' and length(words) <= 1000),
  author_id uuid references profiles on delete set null,
  author_name text check (btrim(author_name) <> '' and length(author_name) <= 300),
  written_at timestamptz not null,
  foreign key (announcement_id, building_id) references announcements (id, building_id)
);
create index announcement_replies_announcement on announcement_replies (announcement_id, building_id, written_at);
create index announcement_replies_author on announcement_replies (author_id);

create table announcement_files (
  id uuid primary key,
  announcement_id uuid not null,
  building_id uuid not null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now(),
  foreign key (announcement_id, building_id) references announcements (id, building_id) on delete cascade
);
create index announcement_files_announcement on announcement_files (announcement_id, building_id);
create index announcement_files_added_by on announcement_files (added_by);
create constraint trigger announcement_files_space after insert or delete or update of file_size on announcement_files
  deferrable initially deferred for each row execute function count_file_space();

-- Who has opened which, once a person, and when they read it last. Nobody reads others' rows: only how many they are is told.
create table announcement_openings (
  announcement_id uuid not null,
  person uuid not null references profiles on delete cascade,
  building_id uuid not null,
  opened_at timestamptz not null,
  read_at timestamptz not null,
  primary key (announcement_id, person),
  foreign key (announcement_id, building_id) references announcements (id, building_id)
);
create index announcement_openings_person on announcement_openings (person);
create index announcement_openings_announcement on announcement_openings (announcement_id, building_id);

-- Who wants no mails of announcements that are not important.
create table announcement_mutes (
  person uuid primary key references profiles on delete cascade,
  since timestamptz not null default now()
);

-- The name that somebody writes under is the portal's to say.
create function take_author_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.author_id is not null then
    select full_name into new.author_name from profiles where id = new.author_id;
  end if;
  return new;
end $$;
create trigger announcements_author before insert on announcements for each row execute function take_author_name();
create trigger announcement_follow_ups_author before insert on announcement_follow_ups for each row execute function take_author_name();
create trigger announcement_replies_author before insert on announcement_replies for each row execute function take_author_name();

-- The number of its unit stays with an announcement.
create function take_unit_number() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.audience <> 'unit' then
    new.unit_number := null;
  elsif new.unit_id is not null then
    select number into new.unit_number from units where id = new.unit_id and building_id = new.building_id;
  end if;
  return new;
end $$;
create trigger announcements_unit before insert or update of audience, unit_id on announcements
  for each row execute function take_unit_number();

-- An announcement goes from draft to sent to withdrawn, and what was sent stays as it was. Its unit and its author may leave.
create function announcement_goes_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  free text[];
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then
      raise check_violation using message = 'only a draft is discarded', constraint = 'announcements_stay';
    end if;
    return old;
  end if;
  free := array(select key from jsonb_each_text(to_jsonb(new)) where key in ('author_id', 'unit_id') and value is null);
  if new.state = old.state then
    free := free || case old.state
      when 'draft' then '{title,words,audience,unit_id,unit_number,is_important,allows_replies,send_at,expires_on,version}'::text[]
      else '{}' end;
    if old.state = 'sent' and old.ended_at is null then
      free := free || 'ended_at'::text;
    end if;
  else
    free := free || case old.state || ' ' || new.state
      when 'draft scheduled' then '{state,author_id,author_name}'::text[]
      when 'draft sent' then '{state,sent_at,author_id,author_name}'::text[]
      when 'scheduled draft' then '{state}'::text[]
      when 'scheduled sent' then '{state,sent_at}'::text[]
      when 'sent withdrawn' then '{state,withdraw_reason,ended_at}'::text[]
      else '{}' end;
    if new.state in ('scheduled', 'sent') and new.audience = 'unit' and new.unit_id is null then
      raise check_violation using message = 'its unit is gone', constraint = 'announcements_have_readers';
    end if;
    if old.state = 'draft' and new.author_id is not null then
      select full_name into new.author_name from profiles where id = new.author_id;
    end if;
    if new.state = 'withdrawn' then
      new.ended_at := coalesce(old.ended_at, now());
    end if;
  end if;
  if to_jsonb(new) - free <> to_jsonb(old) - free then
    raise check_violation using message = 'an announcement stays as it was sent', constraint = 'announcements_stay';
  end if;
  return new;
end $$;
create trigger announcements_go_on before update or delete on announcements for each row execute function announcement_goes_on();

-- What was written to it stays, too.
create function announcement_words_stay() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.author_id is null and to_jsonb(new) - 'author_id'::text = to_jsonb(old) - 'author_id'::text then
    return new;
  end if;
  raise check_violation using message = 'what was written stays', constraint = 'announcements_stay';
end $$;
create trigger announcement_follow_ups_stay before update or delete on announcement_follow_ups
  for each row execute function announcement_words_stay();
create trigger announcement_replies_stay before update or delete on announcement_replies
  for each row execute function announcement_words_stay();

-- Follow-ups and replies come to what was sent and holds, one after the other, and not without end.
create function announcement_takes_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target announcements;
begin
  select * into target from announcements where id = new.announcement_id for no key update;
  if target.state is distinct from 'sent' then
    raise check_violation using message = 'only a sent announcement is added to', constraint = 'announcements_stay';
  end if;
  if tg_table_name = 'announcement_replies' then
    if not target.allows_replies then
      raise check_violation using message = 'its author allows no replies', constraint = 'announcement_replies_allowed';
    end if;
    if (select count(*) from announcement_replies where announcement_id = new.announcement_id) > 500 then
      raise check_violation using message = 'an announcement has at most 500 replies', constraint = 'announcement_replies_end';
    end if;
  elsif (select count(*) from announcement_follow_ups where announcement_id = new.announcement_id) > 20 then
    raise check_violation using message = 'an announcement has at most 20 follow-ups', constraint = 'announcement_follow_ups_end';
  end if;
  return null;
end $$;
create trigger announcement_follow_ups_taken after insert on announcement_follow_ups
  for each row execute function announcement_takes_words();
create trigger announcement_replies_taken after insert on announcement_replies
  for each row execute function announcement_takes_words();

-- Files come while it is a draft, at most five, one after the other.
create function announcement_files_stay() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_state text;
begin
  select state into found_state from announcements where id = coalesce(new.announcement_id, old.announcement_id) for no key update;
  -- A discarded draft takes its files along.
  if found_state is not null and found_state <> 'draft' then
    raise check_violation using message = 'the files of an announcement stay as they were sent', constraint = 'announcements_stay';
  end if;
  if tg_op = 'INSERT' and (select count(*) from announcement_files where announcement_id = new.announcement_id) > 5 then
    raise check_violation using message = 'an announcement has at most five files', constraint = 'announcement_files_five';
  end if;
  return null;
end $$;
create trigger announcement_files_stay after insert or delete or update of announcement_id, file_name, file_path, file_size
  on announcement_files for each row execute function announcement_files_stay();
