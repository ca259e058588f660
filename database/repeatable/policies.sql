-- Rules: [1.access-rules] [6.rows] [6.vendor.1] [V16.4.2] [V8.1.2] [V8.2.2] [V8.2.3] [V8.4.1]
-- Who may see and change which rows. Applied again after every migration, so this file is always current.
--
-- stoop_viewer: the role of every request. It owns nothing and bypasses nothing. The viewer is set for the transaction
--   (asViewer) from rows read at that request.
-- stoop_system: sign-up, jobs and the command line (asSystem). It sees every row by a policy, not by BYPASSRLS.

-- A session that waits for a lock checks that its client is still connected. Otherwise abandoned queries would use up all
-- connections.
do $$ begin
  execute format('alter role %I in database %I set client_connection_check_interval = %L', current_user, current_database(), '2s');
end $$;

create or replace function viewer_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('stoop.viewer_id', true), '')::uuid;
create or replace function viewer_kind() returns text language sql stable parallel safe
  return coalesce(nullif(current_setting('stoop.viewer_kind', true), ''), 'anonymous');
-- Null unless the viewer is an active resident: pending people belong to no building yet.
create or replace function viewer_building() returns uuid language sql stable parallel safe
  return nullif(current_setting('stoop.building_id', true), '')::uuid;
-- Null unless the viewer is an owner of a vendor company, or of its office: what is the vendor's is no crew's.
create or replace function viewer_vendor() returns uuid language sql stable parallel safe
  return nullif(current_setting('stoop.vendor_id', true), '')::uuid;
-- The viewer, and their company, if they are of its crew; otherwise null. Product 1.8
create or replace function viewer_crew() returns uuid language sql stable parallel safe
  return case when viewer_kind() = 'crew' then viewer_id() end;
create or replace function viewer_employer() returns uuid language sql stable parallel safe
  return nullif(current_setting('stoop.employer_id', true), '')::uuid;
-- The visits that the viewer of a crew is assigned to, and their buildings; null for everybody else. Read once a statement:
-- as a condition on appointments in each of their tables' rules, it would cost every viewer a fifth of a millisecond a table.
create or replace function viewer_visits() returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if viewer_crew() is null then
    return null;
  end if;
  return array(select id from appointments where assigned_to = viewer_crew());
end $$;
create or replace function viewer_sites() returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if viewer_crew() is null then
    return null;
  end if;
  return array(select distinct building_id from appointments where assigned_to = viewer_crew());
end $$;
-- Whether the viewer has this power in their building or their company (src/domain/viewer.ts). Servers of before 096 don't begin the list with
-- 'by_office': there every resident requests and accepts.
create or replace function viewer_may(power text) returns boolean language sql stable parallel safe
  return coalesce(power = any (string_to_array(current_setting('stoop.powers', true), ','))
    or power in ('request_services', 'accept_quotes') and viewer_kind() = 'resident'
      and not starts_with(current_setting('stoop.powers', true), 'by_office'), false);
create or replace function viewer_is_admin() returns boolean language sql stable parallel safe
  return viewer_kind() = 'admin';

-- Every table: forced row-level security, the system policy, and no policies of an earlier version of this file.
do $$
declare item record;
begin
  for item in select schemaname, tablename, policyname from pg_policies where schemaname = 'public' loop
    execute format('drop policy %I on %I', item.policyname, item.tablename);
  end loop;
  for item in select c.relname from pg_class c
              where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace loop
    execute format('alter table %I enable row level security', item.relname);
    execute format('alter table %I force row level security', item.relname);
    execute format('create policy system on %I to stoop_system using (true) with check (true)', item.relname);
  end loop;
end $$;
drop function if exists viewer_is_captain(); -- from an earlier version of this file
revoke all on all tables in schema public from stoop_viewer, public;
grant select, insert, update, delete on all tables in schema public to stoop_system;
grant usage on all sequences in schema public to stoop_system, stoop_viewer;

-- profiles: one's own and those of the building; all for an admin; those who work together. A viewer never writes role or building, and none before
-- they are accepted or have the second factor that they need.
grant select, update (first_name, last_name, phone, unit_number, status, dog_photo_url, updated_at)
  on profiles to stoop_viewer;
create policy see on profiles for select to stoop_viewer using (
  id = (select viewer_id()) or building_id = (select viewer_building()) or (select viewer_is_admin()));
-- The people of one's company, those who were removed included: their names stay with what they did.
create policy see_colleagues on profiles for select to stoop_viewer using (vendor_id = (select viewer_vendor()));
-- Once a quote is accepted, the building's officers and the vendor's office see how to reach each other.
create policy see_vendors on profiles for select to stoop_viewer using (
  (select viewer_may('manage_visits')) and vendor_role <> 'crew' and status = 'active' and vendor_id in (select s.assigned_vendor from building_services s
    where s.building_id = (select viewer_building()) and s.status = 'Accepted'));
create policy see_customers on profiles for select to stoop_viewer using (
  role = 'captain' and status = 'active' and building_id in (select s.building_id from building_services s
    where s.assigned_vendor = (select viewer_vendor()) and s.status = 'Accepted'));
create policy change_own on profiles for update to stoop_viewer using (
  id = (select viewer_id()) and (select viewer_kind()) not in ('pending', 'unsecured'));
create policy change_members on profiles for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));

-- Only the captain ends an office, also by a removal.
create or replace function keep_officers() returns trigger language plpgsql as $$
begin
  -- The captain's power that servers of before 096 know, too.
  if current_user = 'stoop_viewer' and new.id <> viewer_id() and not viewer_may('hand_over')
      and exists (select from officers o where o.profile_id = old.id) then
    raise exception 'only the captain ends an office' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
-- Its name comes before that of profiles_leave_offices, which ends them.
create or replace trigger profiles_keep_officers before update of status on profiles for each row
  when (old.status = 'active' and new.status <> 'active' and old.building_id is not null) execute function keep_officers();

-- officers, office_powers: read by the building's residents, written by the captain; an office is given and taken, the table changed in
-- one's own name. Triggers end the offices of who leaves.
grant select, insert (profile_id, building_id, office), delete on officers to stoop_viewer;
create policy see on officers for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy give on officers for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_offices')));
create policy take on officers for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_offices')));
grant select, insert (building_id, holder, powers, changed_by, changed_at), update (powers, changed_by, changed_at)
  on office_powers to stoop_viewer;
create policy see on office_powers for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy add on office_powers for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_offices')) and changed_by = (select viewer_id()));
create policy change on office_powers for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_offices')))
  with check (building_id = (select viewer_building()) and changed_by = (select viewer_id()));

-- An account without a password, null if the address has one; and the link to choose a password. Only the functions below have
-- the privileges for that: called by a viewer, both are refused.
create or replace function add_account(first_name text, last_name text, email text) returns uuid language sql
  set search_path = pg_catalog, public, pg_temp as $$
  insert into auth_users (name, email) values (first_name || ' ' || last_name, email)
    on conflict on constraint auth_users_email_key do nothing returning id $$;
create or replace function add_invitation(person uuid, email text) returns void language sql
  set search_path = pg_catalog, public, pg_temp as $$
  insert into account_links (user_id, purpose, email, expires_at)
    values (person, 'reset_password', email, now() + interval '7 days') $$;

-- What a captain may do beyond those policies, as the tables' owner: add a pending person to their building, who gets a
-- link to choose a password; and hand the captain role over to a person who was added for that and has a password.
create or replace function add_tenant(first_name text, last_name text, email text, unit_number text, role text)
  returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare person uuid;
begin
  if not viewer_may('manage_members') or role not in ('member', 'captain') or role = 'captain' and not viewer_may('hand_over') then
    raise insufficient_privilege;
  end if;
  person := add_account(first_name, last_name, email);
  if person is not null then
    insert into profiles (id, first_name, last_name, email, unit_number, building_id, role, status)
      values (person, first_name, last_name, email, unit_number, viewer_building(), role, 'pending');
    perform add_invitation(person, email);
  end if;
  return person;
end $$;
create or replace function decline_member(person uuid, block boolean)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare declined profiles;
begin
  if not viewer_may('manage_members') then
    raise insufficient_privilege;
  end if;
  select * into declined from profiles where id = person and building_id = viewer_building() and status = 'pending';
  if declined.id is null then
    raise insufficient_privilege;
  end if;
  if block then
    insert into blocked_emails (building_id, email, blocked_by)
      values (declined.building_id, declined.email, viewer_id()) on conflict do nothing;
  end if;
  -- What they have caused tells of somebody who is gone.
  delete from mails m where m.sender = declined.id and m.sent_at is null;
  delete from auth_users where id = person;
end $$;
create or replace function can_sign_in(person uuid)
  returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not viewer_may('manage_members') then
    raise insufficient_privilege;
  end if;
  return exists (select from auth_accounts a join profiles p on p.id = a.user_id
    where a.user_id = person and a.password is not null and p.building_id = viewer_building());
end $$;
-- Whether somebody of the building has confirmed their address.
create or replace function address_is_confirmed(person uuid)
  returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not viewer_may('manage_members') then
    raise insufficient_privilege;
  end if;
  return exists (select from auth_users u join profiles p on p.id = u.id
    where u.id = person and u.email_verified and p.building_id = viewer_building());
end $$;
create or replace function hand_over_captain(to_person uuid)
  returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not viewer_may('hand_over') then
    raise insufficient_privilege;
  end if;
  if not exists (select from auth_accounts a where a.user_id = to_person and a.password is not null) then
    return 'no password';
  end if;
  -- Fixed lock order, so no deadlock: people before their building, as in all other changes.
  perform from profiles where id = viewer_id() for no key update;
  update buildings set captain_id = to_person where id = viewer_building() and captain_id = viewer_id();
  if not found then
    return 'no captain';
  end if;
  update profiles set role = 'homeowner', updated_at = now() where id = viewer_id();
  -- Somebody who was added for it, or a neighbor.
  update profiles set status = 'active', role = 'captain', updated_at = now()
    where id = to_person and building_id = viewer_building() and (status = 'active' or role = 'captain');
  if not found then
    raise insufficient_privilege;
  end if;
  return 'done';
end $$;

-- join_requests, member_invitations: read by those who manage the building's members; written by sign-up and by the functions below.
grant select on join_requests, member_invitations to stoop_viewer;
create policy see on join_requests for select to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')) or (select viewer_is_admin()));
create policy see on member_invitations for select to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')) or (select viewer_is_admin()));
-- invitation_links: made and revoked by the same people, in one's own name. Sign-up counts a use.
grant select, insert (building_id, token_hash, unit_number, tie, max_uses, expires_at, created_by), update (revoked_at)
  on invitation_links to stoop_viewer;
