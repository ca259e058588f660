-- Earlier versions can serve.
-- Photos of visits have a quota of their own: vendors add them, and must not use up the space of a building's documents.
alter table building_storage add column photo_bytes bigint not null default 0 check (photo_bytes >= 0);

create or replace function count_file_space() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  building uuid := coalesce(new.building_id, old.building_id);
  added bigint := coalesce(file_space(new.file_size), 0) - coalesce(file_space(old.file_size), 0);
  total bigint;
begin
  insert into building_storage (building_id, used_bytes) values (building, 0) on conflict do nothing;
  if tg_table_name = 'visit_photos' then
    update building_storage set photo_bytes = photo_bytes + added where building_id = building returning photo_bytes into total;
  else
    update building_storage set used_bytes = used_bytes + added where building_id = building returning used_bytes into total;
  end if;
  if added > 0 and total > nullif(current_setting('stoop.building_quota', true), '')::bigint then
    raise exception 'the files of a building exceed its quota'
      using errcode = 'check_violation', table = 'building_storage', constraint = 'building_quota';
  end if;
  return null;
end $$;

update building_storage s set used_bytes = used_bytes - bytes, photo_bytes = bytes
from (select building_id, sum(file_space(file_size)) as bytes from visit_photos group by 1) photos
where photos.building_id = s.building_id;
