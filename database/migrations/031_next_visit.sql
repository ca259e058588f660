-- Earlier versions can serve.
-- Two changes of a service's visits at once: the second waits for the first, and then counts its visit, too.
create or replace function note_next_visit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A statement of its own: the update below sees what was committed while this one waited.
  perform from building_services where id in (select building_service_id from changed) order by id for no key update;
  update building_services s set next_scheduled_visit = (
    select min(a.scheduled_date) from appointments a where a.building_service_id = s.id and a.status = 'confirmed')
  where s.id in (select building_service_id from changed);
  return null;
end $$;
