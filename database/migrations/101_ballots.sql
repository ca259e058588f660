-- Earlier versions can serve.
-- Open ballots, proxies and paper ballots (product, 4.4; decision 69). One ballot a unit; it may change until the vote closes.
create table vote_proxies (
  vote_id uuid not null,
  unit_id uuid not null,
  building_id uuid not null,
  holder_id uuid not null references profiles on delete cascade,
  given_by uuid references profiles on delete set null,
  given_at timestamptz not null default now(),
  primary key (vote_id, unit_id),
  foreign key (vote_id, unit_id) references vote_roll (vote_id, unit_id)
);
create index vote_proxies_holder on vote_proxies (holder_id, vote_id);
create index vote_proxies_given_by on vote_proxies (given_by);

create table ballots (
  vote_id uuid not null,
  unit_id uuid not null,
  building_id uuid not null,
  -- 'yes', 'no', 'abstain', or the ids of options.
  choice text[] not null check (cardinality(choice) between 1 and 20),
  cast_as text not null check (cast_as in ('owner', 'proxy', 'paper')),
  -- Null for a paper ballot.
  person uuid references profiles on delete set null,
  cast_at timestamptz not null default now(),
  constraint one_ballot_a_unit primary key (vote_id, unit_id),
  foreign key (vote_id, unit_id) references vote_roll (vote_id, unit_id)
);
create index ballots_person on ballots (person);

create table paper_sheets (
  -- Chosen by the browser: a sheet that is sent again is there once.
  id uuid primary key,
  vote_id uuid not null,
  building_id uuid not null,
  -- Of a secret vote the choices, sorted, without their units; removed at its end.
  choices jsonb,
  entered_by uuid references profiles on delete set null,
  entered_at timestamptz not null,
  confirmed_by uuid references profiles on delete set null,
  confirmed_at timestamptz,
  foreign key (vote_id, building_id) references votes (id, building_id),
  unique (id, vote_id),
  constraint another_officer_confirms check (confirmed_by <> entered_by)
);
create index paper_sheets_vote on paper_sheets (vote_id, building_id);
create index paper_sheets_entered_by on paper_sheets (entered_by);
create index paper_sheets_confirmed_by on paper_sheets (confirmed_by);

create table paper_ballots (
  vote_id uuid not null,
  unit_id uuid not null,
  building_id uuid not null,
  sheet_id uuid not null,
  -- Null in a secret vote.
  choice text[] check (cardinality(choice) between 1 and 20),
  constraint one_paper_a_unit primary key (vote_id, unit_id),
  foreign key (vote_id, unit_id) references vote_roll (vote_id, unit_id),
  foreign key (sheet_id, vote_id) references paper_sheets (id, vote_id) on delete cascade
);
create index paper_ballots_sheet on paper_ballots (sheet_id, vote_id);

-- Whether these are options of this vote, each once, at most as many as it allows, or an abstention alone.
create function is_choice(vote votes, choice text[]) returns boolean language sql stable
  return choice = '{abstain}' or case vote.kind when 'yes_no' then choice in ('{yes}', '{no}')
    else cardinality(choice) between 1 and vote.max_choices
      and cardinality(choice) = (select count(distinct o.id) from vote_options o where o.vote_id = vote.id and o.id::text = any (choice)
        and (vote.kind <> 'election' or o.answer = 'accepted')) end;

-- Ballots are taken while the vote is open, in one's own name, and none replaces one that stands above it: an owner votes in place of a
-- proxy or a paper, and not the other way.
create function ballot_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_vote votes;
  ranks constant text[] := '{proxy,paper,owner}';
begin
  -- Who cast it may leave.
  if tg_op = 'UPDATE' and new.person is null and to_jsonb(new) - 'person' = to_jsonb(old) - 'person' then
    return null;
  end if;
  -- Its end waits for this ballot, or this ballot comes too late.
  select * into found_vote from votes where id = coalesce(new.vote_id, old.vote_id) for key share;
  if found_vote.state is distinct from 'open' or found_vote.is_secret then
    raise check_violation using message = 'open ballots are cast while the vote is open', constraint = 'ballots_while_open';
  end if;
  if tg_op = 'DELETE' then
    if old.cast_as <> 'proxy' then
      raise check_violation using message = 'only the ballot of a proxy goes with it', constraint = 'ballots_stay';
    end if;
    update vote_roll set voted_as = null where vote_id = old.vote_id and unit_id = old.unit_id;
    return null;
  end if;
  if tg_op = 'UPDATE' and ((new.vote_id, new.unit_id) <> (old.vote_id, old.unit_id)
      or array_position(ranks, old.cast_as) > array_position(ranks, new.cast_as)) then
    raise check_violation using message = 'a ballot stands above this one', constraint = 'ballot_stands_above';
  end if;
  if not is_choice(found_vote, new.choice) then
    raise check_violation using message = 'a ballot chooses options of its vote', constraint = 'ballots_choose';
  end if;
  if not (case new.cast_as
      when 'owner' then exists (select from vote_voters v where (v.vote_id, v.unit_id, v.profile_id) = (new.vote_id, new.unit_id, new.person))
      when 'proxy' then exists (select from vote_proxies p where (p.vote_id, p.unit_id, p.holder_id) = (new.vote_id, new.unit_id, new.person) for key share)
      else new.person is null and exists (select from paper_ballots b join paper_sheets s on s.id = b.sheet_id
        where (b.vote_id, b.unit_id, b.choice) = (new.vote_id, new.unit_id, new.choice) and s.confirmed_at is not null) end) then
    raise check_violation using message = 'nobody votes for a unit of others', constraint = 'ballots_by_voters';
  end if;
  update vote_roll set voted_as = new.cast_as where vote_id = new.vote_id and unit_id = new.unit_id;
  return null;
