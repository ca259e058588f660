-- Earlier versions can serve.
-- The triggers keep the ties of the people that earlier versions accept and remove.
-- A building's units, and who owns or rents them (product, 4.1; decision 65).

-- One key for all spellings of a unit's number: '4b', 'Unit 4B', '# 4-B' and 'Apt. 4 b' are one unit.
create function unit_key(number text) returns text language plpgsql immutable parallel safe strict
  set search_path = pg_catalog, public, pg_temp as $$
declare
  line constant text := regexp_replace(plain_words(number), '^(?:(?:unit|apartment|apt|suite|ste|number|no) )?(?:# )?', '');
begin
  return coalesce(nullif(replace(line, ' ', ''), ''), lower(btrim(number)));
end $$;

create table units (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  number text not null check (btrim(number) <> '' and length(number) <= 20),
  key text not null generated always as (unit_key(number)) stored,
  -- Its share is its weight of the sum of all weights of the building: exact for 1/3, too. By default all are equal.
  weight integer not null default 1 check (weight between 1 and 1000000),
  created_at timestamptz not null default now(),
  constraint one_unit_a_number unique (building_id, key),
  unique (id, building_id)
);

alter table profiles add unique (id, building_id);
create table unit_holders (
  unit_id uuid not null,
  building_id uuid not null references buildings,
  profile_id uuid not null,
  tie text not null check (tie in ('owner', 'renter')),
  since timestamptz not null default now(),
  primary key (unit_id, profile_id),
  foreign key (unit_id, building_id) references units (id, building_id),
  foreign key (profile_id, building_id) references profiles (id, building_id) on delete cascade
);
create index unit_holders_profile on unit_holders (profile_id);
create index unit_holders_building on unit_holders (building_id, tie);

create function only_residents_hold_units() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A removal at the same moment is waited for.
  perform from profiles where id = new.profile_id and building_id = new.building_id and status = 'active' for share;
  if not found then
    raise check_violation using message = 'a unit is held by active people of its building', constraint = 'unit_holders_active';
  end if;
  return null;
end $$;
create constraint trigger unit_holders_active after insert or update of profile_id on unit_holders
  deferrable initially immediate for each row execute function only_residents_hold_units();

-- Who is accepted holds the unit that they wrote: a tenant that the captain added as a renter, everybody else as an owner, until the
-- captain says otherwise.
create function hold_written_unit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if btrim(coalesce(new.unit_number, '')) = '' then
    return null;
  end if;
  insert into units (building_id, number) values (new.building_id, btrim(new.unit_number)) on conflict (building_id, key) do nothing;
  insert into unit_holders (unit_id, building_id, profile_id, tie)
    select id, building_id, new.id, case new.role when 'member' then 'renter' else 'owner' end from units
    where building_id = new.building_id and key = unit_key(new.unit_number)
    on conflict do nothing;
  return null;
end $$;
create trigger profiles_hold_unit after insert on profiles for each row
  when (new.status = 'active' and new.building_id is not null) execute function hold_written_unit();
create trigger profiles_accepted_hold_unit after update of status, building_id on profiles for each row
  when (new.status = 'active' and new.building_id is not null
    and (old.status <> 'active' or old.building_id is distinct from new.building_id)) execute function hold_written_unit();

-- Who is removed, or leaves the building, holds nothing of it.
create function leave_units() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from unit_holders where profile_id = old.id;
  return new;
end $$;
create trigger profiles_leave_units before update of status, building_id on profiles for each row
  when (old.building_id is not null and (new.status <> 'active' or old.building_id is distinct from new.building_id))
  execute function leave_units();

-- The units of today's residents, each as its first person wrote it.
insert into units (building_id, number)
  select distinct on (building_id, unit_key(unit_number)) building_id, btrim(unit_number) from profiles
  where building_id is not null and status = 'active' and btrim(unit_number) <> ''
  order by building_id, unit_key(unit_number), created_at, id;
insert into unit_holders (unit_id, building_id, profile_id, tie, since)
  select u.id, u.building_id, p.id, case p.role when 'member' then 'renter' else 'owner' end, p.created_at
  from profiles p join units u on u.building_id = p.building_id and u.key = unit_key(p.unit_number)
  where p.status = 'active' and btrim(p.unit_number) <> '';
