-- A vendor is a company with people (product, 1.8): owners, office and crew. Not for earlier versions: they would show a crew
-- member everything of the company.
alter table profiles add column vendor_role text check (vendor_role in ('owner', 'office', 'crew'));
update profiles p set vendor_role = case when exists (select from profiles o
    where o.vendor_id = p.vendor_id and (o.created_at, o.id) < (p.created_at, p.id)) then 'office' else 'owner' end
  where vendor_id is not null;
alter table profiles
  add constraint people_of_vendors_have_a_role check ((vendor_id is null) = (vendor_role is null)),
  drop constraint profiles_status_check,
  add constraint profiles_status_check check (status in ('pending', 'active', 'removed')),
  -- What a removed colleague did keeps their name.
  add constraint only_colleagues_are_removed check (status <> 'removed' or vendor_id is not null),
  add unique (id, vendor_id);

-- The first person of a company is its owner. Who leaves it has no role in it.
create function fill_vendor_role() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.vendor_id is null then
    new.vendor_role := null;
  elsif new.vendor_role is null then
    new.vendor_role := case when exists (select from profiles where vendor_id = new.vendor_id and id <> new.id)
      then 'office' else 'owner' end;
  end if;
  return new;
end $$;
create trigger profiles_vendor_role before insert or update of vendor_id, vendor_role on profiles
  for each row execute function fill_vendor_role();

-- A company with other people, or invited ones, keeps an owner.
create function company_has_an_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare company uuid := old.vendor_id;
begin
  -- One after the other, so that two owners don't leave at once.
  perform from vendor_profiles where id = company for no key update;
  if exists (select from profiles where vendor_id = company and status <> 'removed' and id <> old.id)
      and not exists (select from profiles where vendor_id = company and status = 'active' and vendor_role = 'owner') then
    raise check_violation using message = 'a company with people keeps an owner', constraint = 'company_has_an_owner';
  end if;
  return null;
end $$;
create constraint trigger profiles_company_has_an_owner after update of vendor_id, vendor_role, status or delete on profiles
  deferrable initially deferred for each row when (old.vendor_role = 'owner' and old.status = 'active')
  execute function company_has_an_owner();