end $$;
create trigger ballot_counts after insert or update or delete on ballots for each row execute function ballot_counts();

-- Once an owner has voted, or a paper counts, the unit's proxy has ended.
create function end_proxy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from vote_proxies where vote_id = new.vote_id and unit_id = new.unit_id;
  return null;
end $$;
create trigger ballots_end_proxy after insert or update of cast_as on ballots for each row
  when (new.cast_as <> 'proxy') execute function end_proxy();

-- Proxies are given while the vote is open, by an owner to no other owner of the unit, at most as many to one person as the vote allows;
-- one after the other, so that two at once don't exceed that. A proxy that ends takes its ballot along.
create function proxy_is_given() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_vote votes;
begin
  -- Who gave it may leave.
  if tg_op = 'UPDATE' and new.given_by is null and to_jsonb(new) - 'given_by' = to_jsonb(old) - 'given_by' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- No stronger lock: somebody who rewords the question waits for ballots, and these may end a proxy.
    perform from votes where id = old.vote_id and state = 'open' for key share;
    -- Whose account was closed cast theirs before.
    if found and exists (select from profiles where id = old.holder_id) then
      delete from ballots where vote_id = old.vote_id and unit_id = old.unit_id and cast_as = 'proxy';
    end if;
    return null;
  end if;
  select * into found_vote from votes where id = new.vote_id for no key update;
  if found_vote.state is distinct from 'open' then
    raise check_violation using message = 'proxies are given while the vote is open', constraint = 'ballots_while_open';
  end if;
  if exists (select from vote_voters v where (v.vote_id, v.unit_id, v.profile_id) = (new.vote_id, new.unit_id, new.holder_id))
      or not exists (select from vote_voters v where (v.vote_id, v.unit_id, v.profile_id) = (new.vote_id, new.unit_id, new.given_by))
      -- A removal at the same moment is waited for.
      or not exists (select from profiles p where p.id = new.holder_id and p.building_id = new.building_id and p.status = 'active' for share) then
    raise check_violation using message = 'an owner gives a proxy to somebody else of the building', constraint = 'ballots_by_voters';
  end if;
  if (select count(*) from vote_proxies p where p.vote_id = new.vote_id and p.holder_id = new.holder_id) > found_vote.proxies then
    raise check_violation using message = 'a person holds at most as many proxies as the vote allows', constraint = 'proxies_have_a_limit';
  end if;
  if (select voted_as from vote_roll r where r.vote_id = new.vote_id and r.unit_id = new.unit_id) is not null then
    raise check_violation using message = 'this unit has voted', constraint = 'ballot_stands_above';
  end if;
  return null;
end $$;
create trigger proxy_is_given after insert or update or delete on vote_proxies for each row execute function proxy_is_given();

-- Who is removed or leaves holds no proxy and has given none, and stands in no election that has not opened. Ballots that were cast stay. The
-- other person of a proxy that ends is told.
create function leave_votes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A ballot of such a proxy at the same moment is waited for, and so is a vote that opens.
  perform from vote_proxies where old.id in (holder_id, given_by) order by vote_id, unit_id for update;
  with ended as (
    delete from vote_proxies p where old.id in (p.holder_id, p.given_by) and exists (select from votes v where v.id = p.vote_id and v.state = 'open')
      and exists (select from vote_roll r where (r.vote_id, r.unit_id) = (p.vote_id, p.unit_id) and r.voted_as is null)
      returning *
  )
  insert into events (actor, building_id, kind, subject, data)
    select viewer_id(), e.building_id, 'proxy_ended', case old.id when e.holder_id then e.given_by else e.holder_id end,
      jsonb_build_object('question', v.question, 'unit', r.number, 'vote_id', v.id, 'person', old.full_name, 'was', case old.id when e.holder_id then 'holder' else 'owner' end)
    from ended e join votes v on v.id = e.vote_id join vote_roll r on (r.vote_id, r.unit_id) = (e.vote_id, e.unit_id)
    where e.given_by is not null order by v.id, r.number;
  perform from votes where state = 'scheduled' and id in (select vote_id from vote_options where candidate_id = old.id) order by id for key share;
  update vote_options o set answer = null where o.candidate_id = old.id and o.answer is not null
    and exists (select from votes v where v.id = o.vote_id and v.state in ('draft', 'scheduled'));
  return coalesce(new, old);
