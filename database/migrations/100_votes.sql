-- Earlier versions can serve.
-- What a building decides together (product, 4.4; decision 68): the question, its options, and the roll, which is fixed at opening.
create table votes (
  -- Chosen by the browser: a draft that is sent again is there once.
  id uuid primary key,
  building_id uuid not null references buildings,
  kind text not null check (kind in ('yes_no', 'one', 'several', 'election')),
  question text not null check (btrim(question) <> '' and length(question) <= 300),
  details text check (btrim(details) <> '' and length(details) <= 5000),
  -- At most how many options a ballot chooses, and how many win.
  max_choices smallint not null check (max_choices between 1 and 20),
  basis text not null check (basis in ('unit', 'share')),
  is_secret boolean not null,
  quorum smallint not null check (quorum between 0 and 100),
  majority text not null check (majority in ('more_yes', 'half_of_all', 'two_thirds', 'three_quarters')),
  -- For how many units one person may hold a proxy.
  proxies smallint not null check (proxies between 0 and 10),
  opens_at timestamptz,
  closes_at timestamptz,
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'open', 'closed', 'failed_quorum', 'certified', 'cancelled')),
  version integer not null default 1 check (version > 0),
  -- Of a secret vote, once it is open: what its tokens are signed with, as base64url of its SPKI.
  public_key text check (length(public_key) <= 1000),
  reminded_at timestamptz,
  cancel_reason text check (btrim(cancel_reason) <> '' and length(cancel_reason) <= 500),
  -- As src/domain/votes/tally.ts counted it; null before the end.
  result jsonb,
  certified_by uuid references profiles on delete set null,
  -- By the name of that time: people leave.
  certified_name text check (btrim(certified_name) <> '' and length(certified_name) <= 300),
  certified_at timestamptz,
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  unique (id, building_id),
  -- Shares differ: the sums of a few ballots would show whose is whose.
  constraint secret_votes_count_units check (not is_secret or basis = 'unit'),
  constraint votes_one_choice check (kind in ('several', 'election') or max_choices = 1),
  constraint votes_have_times check (state = 'draft' or opens_at < closes_at and closes_at is not null),
  constraint votes_cancelled check ((state = 'cancelled') = (cancel_reason is not null)),
  constraint votes_have_results check ((state in ('closed', 'failed_quorum', 'certified')) = (result is not null)),
  constraint votes_certified check ((state = 'certified') = (certified_at is not null)),
  constraint votes_keys check ((public_key is not null) <= is_secret)
);
create index votes_building on votes (building_id, created_at desc, id);
-- What the jobs look for.
create index votes_due on votes (state, closes_at) where state in ('scheduled', 'open');
create index votes_certified_by on votes (certified_by);
create index votes_created_by on votes (created_by);

create table vote_options (
  id uuid primary key,
  vote_id uuid not null,
  building_id uuid not null,
  position smallint not null check (position between 1 and 20),
  label text not null check (btrim(label) <> '' and length(label) <= 100),
  candidate_id uuid references profiles on delete set null,
  -- Of a candidate, who is on the ballot only if they accepted.
  answer text check (answer in ('accepted', 'declined')),
  foreign key (vote_id, building_id) references votes (id, building_id) on delete cascade,
  constraint one_option_a_position unique (vote_id, position) deferrable initially deferred,
  constraint one_option_a_candidate unique (candidate_id, vote_id) deferrable initially deferred
);
create index vote_options_vote on vote_options (vote_id, building_id);

-- Every unit of the building when the vote opened, with what its ballot weighs. No foreign key: a unit may go, the roll stays.
create table vote_roll (
  vote_id uuid not null,
  unit_id uuid not null,
  building_id uuid not null,
  number text not null check (btrim(number) <> '' and length(number) <= 20),
  weight integer not null check (weight between 1 and 1000000),
  -- How the unit voted; in a secret vote only that it did.
  voted_as text check (voted_as in ('owner', 'proxy', 'paper', 'secret')),
  primary key (vote_id, unit_id),
  foreign key (vote_id, building_id) references votes (id, building_id)
);
create index vote_roll_vote on vote_roll (vote_id, building_id);

-- Its owners of that moment.
create table vote_voters (
  vote_id uuid not null,
  unit_id uuid not null,
  building_id uuid not null,
  profile_id uuid not null references profiles on delete cascade,
  primary key (vote_id, unit_id, profile_id),
  foreign key (vote_id, unit_id) references vote_roll (vote_id, unit_id)
);
create index vote_voters_profile on vote_voters (profile_id, vote_id);