create policy see on invitation_links for select to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')) or (select viewer_is_admin()));
create policy add on invitation_links for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')) and created_by = (select viewer_id()));
create policy revoke on invitation_links for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));
-- What a file of people to invite has to know of their addresses: of other buildings only that an account is there.
create or replace function known_addresses(emails text[]) returns table (email text, standing text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not viewer_may('manage_members') then
    raise insufficient_privilege;
  end if;
  return query select asked.email, case
      when p.building_id = viewer_building() and p.status = 'active' then 'member'
      when p.building_id = viewer_building() and i.profile_id is not null then 'invited'
      when p.building_id = viewer_building() then 'waiting'
      when u.id is not null then 'elsewhere'
      else 'blocked' end
    from unnest(emails) as asked (email)
      left join auth_users u on u.email = asked.email
      left join profiles p on p.id = u.id
      left join member_invitations i on i.profile_id = p.id
    where u.id is not null or exists (select from blocked_emails b where b.building_id = viewer_building() and b.email = asked.email);
end $$;
-- Invites people by name, address and unit: each gets an account without a password and a link to choose one. Returns the ids of those whose
-- address had no account.
create or replace function invite_members(people jsonb) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given record;
  person uuid;
begin
  if not viewer_may('manage_members') then
    raise insufficient_privilege;
  end if;
  for given in select * from jsonb_to_recordset(people)
      as p (first_name text, last_name text, email text, unit_number text, role text) loop
    if given.role is null or given.role not in ('homeowner', 'member') then
      raise insufficient_privilege;
    end if;
    person := add_account(given.first_name, given.last_name, given.email);
    if person is not null then
      insert into profiles (id, first_name, last_name, email, unit_number, building_id, role, status)
        values (person, given.first_name, given.last_name, given.email, given.unit_number, viewer_building(), given.role, 'pending');
      insert into member_invitations (profile_id, building_id, invited_by) values (person, viewer_building(), viewer_id());
      perform add_invitation(person, given.email);
      return next person;
    end if;
  end loop;
end $$;
create or replace function renew_member_invitation(person uuid)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare invited profiles;
begin
  if not viewer_may('manage_members') then
    raise insufficient_privilege;
  end if;
  select p.* into invited from profiles p join member_invitations i on i.profile_id = p.id
    where p.id = person and p.building_id = viewer_building() and p.status = 'pending';
  if invited.id is null then
    raise insufficient_privilege;
  end if;
  update account_links set void_at = now() where user_id = person and void_at is null;
  perform add_invitation(person, invited.email);
end $$;

-- captaincy_offers: seen by the captain and by who is asked; made and withdrawn by the captain, declined by who is asked.
grant select, insert (building_id, offered_by, to_person), delete on captaincy_offers to stoop_viewer;
create policy see on captaincy_offers for select to stoop_viewer using (
  building_id = (select viewer_building()) and (to_person = (select viewer_id()) or (select viewer_may('hand_over')))
  or (select viewer_is_admin()));
create policy offer on captaincy_offers for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('hand_over')) and offered_by = (select viewer_id()));
create policy answer on captaincy_offers for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (to_person = (select viewer_id()) or (select viewer_may('hand_over'))));
-- Who is asked takes over. Returns who was the captain; null without an offer.
create or replace function accept_captaincy()
  returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare former uuid;
begin
  if viewer_building() is null then
    raise insufficient_privilege;
  end if;
  -- Fixed lock order, so no deadlock: people, by their ids, before their building.
  perform from profiles where id in (select viewer_id() union
    select offered_by from captaincy_offers where to_person = viewer_id()) order by id for no key update;
  delete from captaincy_offers where building_id = viewer_building() and to_person = viewer_id() returning offered_by into former;
  if former is null then
    return null;
  end if;
  update buildings set captain_id = viewer_id() where id = viewer_building() and captain_id = former;
  if not found then
    raise insufficient_privilege;
  end if;
  update profiles set role = 'homeowner', updated_at = now() where id = former;
  update profiles set role = 'captain', updated_at = now()
    where id = viewer_id() and building_id = viewer_building() and status = 'active';
  if not found then
    raise insufficient_privilege;
  end if;
  return former;
end $$;

-- What a vendor's owner may do beyond those policies, as the tables' owner: invite a person, who gets a link to choose a
-- password; send the link again; change what somebody is; and remove a person, whose name alone stays. Product 1.8
create or replace function add_colleague(first_name text, last_name text, email text, vendor_role text)
  returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare person uuid;
begin
  if not viewer_may('manage_people') or viewer_vendor() is null then
    raise insufficient_privilege;
  end if;
  person := add_account(first_name, last_name, email);
  if person is not null then
    insert into profiles (id, first_name, last_name, email, role, status, vendor_id, vendor_role)
      values (person, first_name, last_name, email, 'contractor', 'pending', viewer_vendor(), vendor_role);
    perform add_invitation(person, email);
  end if;
  return person;
end $$;
create or replace function renew_invitation(person uuid)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare invited profiles;
begin
  if not viewer_may('manage_people') then
    raise insufficient_privilege;
  end if;
  select * into invited from profiles where id = person and vendor_id = viewer_vendor() and status = 'pending';
  if invited.id is null then
    raise insufficient_privilege;
  end if;
  update account_links set void_at = now() where user_id = person and void_at is null;
  perform add_invitation(person, invited.email);
end $$;
create or replace function invitation_expires_at(person uuid)
  returns timestamptz language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not viewer_may('manage_people') then
    raise insufficient_privilege;
  end if;
  return (select max(l.expires_at) from account_links l join profiles p on p.id = l.user_id
    where l.user_id = person and p.vendor_id = viewer_vendor() and l.purpose = 'reset_password' and l.void_at is null);
end $$;
create or replace function change_vendor_role(person uuid, to_role text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not viewer_may('manage_people') then
    raise insufficient_privilege;
  end if;
  update profiles set vendor_role = to_role, updated_at = now()
    where id = person and vendor_id = viewer_vendor() and status <> 'removed';
  if not found then
    raise insufficient_privilege;
  end if;
end $$;
create or replace function remove_colleague(person uuid)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare colleague profiles;
begin
  if not viewer_may('manage_people') then
    raise insufficient_privilege;
  end if;
  select * into colleague from profiles where id = person and vendor_id = viewer_vendor() and status <> 'removed' for update;
  if colleague.id is null then
    raise insufficient_privilege;
  end if;
  if colleague.status = 'pending' then
    delete from auth_users where id = person; -- nobody has signed in with it
    return;
  end if;
  -- The address is free again, for another company or a home.
  update auth_users set email = person || '@removed.invalid', two_factor_enabled = false, updated_at = now() where id = person;
  update profiles set status = 'removed', email = person || '@removed.invalid', phone = null, dog_photo_url = null,
    updated_at = now() where id = person;
  delete from auth_sessions where user_id = person;
  delete from auth_accounts where user_id = person;
  delete from auth_passkeys where user_id = person;
  delete from auth_two_factors where user_id = person;
  delete from auth_verifications where value = person::text;
  update account_links set void_at = now() where user_id = person and void_at is null;
  delete from feeds where user_id = person;
end $$;

-- buildings: one's own; for a vendor those that requested a quote, for its crew those that they visit.
grant select, update (name, number_of_floors, number_of_units, square_feet, closed_weekdays, closed_on_holidays, quiet_from,
  quiet_until) on buildings to stoop_viewer;
create policy see on buildings for select to stoop_viewer using (
  id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from service_quotes q where q.vendor_id = (select viewer_vendor()) and q.building_id = buildings.id));
create policy see_for_crew on buildings for select to stoop_viewer using (id = any ((select viewer_sites())::uuid[]));
create policy change on buildings for update to stoop_viewer using (
  id = (select viewer_building()) and (select viewer_may('manage_building')));

-- vendor_profiles, vendor_services: all for active residents; one's own for a vendor, changed by its owners. Its crew sees the
-- company's name and address.
grant select, update (company_name, address, city, state, zip_code, about, service_area, updated_at) on vendor_profiles
  to stoop_viewer;
create policy see on vendor_profiles for select to stoop_viewer using (
  id = (select viewer_vendor()) or (select viewer_building()) is not null or (select viewer_is_admin()));
create policy see_for_crew on vendor_profiles for select to stoop_viewer using (id = (select viewer_employer()));
create policy change on vendor_profiles for update to stoop_viewer using (
  id = (select viewer_vendor()) and (select viewer_may('manage_company')));
grant select, insert, update (is_active) on vendor_services to stoop_viewer;
create policy see on vendor_services for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or (select viewer_building()) is not null or (select viewer_is_admin()));
create policy add on vendor_services for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and (select viewer_may('manage_company')));
create policy change on vendor_services for update to stoop_viewer using (
  vendor_id = (select viewer_vendor()) and (select viewer_may('manage_company')));

-- vendor_scorecards, portfolio_photos: the vendor's own, and those of vendors that a building asked; of a scorecard it sees nothing
-- below five visits (SCORED_VISITS). Only the system counts.
grant select on vendor_scorecards to stoop_viewer;
create policy see on vendor_scorecards for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or (select viewer_is_admin())
  or visits + missed >= 5 and exists (select from service_quotes q where q.vendor_id = vendor_scorecards.vendor_id
    and q.building_id = (select viewer_building())));
grant select, insert (id, vendor_id, file_path, file_size, added_by), delete on portfolio_photos to stoop_viewer;
create policy see on portfolio_photos for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or (select viewer_is_admin())
  or exists (select from service_quotes q where q.vendor_id = portfolio_photos.vendor_id
    and q.building_id = (select viewer_building())));
create policy add on portfolio_photos for insert to stoop_viewer with check (vendor_id = (select viewer_vendor())
  and (select viewer_may('manage_company')) and added_by = (select viewer_id()));
create policy remove on portfolio_photos for delete to stoop_viewer using (
  vendor_id = (select viewer_vendor()) and (select viewer_may('manage_company')));

-- service_types: the public catalog.
grant select on service_types to stoop_viewer;
create policy see on service_types for select to stoop_viewer using (true);

-- compliance_documents: the vendor's own, added and removed by its owners; verified or refused by an admin. A building sees what
-- is verified of vendors that it asked; crew what is verified of their company. Their files: the vendor's own, and all for an admin.
grant select, insert (id, vendor_id, kind, number, amount, valid_from, expires_on, added_by), delete,
  update (status, refused_reason, decided_by, decided_at) on compliance_documents to stoop_viewer;
create policy see on compliance_documents for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy see_for_building on compliance_documents for select to stoop_viewer using (status = 'verified'
  and exists (select from service_quotes q where q.vendor_id = compliance_documents.vendor_id
    and q.building_id = (select viewer_building())));