end $$;
create trigger profiles_leave_votes before update of status, building_id on profiles for each row
  when (old.building_id is not null and (new.status <> 'active' or old.building_id is distinct from new.building_id))
  execute function leave_votes();
create trigger profiles_close_votes before delete on profiles for each row when (old.building_id is not null) execute function leave_votes();

-- A paper counts once another officer has confirmed it; until then its sheet may be discarded.
create function papers_stay() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_vote votes;
begin
  select * into found_vote from votes where id = coalesce(new.vote_id, old.vote_id) for key share;
  if tg_op = 'UPDATE' then
    -- Officers may leave, and a secret vote that ends forgets them.
    if (new.entered_by is null or new.entered_by = old.entered_by) and (new.confirmed_by is null or new.confirmed_by = old.confirmed_by)
        and new.confirmed_at is not distinct from old.confirmed_at and (new.choices is null or new.choices = old.choices)
        and (new.id, new.vote_id, new.building_id, new.entered_at) = (old.id, old.vote_id, old.building_id, old.entered_at) then
      return null;
    end if;
    if old.confirmed_at is not null or new.confirmed_at is null or new.choices is distinct from old.choices
        or (new.id, new.vote_id, new.entered_by) is distinct from (old.id, old.vote_id, old.entered_by) then
      raise check_violation using message = 'a sheet stays as it was entered, and is confirmed once', constraint = 'papers_stay';
    end if;
  end if;
  if found_vote.state is distinct from 'open' then
    raise check_violation using message = 'papers are entered while the vote is open', constraint = 'ballots_while_open';
  end if;
  if tg_op = 'DELETE' then
    if old.confirmed_at is not null then
      raise check_violation using message = 'a confirmed sheet stays', constraint = 'papers_stay';
    end if;
    return null;
  end if;
  if (new.choices is not null) <> found_vote.is_secret or new.choices is not null and (jsonb_array_length(new.choices) < 3
      or exists (select from jsonb_array_elements(new.choices) c where not is_choice(found_vote, array(select jsonb_array_elements_text(c))))) then
    raise check_violation using message = 'a secret sheet has three ballots at least', constraint = 'ballots_choose';
  end if;
  if tg_op = 'UPDATE' then
    if found_vote.is_secret then
      if jsonb_array_length(new.choices) <> (select count(*) from paper_ballots b where b.sheet_id = new.id) then
        raise check_violation using message = 'each unit on a sheet has a ballot', constraint = 'papers_stay';
      end if;
      insert into vote_signatures (vote_id, unit_id, building_id, on_paper)
        select vote_id, unit_id, building_id, true from paper_ballots where sheet_id = new.id;
    else
      insert into ballots (vote_id, unit_id, building_id, choice, cast_as, person, cast_at)
        select vote_id, unit_id, building_id, choice, 'paper', null, new.confirmed_at from paper_ballots where sheet_id = new.id order by unit_id
        on conflict on constraint one_ballot_a_unit do update set choice = excluded.choice, cast_as = 'paper', person = null, cast_at = excluded.cast_at;
    end if;
  end if;
  return null;
end $$;
create trigger papers_stay after insert or update or delete on paper_sheets for each row execute function papers_stay();

create function paper_is_entered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_vote votes;
begin
  if tg_op = 'DELETE' then
    if exists (select from paper_sheets s where s.id = old.sheet_id) then
      raise check_violation using message = 'a sheet is discarded as a whole', constraint = 'papers_stay';
    end if;
    return null;
  end if;
  select * into found_vote from votes where id = new.vote_id for key share;
  if tg_op = 'UPDATE' or exists (select from paper_sheets s where s.id = new.sheet_id and s.confirmed_at is not null) then
    raise check_violation using message = 'a sheet stays as it was entered', constraint = 'papers_stay';
  end if;
  if (new.choice is null) <> found_vote.is_secret or not found_vote.is_secret and not is_choice(found_vote, new.choice) then
    raise check_violation using message = 'a ballot chooses options of its vote', constraint = 'ballots_choose';
  end if;
  if (select voted_as from vote_roll r where r.vote_id = new.vote_id and r.unit_id = new.unit_id) in ('owner', 'paper', 'secret') then
    raise check_violation using message = 'this unit has voted', constraint = 'ballot_stands_above';
  end if;
  return null;
end $$;
create trigger paper_is_entered after insert or update or delete on paper_ballots for each row execute function paper_is_entered();
