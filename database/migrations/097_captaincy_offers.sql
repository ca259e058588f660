-- Earlier versions can serve.
-- They hand over at once.
-- 'Hand Over': the captain asks an active resident, who accepts or declines (product, 4.1). An answered offer is in the events.
create table captaincy_offers (
  building_id uuid primary key references buildings,
  offered_by uuid not null,
  to_person uuid not null check (to_person <> offered_by),
  offered_at timestamptz not null default now(),
  foreign key (offered_by, building_id) references profiles (id, building_id) on delete cascade,
  foreign key (to_person, building_id) references profiles (id, building_id) on delete cascade
);
create index captaincy_offers_offered_by on captaincy_offers (offered_by);
create index captaincy_offers_to_person on captaincy_offers (to_person);

create function captains_offer_to_residents() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A removal or a hand-over at the same moment is waited for: people before their building, in a fixed order.
  perform from profiles where id in (new.offered_by, new.to_person) order by id for share;
  if not exists (select from profiles p join buildings b on b.captain_id = p.id where p.id = new.offered_by and b.id = new.building_id)
      or not exists (select from profiles p where p.id = new.to_person and p.building_id = new.building_id and p.status = 'active') then
    raise check_violation using message = 'a captain hands over to an active resident', constraint = 'captaincy_offers_active';
  end if;
  return null;
end $$;
create constraint trigger captaincy_offers_active after insert on captaincy_offers
  deferrable initially immediate for each row execute function captains_offer_to_residents();

-- Who is removed or leaves is offered nothing, and offers nothing.
create function leave_captaincy_offers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from captaincy_offers where old.id in (offered_by, to_person);
  return new;
end $$;
create trigger profiles_leave_offers before update of status, building_id on profiles for each row
  when (old.building_id is not null and (new.status <> 'active' or old.building_id is distinct from new.building_id))
  execute function leave_captaincy_offers();
-- Nor does a captain who has handed over.
create function end_captaincy_offers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from captaincy_offers where building_id = new.id;
  return null;
end $$;
create trigger buildings_end_offers after update of captain_id on buildings for each row
  when (old.captain_id is distinct from new.captain_id) execute function end_captaincy_offers();
