-- Photos and files of a request, at most ten for each round (product, 2.1).
create table request_files (
  -- Chosen by the browser: a file that is sent again is there once.
  id uuid primary key,
  building_service_id uuid not null,
  building_id uuid not null,
  round integer not null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now(),
  foreign key (building_service_id, round) references request_rounds (building_service_id, round),
  foreign key (building_id) references buildings
);
create index request_files_round on request_files (building_service_id, round, added_at);
create index request_files_building on request_files (building_id);
create index request_files_added_by on request_files (added_by);

create function request_has_at_most_ten_files() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two files at once don't count without each other.
  perform from building_services where id = new.building_service_id for no key update;
  if (select count(*) from request_files where (building_service_id, round) = (new.building_service_id, new.round)) > 10 then
    raise check_violation using message = 'a request has at most ten files', constraint = 'request_files_ten';
  end if;
  return null;
end $$;
create trigger request_files_ten after insert on request_files for each row execute function request_has_at_most_ten_files();

create constraint trigger request_files_space after insert or delete or update of file_size on request_files
  deferrable initially deferred for each row execute function count_file_space();
-- Earlier versions can serve.