create policy see_for_crew on compliance_documents for select to stoop_viewer using (
  status = 'verified' and vendor_id = (select viewer_employer()));
create policy add on compliance_documents for insert to stoop_viewer with check (vendor_id = (select viewer_vendor())
  and (select viewer_may('manage_company')) and added_by = (select viewer_id()) and status = 'waiting');
create policy remove on compliance_documents for delete to stoop_viewer using (vendor_id = (select viewer_vendor())
  and (select viewer_may('manage_company')) and verified_at is null);
create policy decide on compliance_documents for update to stoop_viewer using ((select viewer_is_admin()))
  with check ((select viewer_is_admin()) and decided_by = (select viewer_id()));
grant select, insert on compliance_files to stoop_viewer;
create policy see on compliance_files for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on compliance_files for insert to stoop_viewer with check (vendor_id = (select viewer_vendor())
  and (select viewer_may('manage_company')));

-- compliance_notices: only the system.

-- service_requirements: public, like the catalog; changed by an admin.
grant select, insert, delete on service_requirements to stoop_viewer;
create policy see on service_requirements for select to stoop_viewer using (true);
create policy add on service_requirements for insert to stoop_viewer with check ((select viewer_is_admin()));
create policy remove on service_requirements for delete to stoop_viewer using ((select viewer_is_admin()));

-- What a service type requires, each kind with the times of the vendor's verified documents; null if it requires none.
create or replace function vendor_requirements(vendor uuid, type uuid) returns jsonb language sql stable
  return (select jsonb_agg(jsonb_build_object('kind', r.kind, 'required_from', r.required_from, 'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('valid_from', d.valid_from, 'expires_on', d.expires_on)), '[]')
      from compliance_documents d where d.vendor_id = vendor and d.kind = r.kind and d.status = 'verified')))
    from service_requirements r where r.service_type_id = type);

-- price_benchmarks: for buildings, and never for vendors. Only the system counts. benchmark_months: only the system.
grant select on price_benchmarks to stoop_viewer;
create policy see on price_benchmarks for select to stoop_viewer using (
  (select viewer_building()) is not null or (select viewer_is_admin()));

-- building_services: the building's own; for a vendor those whose present round asked it, and open ones of a type that it
-- offers, so that it can get a quote when it starts to offer the type.
grant select, insert, update (is_active, status, round, description, scope, service_type, required_every_weeks,
  preferred_start_date, preferred_end_date, until_ended, quotes_by, decide_by, closed_reason, next_scheduled_visit, assigned_vendor, excluded_vendors, requested_by,
  requested_at, updated_at)
  on building_services to stoop_viewer;
create policy see on building_services for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from service_quotes q
             where q.building_service_id = building_services.id and q.round = building_services.round
               and q.vendor_id = (select viewer_vendor()))
  or (status in ('Quote', 'pending_quotes') and (select viewer_vendor()) <> all (excluded_vendors)
    and service_type_id in (select v.service_type_id from vendor_services v
                            where v.vendor_id = (select viewer_vendor()) and v.is_active)));
create policy add on building_services for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('request_services')));
-- Any resident locks one, to say that somebody looked at its prices.
create policy change on building_services for update to stoop_viewer using (building_id = (select viewer_building()))
  with check (building_id = (select viewer_building())
    and ((select viewer_may('request_services')) or (select viewer_may('accept_quotes')) or (select viewer_may('manage_visits'))));
-- A vendor's first price changes a request from pending_quotes to Quote [4.service.4] [4.quote.7].
create policy first_quote on building_services for update to stoop_viewer
  using (status = 'pending_quotes' and exists (select from service_quotes q
         where q.building_service_id = building_services.id and q.round = building_services.round
           and q.vendor_id = (select viewer_vendor())))
  with check (status = 'Quote');

-- request_rounds: the building's own; for a vendor those that asked it. Written only by the trigger of building_services.
grant select on request_rounds to stoop_viewer;
create policy see on request_rounds for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from service_quotes q
             where q.building_service_id = request_rounds.building_service_id and q.round = request_rounds.round
               and q.vendor_id = (select viewer_vendor())));

-- request_files: the building's own, added and removed for its present request; for a vendor those of rounds that asked it.
grant select, insert (id, building_service_id, building_id, round, file_name, file_path, file_size, added_by), delete on request_files
  to stoop_viewer;
create policy see on request_files for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from service_quotes q
             where q.building_service_id = request_files.building_service_id and q.round = request_files.round
               and q.vendor_id = (select viewer_vendor())));
create policy add on request_files for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('request_services')) and added_by = (select viewer_id())
  and exists (select from building_services s
              where s.id = building_service_id and s.building_id = (select viewer_building()) and s.round = request_files.round));
create policy remove on request_files for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('request_services')));

-- quote_files: the vendor's own, added and removed while the quote is open; for the building those of priced quotes.
grant select, insert (id, service_quote_id, building_id, vendor_id, file_name, file_path, file_size, added_by), delete on quote_files
  to stoop_viewer;
create policy see on quote_files for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or (select viewer_is_admin())
  or building_id = (select viewer_building()) and exists (select from service_quotes q
    where q.id = service_quote_id and q.per_visit_price is not null and q.given_up_reason is null));
create policy add on quote_files for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and added_by = (select viewer_id())
  and exists (select from service_quotes q where q.id = service_quote_id and q.vendor_id = quote_files.vendor_id
    and q.building_id = quote_files.building_id and q.status = 'pending'));
create policy remove on quote_files for delete to stoop_viewer using (vendor_id = (select viewer_vendor())
  and exists (select from service_quotes q where q.id = service_quote_id and q.status = 'pending'));

-- refused_answers: only the system. messages, message_files, message_reads: of accepted quotes, for the building's officers and the vendor's office; not for admins. Each
-- writes in their own name and for their side, and nothing is changed; a file is its sender's alone until a message names it.
grant select, insert on messages to stoop_viewer;
create policy see on messages for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()) and (select viewer_may('manage_visits')));
create policy add on messages for insert to stoop_viewer with check (
  person = (select viewer_id())
  and (side = 'vendor' and vendor_id = (select viewer_vendor())
    or side = 'captain' and building_id = (select viewer_building()) and (select viewer_may('manage_visits')))
  and exists (select from service_quotes q where q.id = service_quote_id and q.building_id = messages.building_id
    and q.vendor_id = messages.vendor_id and q.status = 'accepted'));
grant select, insert (id, service_quote_id, building_service_id, building_id, vendor_id, side, file_name, file_path, file_size, added_by, added_at),
  update (message_id), delete on message_files to stoop_viewer;
create policy see on message_files for select to stoop_viewer using (
  (message_id is not null or added_by = (select viewer_id()))
  and (vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()) and (select viewer_may('manage_visits'))));
create policy add on message_files for insert to stoop_viewer with check (
  added_by = (select viewer_id())
  and (side = 'vendor' and vendor_id = (select viewer_vendor())
    or side = 'captain' and building_id = (select viewer_building()) and (select viewer_may('manage_visits')))
  and exists (select from service_quotes q where q.id = service_quote_id and q.building_id = message_files.building_id
    and q.vendor_id = message_files.vendor_id and q.status = 'accepted'));
create policy send on message_files for update to stoop_viewer
  using (message_id is null and added_by = (select viewer_id()))
  with check (added_by = (select viewer_id()) and (message_id is null
    or exists (select from messages m where m.id = message_id and m.person = (select viewer_id()))));
create policy remove on message_files for delete to stoop_viewer using (message_id is null and added_by = (select viewer_id()));
grant select, insert, update (number, read_at) on message_reads to stoop_viewer;
create policy see on message_reads for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()) and (select viewer_may('manage_visits')));
create policy add on message_reads for insert to stoop_viewer with check (
  person = (select viewer_id())
  and (side = 'vendor' and vendor_id = (select viewer_vendor())
    or side = 'captain' and building_id = (select viewer_building()) and (select viewer_may('manage_visits')))
  and exists (select from service_quotes q where q.id = service_quote_id and q.building_id = message_reads.building_id
    and q.vendor_id = message_reads.vendor_id and q.status = 'accepted'));
create policy read on message_reads for update to stoop_viewer using (person = (select viewer_id()))
  with check (person = (select viewer_id()));

-- request_questions: the building's own, which it answers; for a vendor those of rounds that asked it. Who asked is in
-- question_askers, which only that vendor reads.
grant select, insert (id, building_service_id, building_id, round, question), update (answer, answered_by, answered_at)
  on request_questions to stoop_viewer;
create policy see on request_questions for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from service_quotes q
             where q.building_service_id = request_questions.building_service_id and q.round = request_questions.round
               and q.vendor_id = (select viewer_vendor())));
create policy ask on request_questions for insert to stoop_viewer with check (
  exists (select from service_quotes q
          where q.building_service_id = request_questions.building_service_id and q.round = request_questions.round
            and q.building_id = request_questions.building_id and q.vendor_id = (select viewer_vendor()) and q.status = 'pending'));
create policy answer on request_questions for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('request_services')))
  with check (building_id = (select viewer_building()) and (select viewer_may('request_services')) and answered_by = (select viewer_id()));
grant select, insert on question_askers to stoop_viewer;
create policy see on question_askers for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy ask on question_askers for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and asked_by = (select viewer_id()));

-- service_quotes: the building's, and the vendor's own.
grant select, insert, delete, update (status, vendor_status, per_visit_price, weekdays, arrives_from, arrives_until, lines,
  start_price, extras, valid_until, note, chosen, extra_price, once_price, given_up_reason, opened_at, decision_reason, was_lowest,
  for_earlier_request, withdrawn, updated_at) on service_quotes to stoop_viewer;
-- The vendor first: PostgreSQL evaluates in this order, and a vendor may have thousands of quotes.
create policy see on service_quotes for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy add on service_quotes for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('request_services')) and status = 'pending' and vendor_status = 'not_quoted'
  and start_price is null and valid_until is null and note is null and (lines, extras) = ('[]', '[]'));
-- A vendor that starts to offer a type gets quotes for its open requests; one that stops loses those without a price. A
-- function, because this policy and those of building_services would otherwise be recursive.
create or replace function viewer_may_quote(service uuid, building uuid, type uuid, in_round integer) returns boolean
  language sql stable
  return exists (select from building_services s
    where s.id = service and s.building_id = building and s.service_type_id = type and s.round = in_round
      and s.status in ('Quote', 'pending_quotes') and viewer_vendor() <> all (s.excluded_vendors)
      and exists (select from vendor_services v
        where v.vendor_id = viewer_vendor() and v.service_type_id = s.service_type_id and v.is_active));
create policy take_share on service_quotes for insert to stoop_viewer with check (
  case when vendor_id = (select viewer_vendor()) and status = 'pending' and vendor_status = 'not_quoted'
    then viewer_may_quote(building_service_id, building_id, service_type_id, round) else false end);
