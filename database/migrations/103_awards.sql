-- Earlier versions can serve.
-- Where a building has a rule for its spending, they accept no quote.
-- The rule of a building for spending, and the record of each award (product, 4.3; decision 75).

-- Each change is a version of its own. Null: the building has no rule, and any resident with the power accepts.
create table spending_policies (
  building_id uuid not null references buildings,
  version integer not null check (version between 1 and 1000000),
  alone_up_to integer check (alone_up_to between 0 and 1000000000),
  two_up_to integer check (two_up_to between 0 and 1000000000),
  -- Whether the record names the vendors that were not chosen.
  names_in_record boolean not null,
  set_by uuid references profiles on delete set null,
  -- By the name of that time: people leave.
  set_name text not null default '' check (btrim(set_name) <> '' and length(set_name) <= 300),
  set_at timestamptz not null default now(),
  primary key (building_id, version),
  constraint policies_rise check ((alone_up_to is null) = (two_up_to is null) and alone_up_to <= two_up_to)
);
comment on column spending_policies.alone_up_to is 'integer cents';
comment on column spending_policies.two_up_to is 'integer cents';
create index spending_policies_set_by on spending_policies (set_by);

create function policy_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    select full_name into new.set_name from profiles where id = new.set_by;
    return new;
  end if;
  if tg_op = 'DELETE' or new.set_by is not null or to_jsonb(new) - 'set_by' <> to_jsonb(old) - 'set_by' then
    raise check_violation using message = 'a version of the rule stays as it was set', constraint = 'policies_stay';
  end if;
  return new;
end $$;
create trigger policy_stays before insert or update or delete on spending_policies for each row execute function policy_stays();

-- What was chosen: the quote with price and terms as they were shown, by which rule, and what became of it.
create table awards (
  id uuid primary key,
  building_id uuid not null references buildings,
  building_service_id uuid not null references building_services on delete cascade,
  service_quote_id uuid,
  vendor_id uuid not null,
  -- By the name of that time.
  company_name text not null default '' check (btrim(company_name) <> '' and length(company_name) <= 200),
  needs text not null check (needs in ('anyone', 'alone', 'two', 'vote')),
  state text not null check (state in ('waiting', 'accepted', 'refused', 'withdrawn', 'lapsed')),
  annual_cost bigint not null check (annual_cost between 1 and 10000000000000),
  per_visit_price integer not null check (per_visit_price between 1 and 100000000),
  -- As src/domain/awards/award.ts keeps it.
  offer jsonb not null check (jsonb_typeof(offer) = 'object' and length(offer::text) <= 50000),
  -- How many quotes were compared, the range of their first years, and whether this one was the lowest that leaves nothing out.
  quotes integer not null check (quotes > 0),
  lowest bigint check (lowest > 0),
  highest bigint check (highest >= lowest),
  is_lowest boolean not null,
  reason text check (btrim(reason) <> '' and length(reason) <= 500),
  proposed_by uuid references profiles on delete set null,
  proposed_name text not null default '' check (btrim(proposed_name) <> '' and length(proposed_name) <= 300),
  proposed_at timestamptz not null,
  -- Made by the portal from an award that the owners decide.
  vote_id uuid,
  -- Null: by the vote, or by itself.
  ended_by uuid references profiles on delete set null,
  ended_name text check (btrim(ended_name) <> '' and length(ended_name) <= 300),
  ended_at timestamptz,
  ended_reason text check (btrim(ended_reason) <> '' and length(ended_reason) <= 1000),
  unique (id, building_id),
  foreign key (service_quote_id, building_service_id, building_id, vendor_id)
    references service_quotes (id, building_service_id, building_id, vendor_id) on delete set null (service_quote_id),
  foreign key (vote_id, building_id) references votes (id, building_id),
  constraint awards_reasoned check (needs = 'anyone' or is_lowest or reason is not null),
  constraint awards_ended check ((state = 'waiting') = (ended_at is null)
    and (state not in ('refused', 'lapsed') or ended_reason is not null)),
  constraint awards_voted check (vote_id is null or needs = 'vote')
);
comment on column awards.annual_cost is 'integer cents';
comment on column awards.per_visit_price is 'integer cents';
comment on column awards.lowest is 'integer cents';
comment on column awards.highest is 'integer cents';
create unique index one_waiting_award on awards (building_service_id) where state = 'waiting';
create unique index one_accepted_award on awards (service_quote_id) where state = 'accepted';
create index awards_quote on awards (service_quote_id, building_service_id, building_id, vendor_id);
create index awards_service on awards (building_service_id);
create index awards_building on awards (building_id, proposed_at);
create unique index awards_vote on awards (vote_id, building_id);
create index awards_proposed_by on awards (proposed_by);
create index awards_ended_by on awards (ended_by);

