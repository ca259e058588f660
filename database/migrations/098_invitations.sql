-- Earlier versions can serve.
-- They accept nobody by an invitation.
-- Invitations of residents, and what somebody wrote who asks to join (product, 4.1; decision 65).

-- A link that people pass on. With a unit, the captain has said who comes: they are accepted at once. Without, they wait like everybody.
create table invitation_links (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  -- Who reads the table can't use the links.
  token_hash bytea not null unique check (length(token_hash) = 32),
  unit_number text check (btrim(unit_number) <> '' and length(unit_number) <= 20),
  tie text check (tie in ('owner', 'renter')),
  max_uses integer not null check (max_uses between 1 and 500),
  uses integer not null default 0,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  check ((unit_number is null) = (tie is null)),
  constraint links_are_counted check (uses between 0 and max_uses),
  unique (id, building_id)
);
create index invitation_links_building on invitation_links (building_id, created_at desc);
create index invitation_links_created_by on invitation_links (created_by);

-- How somebody who waits asked to join: their note, and the link that they came by. Gone once they are accepted.
create table join_requests (
  profile_id uuid primary key,
  building_id uuid not null references buildings,
  note text check (btrim(note) <> '' and length(note) <= 500),
  link_id uuid,
  check (note is not null or link_id is not null),
  foreign key (profile_id, building_id) references profiles (id, building_id) on delete cascade,
  foreign key (link_id, building_id) references invitation_links (id, building_id)
);
create index join_requests_building on join_requests (building_id);
create index join_requests_link on join_requests (link_id);

-- Who was invited by name, address and unit, and is accepted once they choose a password. Gone once they have, or were accepted.
create table member_invitations (
  profile_id uuid primary key,
  building_id uuid not null references buildings,
  invited_by uuid references profiles on delete set null,
  invited_at timestamptz not null default now(),
  foreign key (profile_id, building_id) references profiles (id, building_id) on delete cascade
);
create index member_invitations_building on member_invitations (building_id);
create index member_invitations_invited_by on member_invitations (invited_by);

create function end_invitations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = 'active' or old.building_id is distinct from new.building_id then
    delete from join_requests where profile_id = new.id;
    delete from member_invitations where profile_id = new.id;
  end if;
  -- Who is removed invites nobody: their links end, and who was invited by them waits for approval.
  if old.status = 'active' and (new.status <> 'active' or old.building_id is distinct from new.building_id) then
    update invitation_links set revoked_at = now() where created_by = new.id and revoked_at is null;
    delete from member_invitations where invited_by = new.id;
  end if;
  return new;
end $$;
-- Before, since their keys name the building.
create trigger profiles_end_invitations before update of status, building_id on profiles for each row
  when (old.building_id is not null and (old.status <> new.status or old.building_id is distinct from new.building_id))
  execute function end_invitations();

-- Pages of a building's units are in the order that people count: 2 before 10.
create function unit_order(key text) returns text language sql immutable parallel safe strict
  return regexp_replace(regexp_replace(key, '(\d+)', '00000000000000000000\1', 'g'), '\d*(\d{20})', '\1', 'g');
alter table units add column sorted text collate "C" not null generated always as (unit_order(unit_key(number))) stored;
create index units_in_order on units (building_id, sorted, id);