create policy give_up on service_quotes for delete to stoop_viewer using (
  vendor_id = (select viewer_vendor()) and state = 'needs_quote');
-- A resident accepts a price with its days, hours and terms, and never writes them.
create or replace function keep_price() returns trigger language plpgsql as $$
begin
  if current_user = 'stoop_viewer' and new.vendor_id is distinct from viewer_vendor() then
    raise exception 'only its vendor writes the price of a quote' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger service_quotes_price before update of per_visit_price, weekdays, arrives_from, arrives_until, lines,
  start_price, extras, valid_until, note, given_up_reason on service_quotes for each row
  when ((new.per_visit_price, new.weekdays, new.arrives_from, new.arrives_until, new.lines, new.start_price, new.extras,
      new.valid_until, new.note, new.given_up_reason)
    is distinct from (old.per_visit_price, old.weekdays, old.arrives_from, old.arrives_until, old.lines, old.start_price, old.extras,
      old.valid_until, old.note, old.given_up_reason)) execute function keep_price();
create policy accept on service_quotes for update to stoop_viewer using (building_id = (select viewer_building()));
-- Any resident notes that somebody looked at a price. Who decides about it has a power for that.
create or replace function keep_decision() returns trigger language plpgsql as $$
begin
  if current_user = 'stoop_viewer' and new.vendor_id is distinct from viewer_vendor()
      and not viewer_may('accept_quotes') and (new.status = 'accepted' or not viewer_may('request_services')) then
    raise exception 'this resident does not decide about quotes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger service_quotes_decision before update of status, chosen, for_earlier_request, withdrawn on service_quotes
  for each row when ((new.status, new.chosen, new.for_earlier_request, new.withdrawn)
    is distinct from (old.status, old.chosen, old.for_earlier_request, old.withdrawn)) execute function keep_decision();
-- A vendor may lock a decided quote (to report that it is decided) but not change it.
create policy price on service_quotes for update to stoop_viewer
  using (vendor_id = (select viewer_vendor()))
  with check (vendor_id = (select viewer_vendor()) and (status = 'pending' or given_up_reason is not null));

-- appointments: the building's, and the vendor's own; moved or cancelled by the vendor or, before somebody has checked in, the
-- captain; completed only by the vendor. A resident who accepts a quote books visits that nobody has changed or attended.
grant select, insert (building_id, building_service_id, service_quote_id, vendor_id, nominal_date, shift_days, window_minutes,
  series_date, series_time, scheduled_date, scheduled_time, confirmed_date, confirmed_time, status, assigned_to),
  update (status, scheduled_date, scheduled_time, confirmed_date, confirmed_time, completed_at, changed_by,
  change_reason, earlier_date, earlier_time, series_date, series_time, checked_in_at, assigned_to)
  on appointments to stoop_viewer;
create policy see on appointments for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on appointments for insert to stoop_viewer with check (building_id = (select viewer_building())
  and ((select viewer_may('accept_quotes')) or (select viewer_may('manage_visits')))
  and (series_date = nominal_date + shift_days or shift_days is null and series_date = nominal_date)
  and (scheduled_date, scheduled_time, confirmed_date, confirmed_time) = (series_date, series_time, series_date, series_time));
-- A vendor books what its building offered, and it agreed to.
create policy add_renewed on appointments for insert to stoop_viewer with check (vendor_id = (select viewer_vendor())
  and exists (select from renewals r where r.service_quote_id = appointments.service_quote_id and r.building_id = appointments.building_id
    and r.answer = 'agreed' and nominal_date between r.from_date and r.until_date)
  and (series_date = nominal_date + shift_days or shift_days is null and series_date = nominal_date)
  and (scheduled_date, scheduled_time, confirmed_date, confirmed_time) = (series_date, series_time, series_date, series_time));
create policy change on appointments for update to stoop_viewer using (vendor_id = (select viewer_vendor()));
-- Crew: the visits that they are assigned to, of which they change that somebody came and that it is done. Product 1.8
create policy see_for_crew on appointments for select to stoop_viewer using (assigned_to = (select viewer_crew()));
create policy change_for_crew on appointments for update to stoop_viewer using (assigned_to = (select viewer_crew()))
  with check (assigned_to = (select viewer_crew()) and status in ('confirmed', 'completed', 'disputed'));
create or replace function keep_assignment() returns trigger language plpgsql as $$
begin
  if current_user <> 'stoop_viewer' then
    return new;
  end if;
  -- The version is counted by the database, and no column that viewers write.
  if viewer_crew() is not null and (to_jsonb(new) - '{status,completed_at,checked_in_at,sequence,modified_at}'::text[])
      is distinct from (to_jsonb(old) - '{status,completed_at,checked_in_at,sequence,modified_at}'::text[]) then
    raise exception 'crew only attends a visit' using errcode = 'insufficient_privilege';
  end if;
  if new.vendor_id is distinct from viewer_vendor() and (tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to) then
    raise exception 'only its vendor assigns a visit' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger appointments_assigned before insert on appointments
  for each row when (new.assigned_to is not null) execute function keep_assignment();
create or replace trigger appointments_assignment before update on appointments
  for each row when (old.assigned_to is not null or new.assigned_to is not null) execute function keep_assignment();

-- Whether a service that follows this one is asked for, or takes place. For functions and jobs: a viewer doesn't see all such services.
create or replace function is_followed(service uuid, today date) returns boolean language sql stable
  return exists (select from building_services f where f.follows = service
    and (f.status in ('Quote', 'pending_quotes') or f.status = 'Accepted' and exists (select from appointments a
      where a.building_service_id = f.id and a.status = 'confirmed' and a.scheduled_date >= today)));

-- Whether vendors were asked again for what follows a quote's agreement: then nothing renews it. Its vendor doesn't see that service.
create or replace function asked_again(quote uuid, today date) returns boolean language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  if viewer_vendor() is null and viewer_building() is null then
    return null;
  end if;
  return exists (select from service_quotes q where q.id = quote
    and (q.vendor_id = viewer_vendor() or q.building_id = viewer_building()) and is_followed(q.building_service_id, today));
end $$;

-- The visits of a renewal go to who is assigned to its agreement, whichever side agreed last: a building doesn't know the crew.
create or replace function assign_renewed(quote uuid, since date) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if viewer_vendor() is null and not viewer_may('manage_visits') then
    raise insufficient_privilege;
  end if;
  update appointments a set assigned_to = s.person
  from service_assignments s, service_quotes q
  where s.service_quote_id = quote and q.id = quote and a.service_quote_id = quote and a.assigned_to is null and a.status = 'confirmed'
    and (q.vendor_id = viewer_vendor() or q.building_id = viewer_building())
    and exists (select from renewals r where r.service_quote_id = quote and r.answer = 'agreed'
      and r.answered_by = viewer_id() and r.from_date = since and a.nominal_date between r.from_date and r.until_date);
end $$;

-- service_assignments: the vendor's own.
grant select, insert, update (person), delete on service_assignments to stoop_viewer;
create policy see on service_assignments for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on service_assignments for insert to stoop_viewer with check (vendor_id = (select viewer_vendor())
  and exists (select from service_quotes q where q.id = service_quote_id and q.vendor_id = (select viewer_vendor())));
create policy change on service_assignments for update to stoop_viewer using (vendor_id = (select viewer_vendor()));
create policy remove on service_assignments for delete to stoop_viewer using (vendor_id = (select viewer_vendor()));

-- The first name of a colleague of the viewer; null for everybody else.
create or replace function colleague_name(person uuid) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if viewer_vendor() is null then
    return null;
  end if;
  return (select first_name from profiles where id = person and vendor_id = viewer_vendor());
end $$;

-- The lines of a scope that were agreed: neither left out by the quote nor an extra that was not chosen. Product 2.1, 2.4
create or replace function agreed_scope(scope jsonb, lines jsonb, chosen text[]) returns jsonb language sql immutable
  return (select coalesce(jsonb_agg(asked.line order by asked.at), '[]') from jsonb_array_elements(scope) with ordinality as asked (line, at)
    where not exists (select from jsonb_array_elements(lines) as said where said ->> 'key' = asked.line ->> 'key'
      and (said ->> 'offer' = 'not_included' or said ->> 'offer' = 'extra' and said ->> 'key' <> all (chosen))));
-- What a crew member reads of a visit's service: its name and its scope, not its quote and its price.
drop function if exists assigned_work(uuid); -- its columns may be others
create function assigned_work(visit uuid) returns table (service text, service_type_id uuid, description text, scope jsonb)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if viewer_crew() is null then
    raise insufficient_privilege;
  end if;
  return query select t.name, t.id, r.description, agreed_scope(r.scope, q.lines, q.chosen) from appointments a
    join service_quotes q on q.id = a.service_quote_id
    join service_types t on t.id = q.service_type_id
    join request_rounds r on r.building_service_id = q.building_service_id and r.round = q.round
    where a.id = visit and a.assigned_to = viewer_crew();
end $$;
create policy change_for_building on appointments for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_visits')))
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and status in ('confirmed', 'cancelled')
    and checked_in_at is null);

-- attendances: the building's, and the vendor's own; written by the vendor, begun and finished in one's own name.
grant select, insert (appointment_id, building_id, vendor_id, on_the_way_at, on_the_way_for, checked_in_by, check_in_received_at),
  update (on_the_way_at, on_the_way_for, checked_in_by, check_in_received_at, finished_by, finished_at, finish_received_at, note, ticked, place,
    accuracy_meters)
  on attendances to stoop_viewer;
create policy see on attendances for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on attendances for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and (checked_in_by is null or checked_in_by = (select viewer_id())));
create policy change on attendances for update to stoop_viewer using (vendor_id = (select viewer_vendor()))
  with check (vendor_id = (select viewer_vendor()) and (finished_by is null or finished_by = (select viewer_id())));

-- A check-in stays as it is, and each person records it in their own name.
create or replace function keep_check_in() returns trigger language plpgsql as $$
begin
  if current_user = 'stoop_viewer' and (old.check_in_received_at is not null or new.checked_in_by is distinct from viewer_id()) then
    raise exception 'a check-in is in one''s own name, and stays' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger attendances_check_in before update of checked_in_by, check_in_received_at on attendances for each row
  when ((new.checked_in_by, new.check_in_received_at) is distinct from (old.checked_in_by, old.check_in_received_at))
  execute function keep_check_in();

create policy see_for_crew on attendances for select to stoop_viewer using (appointment_id = any ((select viewer_visits())::uuid[]));
create policy add_for_crew on attendances for insert to stoop_viewer with check (
  (checked_in_by is null or checked_in_by = (select viewer_id()))
  and appointment_id = any ((select viewer_visits())::uuid[]));