-- Who approved it, the first one first. Nobody with an interest in the vendor does.
create table award_approvals (
  award_id uuid not null,
  position smallint not null check (position in (1, 2)),
  building_id uuid not null,
  profile_id uuid references profiles on delete set null,
  name text not null default '' check (btrim(name) <> '' and length(name) <= 300),
  -- What they said of an interest in the vendor; null where nobody is asked.
  has_interest boolean,
  approved_at timestamptz not null,
  primary key (award_id, position),
  foreign key (award_id, building_id) references awards (id, building_id) on delete cascade,
  constraint approvals_without_interest check (has_interest is not true)
);
create index award_approvals_award on award_approvals (award_id, building_id);
create unique index one_approval_a_person on award_approvals (profile_id, award_id);

-- Who said that they have an interest in the vendor of a quote.
create table award_interests (
  service_quote_id uuid not null,
  profile_id uuid not null references profiles on delete cascade,
  building_service_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  name text not null default '' check (btrim(name) <> '' and length(name) <= 300),
  declared_at timestamptz not null,
  primary key (service_quote_id, profile_id),
  foreign key (service_quote_id, building_service_id, building_id, vendor_id)
    references service_quotes (id, building_service_id, building_id, vendor_id) on delete cascade
);
create index award_interests_quote on award_interests (service_quote_id, building_service_id, building_id, vendor_id);
create index award_interests_profile on award_interests (profile_id);

-- Whether a person is an officer who may decide about quotes: the captain, or one with an office, where office or residents have the power.
-- Every office has it unless the building says otherwise (src/domain/members/office.ts).
create function decides_on_quotes(person uuid, building uuid) returns boolean language sql stable
  return exists (select from profiles p where p.id = person and p.building_id = building and p.status = 'active'
    and (p.role = 'captain' or exists (select from officers o where o.profile_id = person and o.building_id = building
      and exists (select from unnest(array[o.office, 'resident']) holder where not exists (select from office_powers w
        where w.building_id = building and w.holder = holder.holder and 'accept_quotes' <> all (w.powers))))));

-- An award begins by the rule of its building, and ends once.
create function award_goes_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  free text[];
begin
  if tg_op = 'INSERT' then
    select company_name into new.company_name from vendor_profiles where id = new.vendor_id;
    select full_name into new.proposed_name from profiles where id = new.proposed_by;
    if new.state = 'accepted' then
      new.ended_by := new.proposed_by;
      new.ended_name := new.proposed_name;
      new.ended_at := new.proposed_at;
    end if;
    return new;
  end if;
  free := array(select key from jsonb_each_text(to_jsonb(new))
    where key in ('proposed_by', 'ended_by', 'service_quote_id') and value is null);
  if old.state = 'waiting' then
    free := free || case when new.state <> 'waiting' then '{state,ended_by,ended_name,ended_at,ended_reason}'::text[]
      when old.vote_id is null then '{vote_id}'::text[] else '{}' end;
  end if;
  if to_jsonb(new) - free <> to_jsonb(old) - free then
    raise check_violation using message = 'an award stays as it was made and decided', constraint = 'awards_stay';
  end if;
  if old.state = 'waiting' and new.state <> 'waiting' then
    select full_name into new.ended_name from profiles where id = new.ended_by;
  end if;
  return new;
end $$;
create trigger award_goes_on before insert or update on awards for each row execute function award_goes_on();

