-- Earlier versions can serve.
-- The row rules know that they name no powers for requests and quotes.
-- Offices of a building and their powers (product, 4.2; decision 66).
create table officers (
  profile_id uuid not null,
  building_id uuid not null references buildings,
  office text not null check (office in ('treasurer', 'secretary', 'board_member')),
  since timestamptz not null default now(),
  primary key (profile_id, office),
  foreign key (profile_id, building_id) references profiles (id, building_id) on delete cascade
);
create index officers_building on officers (building_id);

-- What a building says instead of the usual powers (src/domain/members/office.ts); 'resident' is everybody who was accepted.
create table office_powers (
  building_id uuid not null references buildings,
  holder text not null check (holder in ('treasurer', 'secretary', 'board_member', 'resident')),
  powers text[] not null,
  changed_by uuid references profiles on delete set null,
  changed_at timestamptz not null default now(),
  primary key (building_id, holder),
  -- Only the captain gives offices and hands over.
  constraint powers_can_be_given check (powers <@ case holder when 'resident' then array['request_services', 'accept_quotes']
    else array['request_services', 'accept_quotes', 'manage_visits', 'approve_invoices', 'manage_budget', 'manage_members',
      'manage_documents', 'manage_announcements', 'manage_votes', 'manage_building'] end)
);
create index office_powers_changed_by on office_powers (changed_by);

create function only_residents_hold_offices() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A removal or a hand-over at the same moment is waited for.
  perform from profiles where id = new.profile_id and building_id = new.building_id and status = 'active' and role <> 'captain' for share;
  if not found then
    raise check_violation using message = 'an office is held by an active resident who is not the captain', constraint = 'officers_active';
  end if;
  return null;
end $$;
create constraint trigger officers_active after insert or update of profile_id on officers
  deferrable initially immediate for each row execute function only_residents_hold_offices();

-- Who is removed, leaves the building or becomes its captain holds no office there.
create function leave_offices() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from officers where profile_id = old.id;
  return new;
end $$;
create trigger profiles_leave_offices before update of status, building_id, role on profiles for each row
  when (old.building_id is not null
    and (new.status <> 'active' or old.building_id is distinct from new.building_id or new.role = 'captain'))
  execute function leave_offices();

-- A building with active residents has a captain, who is one of them (product, 4.2). One after the other, so that the captain and
-- somebody who is accepted don't miss each other.
create function require_captain(building uuid) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from buildings where id = building for no key update;
  if exists (select from profiles p where p.building_id = building and p.status = 'active')
      and not exists (select from buildings b join profiles p on p.id = b.captain_id and p.building_id = b.id
        where b.id = building and p.role = 'captain' and p.status = 'active') then
    raise check_violation using message = 'a building with residents has a captain', constraint = 'building_has_a_captain';
  end if;
end $$;
create function resident_has_a_captain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.building_id is not null then
    perform require_captain(old.building_id);
  end if;
  if tg_op <> 'DELETE' and new.building_id is not null then
    perform require_captain(new.building_id);
  end if;
  return null;
end $$;
create function building_has_a_captain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_captain(new.id);
  return null;
end $$;
create constraint trigger profiles_captain_leaves after update of status, role, building_id or delete on profiles
  deferrable initially deferred for each row when (old.role = 'captain' and old.status = 'active' and old.building_id is not null)
  execute function resident_has_a_captain();
create constraint trigger profiles_resident_comes after update of status, building_id on profiles
  deferrable initially deferred for each row
  when (new.status = 'active' and new.building_id is not null
    and (old.status <> 'active' or old.building_id is distinct from new.building_id))
  execute function resident_has_a_captain();
create constraint trigger profiles_resident_is_added after insert on profiles
  deferrable initially deferred for each row when (new.status = 'active' and new.building_id is not null)
  execute function resident_has_a_captain();
create constraint trigger buildings_captain_leaves after update of captain_id on buildings
  deferrable initially deferred for each row when (old.captain_id is not null and old.captain_id is distinct from new.captain_id)
  execute function building_has_a_captain();