create policy change_for_crew on attendances for update to stoop_viewer
  using (appointment_id = any ((select viewer_visits())::uuid[]))
  with check ((finished_by is null or finished_by = (select viewer_id()))
    and appointment_id = any ((select viewer_visits())::uuid[]));

-- visit_photos: the building's, and the vendor's own; added and removed by the vendor, those of a dispute by the captain, added
-- in one's own name.
grant select, insert (id, appointment_id, building_id, vendor_id, added_by, file_path, file_size, shows), delete on visit_photos to stoop_viewer;
create policy see on visit_photos for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on visit_photos for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and added_by = (select viewer_id()) and shows <> 'dispute');
create policy add_of_dispute on visit_photos for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and added_by = (select viewer_id())
  and shows = 'dispute');
create policy remove on visit_photos for delete to stoop_viewer using (
  vendor_id = (select viewer_vendor()) and shows <> 'dispute');
create policy see_for_crew on visit_photos for select to stoop_viewer using (shows = 'visit'
  and appointment_id = any ((select viewer_visits())::uuid[]));
create policy add_for_crew on visit_photos for insert to stoop_viewer with check (shows = 'visit' and added_by = (select viewer_id())
  and appointment_id = any ((select viewer_visits())::uuid[]));
create policy remove_for_crew on visit_photos for delete to stoop_viewer using (shows = 'visit' and added_by = (select viewer_id())
  and appointment_id = any ((select viewer_visits())::uuid[]));
create policy remove_of_dispute on visit_photos for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and shows = 'dispute');

-- visit_claims: the building's, and the vendor's own; made by the vendor, answered by the captain, each in one's own name.
grant select, insert (appointment_id, building_id, vendor_id, words, claimed_by, claimed_at),
  update (answer, answered_by, answered_at, refusal) on visit_claims to stoop_viewer;
create policy see on visit_claims for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on visit_claims for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and claimed_by = (select viewer_id()));
create policy answer on visit_claims for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and answer is null)
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_visits'))
    and answered_by = (select viewer_id()) and answer in ('confirmed', 'refused'));

create policy see_for_crew on visit_claims for select to stoop_viewer using (
  appointment_id = any ((select viewer_visits())::uuid[]));

-- visit_ratings: the building's, and the vendor's own; by every resident of the building, in one's own name.
grant select, insert (appointment_id, building_id, vendor_id, person, thumb, comment, rated_at),
  update (thumb, comment, rated_at), delete on visit_ratings to stoop_viewer;
create policy see on visit_ratings for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on visit_ratings for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and person = (select viewer_id()));
create policy change on visit_ratings for update to stoop_viewer using (
  building_id = (select viewer_building()) and person = (select viewer_id()));
create policy remove on visit_ratings for delete to stoop_viewer using (
  building_id = (select viewer_building()) and person = (select viewer_id()));

-- visit_disputes: the building's, and the vendor's own; opened and settled by the captain, answered and waived by the vendor,
-- each in one's own name.
grant select, insert (appointment_id, building_id, vendor_id, words, opened_by, opened_at),
  update (answer, answered_by, answered_at, outcome, settled_by, settled_at) on visit_disputes to stoop_viewer;
create policy see on visit_disputes for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on visit_disputes for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and opened_by = (select viewer_id()));
create policy answer on visit_disputes for update to stoop_viewer
  using (vendor_id = (select viewer_vendor()) and outcome is null)
  with check (vendor_id = (select viewer_vendor()) and (outcome is null and answered_by = (select viewer_id())
    or outcome = 'waived' and settled_by = (select viewer_id())));
create policy settle on visit_disputes for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and outcome is null)
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and outcome = 'settled'
    and settled_by = (select viewer_id()));

create policy see_for_crew on visit_disputes for select to stoop_viewer using (
  appointment_id = any ((select viewer_visits())::uuid[]));

-- visit_suggestions: the building's, and the vendor's own; made by either side and withdrawn by the same, answered by the
-- other one, each in one's own name.
grant select, insert (appointment_id, building_id, vendor_id, suggested_by, person, from_date, from_time, suggested_date,
  suggested_time, reason, answer, answered_by),
  update (suggested_by, person, from_date, from_time, suggested_date, suggested_time, reason, answer, answered_by)
  on visit_suggestions to stoop_viewer;
create policy see on visit_suggestions for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on visit_suggestions for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and suggested_by = 'vendor' and person = (select viewer_id()) and answer is null);
create policy add_for_building on visit_suggestions for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_visits'))
  and suggested_by = 'captain' and person = (select viewer_id()) and answer is null);
create policy change on visit_suggestions for update to stoop_viewer
  using (vendor_id = (select viewer_vendor()))
  with check (vendor_id = (select viewer_vendor()) and case when answer is null then suggested_by = 'vendor' and person = (select viewer_id())
    else answered_by = (select viewer_id()) and (answer = 'withdrawn') = (suggested_by = 'vendor') end);
create policy change_for_building on visit_suggestions for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_visits')))
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_visits'))
    and case when answer is null then suggested_by = 'captain' and person = (select viewer_id())
    else answered_by = (select viewer_id()) and (answer = 'withdrawn') = (suggested_by = 'captain') end);

-- access_notes: the building's residents read them; written with a power, in one's own name. No vendor reads the table: only the
-- function below gives the notes to them, around a visit, and records it. The server says when it is and where, as for all days.
grant select, insert (building_id, notes, changed_by, changed_at), update (notes, changed_by, changed_at), delete
  on access_notes to stoop_viewer;
create policy see on access_notes for select to stoop_viewer using (building_id = (select viewer_building()));
create policy add on access_notes for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_building')) and changed_by = (select viewer_id()));
create policy change on access_notes for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_building')))
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_building')) and changed_by = (select viewer_id()));
create policy remove on access_notes for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_building')));
create or replace function look_at_access_notes(visit uuid, at timestamptz, city_zone text)
  returns table (notes text, changed_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shown_for appointments;
  city_time timestamp := at at time zone city_zone;
begin
  if viewer_crew() is null and viewer_vendor() is null then
    raise insufficient_privilege;
  end if;
  select * into shown_for from appointments a where a.id = visit
    and (a.vendor_id = viewer_vendor() or a.assigned_to = viewer_crew()) and a.status = 'confirmed'
    and city_time >= a.scheduled_date + a.scheduled_time - interval '24 hours' and city_time < a.scheduled_date + 1;
  if shown_for.id is null then
    raise insufficient_privilege;
  end if;
  return query select n.notes, n.changed_at from access_notes n where n.building_id = shown_for.building_id;
  if found then
    insert into access_looks (appointment_id, building_id, vendor_id, person, person_name, looked_at)
      select shown_for.id, shown_for.building_id, shown_for.vendor_id, p.id, p.first_name, date_trunc('minute', at)
      from profiles p where p.id = viewer_id()
      on conflict do nothing;
  end if;
end $$;
-- Whether the building of one's visit has any, and since when they are as they are; null without.
create or replace function access_notes_at(visit uuid) returns timestamptz
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if viewer_crew() is null and viewer_vendor() is null then
    raise insufficient_privilege;
  end if;
  return (select n.changed_at from access_notes n join appointments a on a.building_id = n.building_id
    where a.id = visit and (a.vendor_id = viewer_vendor() or a.assigned_to = viewer_crew()));
end $$;

-- access_looks: seen by those who may write the notes; recorded by the function above alone.
grant select on access_looks to stoop_viewer;
create policy see on access_looks for select to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_building')) or (select viewer_is_admin()));

-- service_stops: the building's, and the vendor's own; by the vendor, or with a power, in one's own name.
grant select, insert (service_quote_id, building_service_id, building_id, vendor_id, from_date, until_date, reason, stopped_by, person)
  on service_stops to stoop_viewer;
create policy see on service_stops for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on service_stops for insert to stoop_viewer with check (person = (select viewer_id())
  and case stopped_by when 'vendor' then vendor_id = (select viewer_vendor())
    else building_id = (select viewer_building()) and (select viewer_may('manage_visits')) end);

-- renewals: the building's, and the vendor's own; offered, replaced and taken back by one side, in one's own name, and answered by the
-- other. renewal_notices: only the system.
grant select, insert (service_quote_id, building_service_id, building_id, vendor_id, from_date, until_date, price, note, offered_by, person,
    offered_at),
  update (answer, answered_by, answered_at) on renewals to stoop_viewer;
create policy see on renewals for select to stoop_viewer using (
  building_id = (select viewer_building()) or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on renewals for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and offered_by = 'vendor' and person = (select viewer_id()) and answer is null
  and exists (select from service_quotes q where q.id = service_quote_id and q.building_id = renewals.building_id
    and q.vendor_id = renewals.vendor_id and q.status = 'accepted'));
create policy add_for_building on renewals for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_visits'))
  and offered_by = 'captain' and person = (select viewer_id()) and answer is null
  and exists (select from service_quotes q where q.id = service_quote_id and q.building_id = renewals.building_id
    and q.vendor_id = renewals.vendor_id and q.status = 'accepted'));
create policy answer on renewals for update to stoop_viewer
  using (vendor_id = (select viewer_vendor()) and answer is null)
  with check (vendor_id = (select viewer_vendor()) and answered_by = (select viewer_id())
    and case answer when 'withdrawn' then offered_by = 'vendor' when 'replaced' then true else offered_by = 'captain' end);
create policy answer_for_building on renewals for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and answer is null)
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_visits')) and answered_by = (select viewer_id())
    and case answer when 'withdrawn' then offered_by = 'captain' when 'replaced' then true else offered_by = 'vendor' end);

-- feeds: one's own calendar addresses, made and revoked by their person. Only the system reads one by its token.
grant select, insert (user_id, name, token_hash), delete on feeds to stoop_viewer;
create policy see on feeds for select to stoop_viewer using (
  user_id = (select viewer_id()) and (select viewer_kind()) not in ('pending', 'unsecured'));
create policy add on feeds for insert to stoop_viewer with check (
  user_id = (select viewer_id()) and (select viewer_kind()) in ('resident', 'vendor', 'crew'));
create policy revoke on feeds for delete to stoop_viewer using (
  user_id = (select viewer_id()) and (select viewer_kind()) not in ('pending', 'unsecured'));

-- building_documents: the building's own, those in the bin only with a power; added, changed and, from the bin, removed only
-- with that power, and deleted only in one's own name.
grant select, insert (building_id, file_name, file_path, file_size, file_type, document_type, uploaded_by, listed_at),
  update (file_name, deleted_at, deleted_by), delete on building_documents to stoop_viewer;