-- Its name comes before that of award_is_approved: the rule is asked first.
create function award_begins() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rule spending_policies;
begin
  select * into rule from spending_policies where building_id = new.building_id order by version desc limit 1;
  if new.needs <> (case when rule.alone_up_to is null then 'anyone' when new.annual_cost <= rule.alone_up_to then 'alone'
      when new.annual_cost <= rule.two_up_to then 'two' else 'vote' end) then
    raise check_violation using message = 'an award begins by the rule of its building', constraint = 'awards_by_rule';
  end if;
  if (new.state = 'accepted') <> (new.needs in ('anyone', 'alone')) or new.state not in ('accepted', 'waiting') or new.vote_id is not null
      or not exists (select from service_quotes q where q.id = new.service_quote_id and q.status = 'pending'
        and q.per_visit_price = new.per_visit_price) then
    raise check_violation using message = 'an award is of an open quote at its price', constraint = 'awards_by_rule';
  end if;
  return null;
end $$;
create trigger award_begins after insert on awards for each row execute function award_begins();

-- It is accepted with the approvals that it needs, or by the vote that was made from it.
create function award_is_approved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from award_approvals where award_id = new.id) < (case new.needs when 'two' then 2 else 1 end)
      or new.needs = 'vote' and not exists (select from votes v where v.id = new.vote_id and v.state in ('closed', 'certified')
        and v.result ->> 'outcome' = 'passed') then
    raise check_violation using message = 'an award needs its approvals, or its vote', constraint = 'awards_approved';
  end if;
  return null;
end $$;
create trigger award_is_approved after insert or update of state on awards for each row
  when (new.state = 'accepted') execute function award_is_approved();

-- Approvals are by officers who may decide, without an interest in the vendor; the second by another one than the first.
create function approval_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  award awards;
begin
  if tg_op <> 'INSERT' then
    if tg_op = 'DELETE' and exists (select from awards where id = old.award_id)
        or tg_op = 'UPDATE' and (new.profile_id is not null or to_jsonb(new) - 'profile_id' <> to_jsonb(old) - 'profile_id') then
      raise check_violation using message = 'an approval stays', constraint = 'awards_stay';
    end if;
    return null;
  end if;
  select * into award from awards where id = new.award_id;
  -- Who says at the same moment that they have an interest is waited for.
  perform from service_quotes where id = award.service_quote_id for no key update;
  if award.state <> (case when award.needs in ('anyone', 'alone') then 'accepted' else 'waiting' end)
      or new.position = 2 and award.needs <> 'two'
      or (new.position = 1) <> (new.profile_id is not distinct from award.proposed_by) then
    raise check_violation using message = 'this award waits for no such approval', constraint = 'approvals_count';
  end if;
  if award.needs <> 'anyone' and (new.has_interest is null or not decides_on_quotes(new.profile_id, new.building_id)) then
    raise check_violation using message = 'an officer approves, and says whether they have an interest', constraint = 'approvals_by_officers';
  end if;
  if exists (select from award_interests i where i.service_quote_id = award.service_quote_id and i.profile_id = new.profile_id) then
    raise check_violation using message = 'who has an interest in a vendor does not approve', constraint = 'approvals_without_interest';
  end if;
  return null;
end $$;
create trigger approval_counts after insert or update or delete on award_approvals for each row execute function approval_counts();

create function name_of_approval() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select full_name into new.name from profiles where id = new.profile_id;
  return new;
end $$;
create trigger name_of_approval before insert on award_approvals for each row execute function name_of_approval();
create trigger name_of_interest before insert on award_interests for each row execute function name_of_approval();

-- An interest is not taken back. Who approved an award that waits takes that back first.
create function interest_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    raise check_violation using message = 'an interest that was declared stays', constraint = 'interests_stay';
  end if;
  perform from service_quotes where id = new.service_quote_id for no key update;
  if exists (select from awards a join award_approvals p on p.award_id = a.id
      where a.service_quote_id = new.service_quote_id and a.state in ('waiting', 'accepted') and p.profile_id = new.profile_id) then
    raise check_violation using message = 'who approved withdraws that first', constraint = 'interests_before_approval';
  end if;
  return null;
