-- Earlier versions can serve.
-- The space that a company's own files take: photos of its work, and what stands beside its prices. Compliance documents have a limit of
-- their own: without space for a renewed one, nobody could check in. Only the trigger changes it.
create table vendor_storage (
  vendor_id uuid primary key references vendor_profiles,
  used_bytes bigint not null check (used_bytes >= 0)
);

-- As count_file_space does for buildings, with the same quota.
create function count_vendor_space() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  vendor uuid := coalesce(new.vendor_id, old.vendor_id);
  added bigint := coalesce(file_space(new.file_size), 0) - coalesce(file_space(old.file_size), 0);
  total bigint;
begin
  insert into vendor_storage (vendor_id, used_bytes) values (vendor, 0) on conflict do nothing;
  update vendor_storage set used_bytes = used_bytes + added where vendor_id = vendor returning used_bytes into total;
  if added > 0 and total > nullif(current_setting('stoop.building_quota', true), '')::bigint then
    raise exception 'the files of a company exceed its quota'
      using errcode = 'check_violation', table = 'vendor_storage', constraint = 'vendor_quota';
  end if;
  return null;
end $$;

create constraint trigger quote_files_space after insert or delete or update of file_size on quote_files
  deferrable initially deferred for each row execute function count_vendor_space();
create constraint trigger portfolio_photos_space after insert or delete or update of file_size on portfolio_photos
  deferrable initially deferred for each row execute function count_vendor_space();

insert into vendor_storage (vendor_id, used_bytes)
select vendor_id, sum(file_space(file_size)) from (
  select vendor_id, file_size from quote_files
  union all select vendor_id, file_size from portfolio_photos) f
group by vendor_id;