create policy see on building_documents for select to stoop_viewer using (
  building_id = (select viewer_building()) and (deleted_at is null or (select viewer_may('manage_documents')))
  or (select viewer_is_admin()));
create policy add on building_documents for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_documents')) and uploaded_by = (select viewer_id()));
create policy change on building_documents for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_documents')))
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_documents'))
    and (deleted_by is null or deleted_by = (select viewer_id())));
create policy purge on building_documents for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_documents')) and deleted_at is not null);

-- vendor_storage: only the system.

-- building_storage: the building's own, to show how much of the quota is left.
grant select on building_storage to stoop_viewer;
create policy see on building_storage for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));

-- file_keys: claimed by those who store a file. Nobody sees which ones others claimed.
grant insert (key) on file_keys to stoop_viewer;
create policy add on file_keys for insert to stoop_viewer with check (
  (select viewer_kind()) not in ('anonymous', 'pending', 'unsecured'));

-- payables, fees, payments: read by the building's residents and by admins. Written by the system: sign-up, the fee
-- job, and the confirmation of a payment. Who may approve invoices records what was paid of an approved one; admins what was of a fee.
grant select on payables, fees, payments to stoop_viewer;
grant insert (id, building_id, payable_id, date, amount, status, method, description, reference, recorded_by) on payments to stoop_viewer;
create policy add on payments for insert to stoop_viewer with check (
  status = 'paid' and recorded_by = (select viewer_id())
  and (building_id = (select viewer_building()) and (select viewer_may('approve_invoices'))
      and exists (select from invoices i where i.id = payable_id and i.building_id = payments.building_id and i.status = 'approved')
    or (select viewer_is_admin()) and exists (select from fees f where f.id = payable_id and f.building_id = payments.building_id)));
create policy see on payables for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy see on fees for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy see on payments for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from invoices i where i.id = payable_id and i.vendor_id = (select viewer_vendor())));

-- stripe_payments: begun by who may approve invoices, on Stripe's page, once it is known. What Stripe says of them, the system writes.
grant select, insert (building_id, payable_id, amount, kind, account_id, started_by, started_at), update (session_id) on stripe_payments
  to stoop_viewer;
create policy see on stripe_payments for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from invoices i where i.id = payable_id and i.vendor_id = (select viewer_vendor())));
create policy add on stripe_payments for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('approve_invoices')) and kind = 'checkout' and status = 'open'
  and started_by = (select viewer_id()));
create policy open_page on stripe_payments for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('approve_invoices')) and status = 'open')
  with check (building_id = (select viewer_building()));

-- automatic_payments: read by the building's residents. Switched off by who may approve invoices, and on again after it
-- stopped; what Stripe says of the method, the system writes.
grant select, update (is_on, failures, next_on, changed_by)
  on automatic_payments to stoop_viewer;
create policy see on automatic_payments for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy switch on automatic_payments for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('approve_invoices')))
  with check (building_id = (select viewer_building()) and changed_by = (select viewer_id()));

-- vendor_accounts: read by the company, and by buildings that it sent invoices to, which pay through it. Nothing of a bank is in it.
-- Written by the system, as Stripe says.
grant select on vendor_accounts to stoop_viewer;
create policy see on vendor_accounts for select to stoop_viewer using (vendor_id = (select viewer_vendor())
  or (select viewer_building()) is not null and exists (select from invoices i where i.vendor_id = vendor_accounts.vendor_id
    and i.building_id = (select viewer_building()) and i.status <> 'draft'));

-- refunds: read with their payment. Of fees begun by admins, of invoices by their vendor; what Stripe says of them, the system writes.
grant select, insert (id, building_id, payable_id, payment_id, amount, reason, kind, status, recorded_by) on refunds to stoop_viewer;
create policy see on refunds for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from invoices i where i.id = payable_id and i.vendor_id = (select viewer_vendor())));
create policy add on refunds for insert to stoop_viewer with check (recorded_by = (select viewer_id()) and status <> 'failed'
  and case when (select viewer_is_admin()) then exists (select from fees f where f.id = payable_id)
    else (select viewer_may('manage_company')) and exists (select from invoices i where i.id = payable_id
      and i.building_id = refunds.building_id and i.vendor_id = (select viewer_vendor())) end);

-- payment_take_backs: read with their payment. Of fees written by admins, of invoices by who may record their payments. A trigger reverses
-- the payment, if it was recorded by hand.
grant select, insert (payment_id, building_id, payable_id, reason, taken_back_by, taken_back_at) on payment_take_backs to stoop_viewer;
create policy see on payment_take_backs for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from invoices i where i.id = payable_id and i.vendor_id = (select viewer_vendor())));
create policy add on payment_take_backs for insert to stoop_viewer with check (taken_back_by = (select viewer_id())
  and case when (select viewer_is_admin()) then exists (select from fees f where f.id = payable_id)
    else building_id = (select viewer_building()) and (select viewer_may('approve_invoices'))
      and exists (select from invoices i where i.id = payable_id and i.building_id = payment_take_backs.building_id) end);

-- chargebacks: read with their payment. What Stripe says of them, the system writes.
grant select on chargebacks to stoop_viewer;
create policy see on chargebacks for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin())
  or exists (select from invoices i where i.id = payable_id and i.vendor_id = (select viewer_vendor())));

-- stripe_payouts, stripe_movements: read by admins, written by the system.
grant select on stripe_payouts, stripe_movements to stoop_viewer;
create policy see on stripe_payouts for select to stoop_viewer using ((select viewer_is_admin()));
create policy see on stripe_movements for select to stoop_viewer using ((select viewer_is_admin()));

-- stripe_events: only the system.

-- transfer_details: read by all residents, written by admins.
grant select, insert (details, changed_by, changed_at), update (details, changed_by, changed_at) on transfer_details to stoop_viewer;
create policy see on transfer_details for select to stoop_viewer using (
  (select viewer_building()) is not null or (select viewer_is_admin()));
create policy add on transfer_details for insert to stoop_viewer with check (
  (select viewer_is_admin()) and changed_by = (select viewer_id()));
create policy change on transfer_details for update to stoop_viewer using ((select viewer_is_admin()))
  with check (changed_by = (select viewer_id()));

-- accounts, transfers: as what they are about. Written only by the triggers of payables, payments and credit notes.
grant select on accounts, transfers, ledger_entries to stoop_viewer;
create policy see on accounts for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy see on transfers for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));

-- invoices, invoice_lines: a vendor's office writes drafts and sends them; the building's residents see what was sent, and who may
-- approve it decides. Triggers keep what was sent and decided, and each line to what is due.
grant select, insert (id, vendor_id, building_id, number, date, due_date, tax_rate, note, subtotal, tax, total, created_by, created_at),
  update (number, date, due_date, tax_rate, note, subtotal, tax, total, status, sent_by, sent_at, approved, decided_by, decided_at), delete
  on invoices to stoop_viewer;
create policy see on invoices for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()) and status <> 'draft');
create policy add on invoices for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and status = 'draft' and created_by = (select viewer_id())
  and exists (select from service_quotes q where q.vendor_id = invoices.vendor_id and q.building_id = invoices.building_id
    and q.status = 'accepted'));
create policy change on invoices for update to stoop_viewer using (vendor_id = (select viewer_vendor()))
  with check (vendor_id = (select viewer_vendor()) and (status = 'draft' or status = 'sent' and sent_by = (select viewer_id())));
create policy decide on invoices for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('approve_invoices')))
  with check (building_id = (select viewer_building()) and (status = 'disputed' and decided_by is null or decided_by = (select viewer_id())));
create policy remove on invoices for delete to stoop_viewer using (vendor_id = (select viewer_vendor()) and status = 'draft');
grant select, insert (invoice_id, building_id, vendor_id, position, kind, appointment_id, service_quote_id, description, amount),
  update (refused_reason), delete on invoice_lines to stoop_viewer;
create policy see on invoice_lines for select to stoop_viewer using (
  -- A line of a draft has no tax yet: without a look at its invoice, which a year's spend would take 5,000 times.
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()) and tax is not null);
create policy add on invoice_lines for insert to stoop_viewer with check (vendor_id = (select viewer_vendor()));
create policy decide on invoice_lines for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('approve_invoices'))
  and exists (select from invoices i where i.id = invoice_id and i.status in ('sent', 'disputed')));
create policy remove on invoice_lines for delete to stoop_viewer using (vendor_id = (select viewer_vendor()));

-- budgets, budget_lines: read by the building's residents, set by who may. budget_alerts: written only by the system.
grant select, insert on budgets, budget_lines to stoop_viewer;
grant select on budget_alerts to stoop_viewer;
create policy see on budgets for select to stoop_viewer using (building_id = (select viewer_building()));
create policy add on budgets for insert to stoop_viewer with check (building_id = (select viewer_building())
  and (select viewer_may('manage_budget')) and set_by = (select viewer_id()));
create policy see on budget_lines for select to stoop_viewer using (building_id = (select viewer_building()));
create policy add on budget_lines for insert to stoop_viewer with check (building_id = (select viewer_building())
  and (select viewer_may('manage_budget')));
create policy see on budget_alerts for select to stoop_viewer using (building_id = (select viewer_building()));
-- invoice_files: read with their invoice; added and removed by the vendor's office; a trigger keeps those of what was sent. payment_files: read with their
-- payment; added and removed by who may record it.
grant select, insert (id, invoice_id, building_id, vendor_id, file_name, file_path, file_size, added_by), delete on invoice_files
  to stoop_viewer;
create policy see on invoice_files for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building())
    and exists (select from invoices i where i.id = invoice_id and i.status <> 'draft'));
create policy add on invoice_files for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and added_by = (select viewer_id()));
create policy remove on invoice_files for delete to stoop_viewer using (vendor_id = (select viewer_vendor()));
grant select, insert (id, payment_id, invoice_id, building_id, vendor_id, file_name, file_path, file_size, added_by), delete on payment_files
  to stoop_viewer;
create policy see on payment_files for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()));
create policy add on payment_files for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('approve_invoices')) and added_by = (select viewer_id()));
create policy remove on payment_files for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('approve_invoices')));

-- credit_notes: read with their invoice. Written by the vendor's office; a trigger credits the lines.
grant select, insert (id, invoice_id, building_id, vendor_id, number, date, reason, line_ids, subtotal, tax, total, created_by, created_at)
  on credit_notes to stoop_viewer;
create policy see on credit_notes for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()));
create policy add on credit_notes for insert to stoop_viewer with check (
  vendor_id = (select viewer_vendor()) and created_by = (select viewer_id()));

-- invoice_messages: read with their invoice. Written by the vendor's office, and by who may approve it.
grant select, insert (id, invoice_id, building_id, vendor_id, side, person, words, sent_at) on invoice_messages to stoop_viewer;
create policy see on invoice_messages for select to stoop_viewer using (
  vendor_id = (select viewer_vendor()) or building_id = (select viewer_building()));