end $$;
create trigger interest_stays after insert or update on award_interests for each row execute function interest_stays();

-- Where a building has a rule, a quote is accepted by an award, whatever accepts it.
create function award_decides() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select alone_up_to from spending_policies where building_id = new.building_id order by version desc limit 1) is not null
      and not exists (select from awards where service_quote_id = new.id and state = 'accepted') then
    raise check_violation using message = 'this building decides by its rule for spending', constraint = 'awards_decide';
  end if;
  if exists (select from awards where building_service_id = new.building_service_id and state = 'waiting') then
    raise check_violation using message = 'another quote of this service waits for its approval', constraint = 'one_waiting_award';
  end if;
  return null;
end $$;
create trigger award_decides after update of status on service_quotes for each row
  when (new.status = 'accepted' and old.status <> 'accepted') execute function award_decides();

-- What is booked of its first year costs at most what was approved.
create function award_costs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from service_quotes q join building_services s on s.id = q.building_service_id and s.round = q.round
      where q.id = new.service_quote_id and q.status = 'accepted' and new.annual_cost < q.once_price
        + (select count(*) from appointments a where a.service_quote_id = q.id and a.shift_days is not null
          and a.nominal_date < s.preferred_start_date + interval '1 year') * (q.per_visit_price::bigint + q.extra_price)) then
    raise check_violation using message = 'more was booked than was approved', constraint = 'awards_cost';
  end if;
  return null;
end $$;
create constraint trigger award_costs after insert or update of state on awards deferrable initially deferred
  for each row when (new.state = 'accepted') execute function award_costs();

-- A quote that changes or goes frees the award that names it.
create function lapse_award() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  why text;
begin
  if tg_op = 'DELETE' then
    why := 'Its vendor no longer offers this service.';
  else
    why := case when new.given_up_reason is not null then 'Its vendor withdrew the quote.'
      when new.status = 'declined' and new.withdrawn then 'The request was withdrawn, or closed.'
      when new.status = 'declined' then 'Another quote was chosen.'
      when new.for_earlier_request then 'The request changed.'
      else 'Its vendor changed the quote.' end;
  end if;
  with lapsed as (
    update awards set state = 'lapsed', ended_at = now(), ended_reason = why
    where service_quote_id = old.id and state = 'waiting' returning *)
  insert into events (building_id, kind, subject, data)
  select l.building_id, 'award_lapsed', l.id, jsonb_build_object('service', t.name, 'company_name', l.company_name, 'reason', why)
  from lapsed l join building_services s on s.id = l.building_service_id join service_types t on t.id = s.service_type_id;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return null;
end $$;
create trigger quote_changes_award after update of status, per_visit_price, weekdays, arrives_from, arrives_until, lines, start_price,
  extras, valid_until, note, given_up_reason, for_earlier_request, withdrawn on service_quotes for each row
  when (old.status = 'pending' and new.status <> 'accepted' and (new.status, new.per_visit_price, new.weekdays, new.arrives_from,
      new.arrives_until, new.lines, new.start_price, new.extras, new.valid_until, new.note, new.given_up_reason, new.for_earlier_request,
      new.withdrawn)
    is distinct from (old.status, old.per_visit_price, old.weekdays, old.arrives_from, old.arrives_until, old.lines, old.start_price,
      old.extras, old.valid_until, old.note, old.given_up_reason, old.for_earlier_request, old.withdrawn)) execute function lapse_award();
create trigger quote_goes_with_award before delete on service_quotes for each row
  when (old.per_visit_price is not null) execute function lapse_award();

-- What the owners vote on is what was chosen.
create function vote_of_award_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from awards where vote_id = new.id) then
    raise check_violation using message = 'the vote on an award stays as it was made', constraint = 'votes_of_awards_stay';
  end if;
  return new;
end $$;
create trigger vote_of_award_stays before update on votes for each row
  when ((new.question, new.details) is distinct from (old.question, old.details) or old.state = 'scheduled' and new.state = 'draft')
  execute function vote_of_award_stays();
