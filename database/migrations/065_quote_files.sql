-- Earlier versions can serve.
-- A vendor's files beside its price, at most five for each quote (product, 2.4).
create table quote_files (
  -- Chosen by the browser: a file that is sent again is there once.
  id uuid primary key,
  service_quote_id uuid not null references service_quotes on delete cascade,
  building_id uuid not null references buildings,
  vendor_id uuid not null references vendor_profiles,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now()
);
create index quote_files_quote on quote_files (service_quote_id, added_at);
create index quote_files_building on quote_files (building_id);
create index quote_files_vendor on quote_files (vendor_id);
create index quote_files_added_by on quote_files (added_by);

create function quote_has_at_most_five_files() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two files at once don't count without each other.
  perform from service_quotes q where q.id = new.service_quote_id and q.vendor_id = new.vendor_id
    and q.building_id = new.building_id for no key update;
  if not found then
    raise check_violation using message = 'a file is of its quote’s vendor and building', constraint = 'quote_files_owner';
  end if;
  if (select count(*) from quote_files where service_quote_id = new.service_quote_id) > 5 then
    raise check_violation using message = 'a quote has at most five files', constraint = 'quote_files_five';
  end if;
  return null;
end $$;
create trigger quote_files_five after insert on quote_files for each row execute function quote_has_at_most_five_files();