create policy add on invoice_messages for insert to stoop_viewer with check (person = (select viewer_id()) and case side
  when 'vendor' then vendor_id = (select viewer_vendor())
  else building_id = (select viewer_building()) and (select viewer_may('approve_invoices')) end);

-- monthly_drafts: a vendor's own. The system writes which month it drafted.
grant select, insert, delete on monthly_drafts to stoop_viewer;
create policy see on monthly_drafts for select to stoop_viewer using (vendor_id = (select viewer_vendor()));
create policy add on monthly_drafts for insert to stoop_viewer with check (vendor_id = (select viewer_vendor()));
create policy remove on monthly_drafts for delete to stoop_viewer using (vendor_id = (select viewer_vendor()));

-- votes and what is of them: read by the building's residents and by admins; a draft by who runs votes, which are officers with the power and
-- admins. They never open or close one: only the system does, at its time.
create or replace function keep_vote_times() returns trigger language plpgsql as $$
begin
  if current_user = 'stoop_viewer' then
    raise exception 'a vote opens and closes by itself, at its time' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger votes_times before update of state on votes for each row
  when (old.state <> new.state and new.state in ('open', 'closed', 'failed_quorum')) execute function keep_vote_times();
grant select, insert (id, building_id, kind, question, details, max_choices, basis, is_secret, quorum, majority, proxies, opens_at, closes_at,
    created_by, created_at),
  update (kind, question, details, max_choices, basis, is_secret, quorum, majority, proxies, opens_at, closes_at, state, version,
    cancel_reason, certified_by, certified_at), delete on votes to stoop_viewer;
create policy see on votes for select to stoop_viewer using (
  building_id = (select viewer_building()) and (state <> 'draft' or (select viewer_may('manage_votes'))) or (select viewer_is_admin()));
create policy add on votes for insert to stoop_viewer with check (created_by = (select viewer_id())
  and (building_id = (select viewer_building()) and (select viewer_may('manage_votes')) or (select viewer_is_admin())));
create policy change on votes for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_votes')) or (select viewer_is_admin()))
  with check ((building_id = (select viewer_building()) and (select viewer_may('manage_votes')) or (select viewer_is_admin()))
    and (certified_by is null or certified_by = (select viewer_id())));
create policy remove on votes for delete to stoop_viewer using (state = 'draft'
  and (building_id = (select viewer_building()) and (select viewer_may('manage_votes')) or (select viewer_is_admin())));

-- vote_options, vote_files: read with their vote. A candidate answers; triggers keep the rest once the vote is scheduled.
grant select, insert (id, vote_id, building_id, position, label, candidate_id), update (position, label, candidate_id, answer), delete
  on vote_options to stoop_viewer;
create policy see on vote_options for select to stoop_viewer using (
  (building_id = (select viewer_building()) or (select viewer_is_admin())) and vote_id in (select v.id from votes v));
create policy add on vote_options for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_votes')) or (select viewer_is_admin()));
create policy change on vote_options for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_votes')) or (select viewer_is_admin()));
create policy answer on vote_options for update to stoop_viewer
  using (building_id = (select viewer_building()) and candidate_id = (select viewer_id()))
  with check (building_id = (select viewer_building()) and candidate_id = (select viewer_id()));
create policy remove on vote_options for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_votes')) or (select viewer_is_admin()));
grant select, insert (id, vote_id, building_id, file_name, file_path, file_size, added_by), delete on vote_files to stoop_viewer;
create policy see on vote_files for select to stoop_viewer using (
  (building_id = (select viewer_building()) or (select viewer_is_admin())) and vote_id in (select v.id from votes v));
create policy add on vote_files for insert to stoop_viewer with check (added_by = (select viewer_id())
  and building_id = (select viewer_building()) and (select viewer_may('manage_votes')));
create policy remove on vote_files for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_votes')));

-- vote_roll, vote_receipts: read by the building. vote_voters: one's own, and by who runs votes or may remove people. Written by the system.
grant select on vote_roll, vote_voters, vote_receipts to stoop_viewer;
create policy see on vote_roll for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy see on vote_receipts for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy see on vote_voters for select to stoop_viewer using (
  building_id = (select viewer_building())
    and (profile_id = (select viewer_id()) or (select viewer_may('manage_votes')) or (select viewer_may('manage_members')))
  or (select viewer_is_admin()));

-- vote_proxies: read by the building, as it is said at a meeting who stands in for another; given and taken back by an owner.
grant select, insert (vote_id, unit_id, building_id, holder_id, given_by), delete on vote_proxies to stoop_viewer;
create policy see on vote_proxies for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy give on vote_proxies for insert to stoop_viewer with check (building_id = (select viewer_building())
  and given_by = (select viewer_id()) and exists (select from vote_voters m where m.vote_id = vote_proxies.vote_id
    and m.unit_id = vote_proxies.unit_id and m.profile_id = (select viewer_id())));
create policy take_back on vote_proxies for delete to stoop_viewer using (building_id = (select viewer_building())
  and exists (select from vote_voters m where m.vote_id = vote_proxies.vote_id and m.unit_id = vote_proxies.unit_id
    and m.profile_id = (select viewer_id())));

-- ballots: until the vote is over those of units that one may vote for, then the building's, and admins'. Cast in one's own name;
-- a trigger says for which units.
grant select, insert (vote_id, unit_id, building_id, choice, cast_as, person, cast_at), update (choice, cast_as, person, cast_at) on ballots
  to stoop_viewer;
create policy see on ballots for select to stoop_viewer using (
  (building_id = (select viewer_building()) or (select viewer_is_admin()))
  and vote_id in (select v.id from votes v where v.state in ('closed', 'failed_quorum', 'certified')));
create policy see_own on ballots for select to stoop_viewer using (building_id = (select viewer_building())
  and (exists (select from vote_voters m where m.vote_id = ballots.vote_id and m.unit_id = ballots.unit_id and m.profile_id = (select viewer_id()))
    or exists (select from vote_proxies x where x.vote_id = ballots.vote_id and x.unit_id = ballots.unit_id and x.holder_id = (select viewer_id()))));
create policy cast_one on ballots for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and person = (select viewer_id())
  and case cast_as
    when 'owner' then exists (select from vote_voters m where m.vote_id = ballots.vote_id and m.unit_id = ballots.unit_id and m.profile_id = (select viewer_id()))
    when 'proxy' then exists (select from vote_proxies x where x.vote_id = ballots.vote_id and x.unit_id = ballots.unit_id and x.holder_id = (select viewer_id()))
    else false end);
create policy change on ballots for update to stoop_viewer
  using (building_id = (select viewer_building())
    and (exists (select from vote_voters m where m.vote_id = ballots.vote_id and m.unit_id = ballots.unit_id and m.profile_id = (select viewer_id()))
      or exists (select from vote_proxies x where x.vote_id = ballots.vote_id and x.unit_id = ballots.unit_id and x.holder_id = (select viewer_id()))))
  with check (building_id = (select viewer_building()) and person = (select viewer_id())
    and case cast_as
      when 'owner' then exists (select from vote_voters m where m.vote_id = ballots.vote_id and m.unit_id = ballots.unit_id and m.profile_id = (select viewer_id()))
      when 'proxy' then exists (select from vote_proxies x where x.vote_id = ballots.vote_id and x.unit_id = ballots.unit_id and x.holder_id = (select viewer_id()))
      else false end);

-- paper_sheets, paper_ballots: of those who run votes, each in their own name. Admins see none: of a secret vote they hold choices.
grant select, insert (id, vote_id, building_id, choices, entered_by, entered_at), update (confirmed_by, confirmed_at), delete
  on paper_sheets to stoop_viewer;
create policy see on paper_sheets for select to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_votes')));
create policy add on paper_sheets for insert to stoop_viewer with check (building_id = (select viewer_building())
  and (select viewer_may('manage_votes')) and entered_by = (select viewer_id()));
create policy confirm on paper_sheets for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_votes')) and confirmed_at is null)
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_votes')) and confirmed_by = (select viewer_id()));
create policy remove on paper_sheets for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_votes')) and confirmed_at is null);
grant select, insert on paper_ballots to stoop_viewer;
create policy see on paper_ballots for select to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_votes')));
create policy add on paper_ballots for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_votes')));

-- vote_signatures: of units that one may vote for, by their owners and proxies; nobody else sees which blinded token was signed.
grant select, insert (vote_id, unit_id, building_id, blinded) on vote_signatures to stoop_viewer;
create policy see on vote_signatures for select to stoop_viewer using (building_id = (select viewer_building())
  and (exists (select from vote_voters m where m.vote_id = vote_signatures.vote_id and m.unit_id = vote_signatures.unit_id and m.profile_id = (select viewer_id()))
    or exists (select from vote_proxies x where x.vote_id = vote_signatures.vote_id and x.unit_id = vote_signatures.unit_id and x.holder_id = (select viewer_id()))));
create policy sign on vote_signatures for insert to stoop_viewer with check (building_id = (select viewer_building())
  and (exists (select from vote_voters m where m.vote_id = vote_signatures.vote_id and m.unit_id = vote_signatures.unit_id and m.profile_id = (select viewer_id()))
    or exists (select from vote_proxies x where x.vote_id = vote_signatures.vote_id and x.unit_id = vote_signatures.unit_id and x.holder_id = (select viewer_id()))));

-- vote_boxes, secret_ballots: only the system, and never a person.

-- Which groups of their building a person is of, as src/domain/announcements/audience.ts says it. Product 4.5
create or replace function announcement_groups(person uuid) returns text[] language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select array_remove(array['all',
    case when exists (select from unit_holders h where h.profile_id = p.id and h.tie = 'owner')
      or p.role <> 'member' and not exists (select from unit_holders h where h.profile_id = p.id) then 'owners' end,
    case when exists (select from unit_holders h where h.profile_id = p.id and h.tie = 'renter')
      or p.role = 'member' and not exists (select from unit_holders h where h.profile_id = p.id) then 'renters' end,
    case when p.role = 'captain' or exists (select from officers o where o.profile_id = p.id) then 'officers' end], null)
  from profiles p where p.id = announcement_groups.person $$;
-- Who an announcement is for at this moment.
create or replace function announcement_audience(announcement uuid) returns uuid[] language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(p.id), '{}') from announcements a join profiles p on p.building_id = a.building_id and p.status = 'active'
  where a.id = announcement_audience.announcement and case a.audience
    when 'all' then true
    when 'officers' then p.role = 'captain' or exists (select from officers o where o.profile_id = p.id)
    when 'unit' then exists (select from unit_holders h where h.profile_id = p.id and h.unit_id = a.unit_id)
    else exists (select from unit_holders h where h.profile_id = p.id and h.tie = case a.audience when 'owners' then 'owner' else 'renter' end)
      or (p.role = 'member') = (a.audience = 'renters') and not exists (select from unit_holders h where h.profile_id = p.id) end $$;