create table vote_files (
  id uuid primary key,
  vote_id uuid not null,
  building_id uuid not null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now(),
  foreign key (vote_id, building_id) references votes (id, building_id) on delete cascade
);
create index vote_files_vote on vote_files (vote_id, building_id);
create index vote_files_added_by on vote_files (added_by);
create constraint trigger vote_files_space after insert or delete or update of file_size on vote_files
  deferrable initially deferred for each row execute function count_file_space();

-- A vote goes from draft to its end, and what was decided stays. Who it names may leave.
create function vote_goes_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  free text[];
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then
      raise check_violation using message = 'only a draft is discarded', constraint = 'votes_stay';
    end if;
    return old;
  end if;
  free := array(select key from jsonb_each_text(to_jsonb(new)) where key in ('created_by', 'certified_by') and value is null);
  if new.state = old.state then
    free := free || case old.state
      when 'draft' then '{kind,question,details,max_choices,basis,is_secret,quorum,majority,proxies,opens_at,closes_at,version}'::text[]
      when 'scheduled' then '{question,details,version}'::text[]
      when 'open' then '{question,details,version,reminded_at}'::text[]
      else '{}' end;
    if old.state = 'open' and (new.question, new.details) is distinct from (old.question, old.details) then
        -- Who votes at this moment is waited for.
      perform from votes where id = new.id for update;
      if exists (select from vote_roll where vote_id = new.id and voted_as is not null) then
        raise check_violation using message = 'somebody has voted, so the question stays', constraint = 'votes_stay';
      end if;
    end if;
  else
    free := free || case old.state || ' ' || new.state
      when 'draft scheduled' then '{state,opens_at,closes_at}'::text[]
      when 'scheduled draft' then '{state}'::text[]
      when 'scheduled open' then '{state,public_key}'::text[]
      when 'scheduled cancelled' then '{state,cancel_reason}'::text[]
      when 'open cancelled' then '{state,cancel_reason}'::text[]
      when 'open closed' then '{state,result}'::text[]
      when 'open failed_quorum' then '{state,result}'::text[]
      when 'closed certified' then '{state,certified_by,certified_name,certified_at}'::text[]
      else '{}' end;
  end if;
  if to_jsonb(new) - free <> to_jsonb(old) - free then
    raise check_violation using message = 'a vote stays as it was scheduled, opened and decided', constraint = 'votes_stay';
  end if;
  if new.state = 'certified' and old.state <> 'certified' then
    select full_name into new.certified_name from profiles where id = new.certified_by;
  end if;
  return new;
end $$;
create trigger vote_goes_on before update or delete on votes for each row execute function vote_goes_on();

-- The options of a draft are its officers' to change; afterwards a candidate answers until the vote opens, and nothing else changes.
create function vote_options_stay() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_state text;
begin
  select state into found_state from votes where id = coalesce(new.vote_id, old.vote_id) for key share;
  -- A discarded draft takes its options along, and who leaves is named no more.
  if found_state is null or tg_op = 'UPDATE' and new.candidate_id is null and to_jsonb(new) - 'candidate_id' = to_jsonb(old) - 'candidate_id' then
    return null;
  end if;
  if found_state <> 'draft' and (tg_op <> 'UPDATE' or found_state <> 'scheduled' or to_jsonb(new) - 'answer' <> to_jsonb(old) - 'answer') then
    raise check_violation using message = 'the options of a vote stay once it is scheduled', constraint = 'votes_stay';
  end if;
  if tg_op = 'UPDATE' and new.answer is distinct from old.answer and new.answer is not null and new.candidate_id is distinct from viewer_id() then
    raise check_violation using message = 'a candidate answers for themselves', constraint = 'candidates_answer';
  end if;
  return null;
end $$;
create trigger vote_options_stay after insert or update or delete on vote_options for each row execute function vote_options_stay();

-- Files come before the vote opens, at most five, one after the other.
create function vote_files_stay() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_state text;
begin
  select state into found_state from votes where id = coalesce(new.vote_id, old.vote_id) for no key update;
  if found_state is not null and found_state not in ('draft', 'scheduled') then
    raise check_violation using message = 'the files of a vote stay once it is open', constraint = 'votes_stay';
  end if;
  if tg_op = 'INSERT' and (select count(*) from vote_files where vote_id = new.vote_id) > 5 then
    raise check_violation using message = 'a vote has at most five files', constraint = 'vote_files_five';
  end if;
  return null;
end $$;
create trigger vote_files_stay after insert or delete or update of vote_id, file_name, file_path, file_size on vote_files
  for each row execute function vote_files_stay();
