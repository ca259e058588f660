-- The space that a building's files take, for its quota. Only the trigger changes it.
create table building_storage (
  building_id uuid primary key references buildings,
  used_bytes bigint not null check (used_bytes >= 0)
);

-- A file takes whole blocks, as on a disk. Counted in bytes, millions of tiny files would pass the quota.
create function file_space(file_size integer) returns bigint language sql immutable
  return (file_size::bigint + 4095) / 4096 * 4096;

-- Deferred, so that the row of a building's uploads is locked only during the commit. The portal sets the quota for the
-- transaction of an upload.
create function count_file_space() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  building uuid := coalesce(new.building_id, old.building_id);
  added bigint := coalesce(file_space(new.file_size), 0) - coalesce(file_space(old.file_size), 0);
  total bigint;
begin
  insert into building_storage (building_id, used_bytes) values (building, 0) on conflict do nothing;
  update building_storage set used_bytes = used_bytes + added where building_id = building returning used_bytes into total;
  if added > 0 and total > nullif(current_setting('stoop.building_quota', true), '')::bigint then
    raise exception 'the files of a building exceed its quota'
      using errcode = 'check_violation', table = 'building_storage', constraint = 'building_quota';
  end if;
  return null;
end $$;

-- Each table of files that belong to buildings has this trigger.
create constraint trigger building_documents_space after insert or delete or update of file_size on building_documents
  deferrable initially deferred for each row execute function count_file_space();

insert into building_storage (building_id, used_bytes)
select building_id, sum(file_space(file_size)) from building_documents group by building_id;

-- Names of stored files that were given out: two servers never store under the same one. Old rows are deleted.
create table file_keys (
  key text primary key check (length(key) <= 200),
  claimed_at timestamptz not null default now()
);
create index file_keys_claimed_at on file_keys (claimed_at);