-- The viewer's groups and units, and since when they are of their building: read once a statement.
create or replace function viewer_groups() returns text[] language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if viewer_building() is null then
    return null;
  end if;
  return announcement_groups(viewer_id());
end $$;
create or replace function viewer_units() returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if viewer_building() is null then
    return null;
  end if;
  return array(select unit_id from unit_holders where profile_id = viewer_id() and building_id = viewer_building());
end $$;
create or replace function viewer_since() returns timestamptz language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if viewer_building() is null then
    return null;
  end if;
  return (select building_since from profiles where id = viewer_id());
end $$;
-- How many people an announcement is for, and how many of them have opened it: for those who write announcements, and without names.
create or replace function announcement_figures(announcement uuid) returns jsonb language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not viewer_may('manage_announcements') then
    return null;
  end if;
  return (select jsonb_build_object('people', cardinality(r.readers), 'opened',
      (select count(*) from announcement_openings o where o.announcement_id = a.id and o.person = any (r.readers)))
    from announcements a cross join lateral (select announcement_audience(a.id) as readers) r
    where a.id = announcement_figures.announcement and a.building_id = viewer_building());
end $$;

-- announcements: read by exactly their audience, once they are sent, and what was over before somebody came is not theirs; all of the
-- building by those who write them, in their own name. A trigger keeps what was sent.
create or replace function keep_announcement_author() returns trigger language plpgsql as $$
begin
  if current_user = 'stoop_viewer' and new.author_id is distinct from viewer_id() then
    raise exception 'who sends an announcement is its author' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger announcements_keep_author before update of author_id on announcements for each row
  when (new.author_id is distinct from old.author_id) execute function keep_announcement_author();
grant select, insert (id, building_id, title, words, audience, unit_id, is_important, allows_replies, send_at, expires_on, author_id, created_at),
  update (title, words, audience, unit_id, is_important, allows_replies, send_at, expires_on, state, version, author_id, sent_at, withdraw_reason),
  delete on announcements to stoop_viewer;
create policy see on announcements for select to stoop_viewer using (building_id = (select viewer_building())
  and ((select viewer_may('manage_announcements')) or state in ('sent', 'withdrawn')
    and (audience = any ((select viewer_groups())::text[]) or unit_id = any ((select viewer_units())::uuid[]))
    and (ended_at is null or ended_at > (select viewer_since()))));
create policy add on announcements for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_announcements')) and author_id = (select viewer_id()));
create policy change on announcements for update to stoop_viewer
  using (building_id = (select viewer_building()) and (select viewer_may('manage_announcements')))
  with check (building_id = (select viewer_building()) and (select viewer_may('manage_announcements')));
create policy remove on announcements for delete to stoop_viewer using (
  state = 'draft' and building_id = (select viewer_building()) and (select viewer_may('manage_announcements')));

-- What is of an announcement: read with it, but after it was withdrawn by those alone who write announcements.
grant select, insert (id, announcement_id, building_id, file_name, file_path, file_size, added_by), delete on announcement_files to stoop_viewer;
create policy see on announcement_files for select to stoop_viewer using (building_id = (select viewer_building())
  and announcement_id in (select a.id from announcements a where a.state <> 'withdrawn' or (select viewer_may('manage_announcements'))));
create policy add on announcement_files for insert to stoop_viewer with check (added_by = (select viewer_id())
  and building_id = (select viewer_building()) and (select viewer_may('manage_announcements')));
create policy remove on announcement_files for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_announcements')));
grant select, insert (id, announcement_id, building_id, words, author_id, written_at) on announcement_follow_ups, announcement_replies to stoop_viewer;
create policy see on announcement_follow_ups for select to stoop_viewer using (building_id = (select viewer_building())
  and announcement_id in (select a.id from announcements a where a.state <> 'withdrawn' or (select viewer_may('manage_announcements'))));
create policy add on announcement_follow_ups for insert to stoop_viewer with check (author_id = (select viewer_id())
  and building_id = (select viewer_building()) and (select viewer_may('manage_announcements')));
create policy see on announcement_replies for select to stoop_viewer using (building_id = (select viewer_building())
  and announcement_id in (select a.id from announcements a where a.state <> 'withdrawn' or (select viewer_may('manage_announcements'))));
-- By who reads it; a trigger refuses those that its author doesn't allow, and those to what does not hold.
create policy add on announcement_replies for insert to stoop_viewer with check (author_id = (select viewer_id())
  and building_id = (select viewer_building()) and announcement_id in (select a.id from announcements a));

-- announcement_openings, announcement_mutes: one's own alone.
grant select, insert (announcement_id, person, building_id, opened_at, read_at), update (read_at) on announcement_openings to stoop_viewer;
create policy see on announcement_openings for select to stoop_viewer using (
  person = (select viewer_id()) and building_id = (select viewer_building()));
create policy open on announcement_openings for insert to stoop_viewer with check (person = (select viewer_id())
  and building_id = (select viewer_building()) and announcement_id in (select a.id from announcements a));
create policy read_again on announcement_openings for update to stoop_viewer using (
  person = (select viewer_id()) and building_id = (select viewer_building()));
grant select, insert (person), delete on announcement_mutes to stoop_viewer;
create policy see on announcement_mutes for select to stoop_viewer using (
  person = (select viewer_id()) and (select viewer_building()) is not null);
create policy mute on announcement_mutes for insert to stoop_viewer with check (
  person = (select viewer_id()) and (select viewer_building()) is not null);
create policy unmute on announcement_mutes for delete to stoop_viewer using (
  person = (select viewer_id()) and (select viewer_building()) is not null);

-- contact_messages: written by anyone, read by admins.
grant select, insert (name, email, message) on contact_messages to stoop_viewer;
create policy see on contact_messages for select to stoop_viewer using ((select viewer_is_admin()));
create policy add on contact_messages for insert to stoop_viewer with check (true);

-- blocked_emails: read and removed by those who manage the building's members; added by decline_member().
grant select, delete on blocked_emails to stoop_viewer;
create policy see on blocked_emails for select to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')) or (select viewer_is_admin()));
create policy unblock on blocked_emails for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));

-- units, unit_holders: read by the building's residents, written by those who manage its members. Triggers add what who is accepted
-- wrote, and remove what who leaves held.
grant select, insert (id, building_id, number, weight), update (number, weight), delete on units to stoop_viewer;
create policy see on units for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy add on units for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));
create policy change on units for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));
create policy remove on units for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));
grant select, insert (unit_id, building_id, profile_id, tie), update (tie), delete on unit_holders to stoop_viewer;
create policy see on unit_holders for select to stoop_viewer using (
  building_id = (select viewer_building()) or (select viewer_is_admin()));
create policy add on unit_holders for insert to stoop_viewer with check (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));
create policy change on unit_holders for update to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));
create policy remove on unit_holders for delete to stoop_viewer using (
  building_id = (select viewer_building()) and (select viewer_may('manage_members')));

-- events: the building's, the vendor's own; all for an admin, who causes what an admin decides. The actor must be the viewer. Of a
-- building's threads only its officers, of an announcement those who see it.
grant select, insert (actor, building_id, vendor_id, kind, subject, data) on events to stoop_viewer;
create policy see on events for select to stoop_viewer using (
  building_id = (select viewer_building()) and (kind not in ('message_sent', 'thread_read') or (select viewer_may('manage_visits')))
    and (kind not in ('announcement_drafted', 'announcement_changed', 'announcement_discarded', 'announcement_file_added',
        'announcement_file_removed', 'announcement_scheduled', 'announcement_unscheduled', 'announcement_sent', 'announcement_followed_up',
        'announcement_withdrawn', 'announcement_replied')
      or (select viewer_may('manage_announcements')) or subject in (select a.id from announcements a))
  or vendor_id = (select viewer_vendor()) or (select viewer_is_admin()));
create policy add on events for insert to stoop_viewer with check (
  actor is not distinct from (select viewer_id())
  and (building_id = (select viewer_building())
    or vendor_id = (select viewer_vendor()) and (building_id is null
      or exists (select from service_quotes q
                 where q.vendor_id = (select viewer_vendor()) and q.building_id = events.building_id))
    or building_id is null and vendor_id is null and (subject = (select viewer_id()) or kind = 'contact_message_sent')
    or (select viewer_is_admin()) and kind in ('compliance_verified', 'compliance_refused', 'requirements_changed', 'document_required',
      'visits_at_risk', 'transfer_details_changed', 'payment_received', 'payment_refunded', 'payment_taken_back', 'charge_retried',
      'vote_drafted', 'vote_changed', 'vote_discarded',
      'vote_scheduled', 'vote_unscheduled', 'vote_reworded', 'vote_cancelled', 'vote_certified', 'candidate_named')));
-- Crew: what happened at the visits that they are assigned to, and what concerns themselves.
create policy see_for_crew on events for select to stoop_viewer using ((select viewer_crew()) is not null
  and vendor_id = (select viewer_employer()) and (subject = (select viewer_crew())
    or subject = any ((select viewer_visits())::uuid[])));
create policy add_for_crew on events for insert to stoop_viewer with check (actor = (select viewer_crew())
  and vendor_id = (select viewer_employer()) and (building_id is null and subject = (select viewer_crew())
    or exists (select from appointments a where a.id = events.subject and a.building_id = events.building_id
      and a.assigned_to = (select viewer_crew()))));

-- account_links: one's own, to request a new e-mail address, to confirm the present one, and to void links. Who waits for
-- approval or a second factor only confirms. Reading a row does not reveal its token.
grant select, insert (user_id, purpose, email, expires_at), update (void_at) on account_links to stoop_viewer;
create policy see on account_links for select to stoop_viewer using (
  user_id = (select viewer_id()) and ((select viewer_kind()) not in ('pending', 'unsecured') or purpose = 'confirm_email'));
create policy ask on account_links for insert to stoop_viewer with check (
  user_id = (select viewer_id()) and case purpose
    when 'change_email' then (select viewer_kind()) not in ('pending', 'unsecured')
    when 'confirm_email' then email = (select p.email from profiles p where p.id = (select viewer_id()))
    else false end);
create policy make_void on account_links for update to stoop_viewer using (
  user_id = (select viewer_id()) and ((select viewer_kind()) not in ('pending', 'unsecured') or purpose = 'confirm_email'));

-- mails, demo_city, the tables of sign-in and the rate limits: only the system.

-- The views are read-only and run under the row rules of their tables.
grant select on quotes, quote_requests to stoop_viewer;
