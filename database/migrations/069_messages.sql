-- Earlier versions can serve.
-- What a building's officers and the vendor of an accepted quote write to each other (product, 2.10): each message with its number in
-- the thread of its quote.
create table messages (
  -- Chosen by the sender: one that is sent again is there once.
  id uuid primary key,
  service_quote_id uuid not null,
  building_service_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  number integer not null check (number > 0),
  side text not null check (side in ('vendor', 'captain')),
  person uuid references profiles on delete set null,
  words text check (btrim(words) <> '' and length(words) <= 5000),
  file_count smallint not null check (file_count between 0 and 5),
  by_mail boolean not null,
  sent_at timestamptz not null,
  check (words is not null or file_count > 0),
  unique (service_quote_id, number),
  unique (id, service_quote_id, side),
  foreign key (service_quote_id, building_service_id, building_id, vendor_id)
    references service_quotes (id, building_service_id, building_id, vendor_id)
);
create index messages_building on messages (building_id);
create index messages_vendor on messages (vendor_id);
create index messages_person on messages (person);

-- A file is sent before its message, which then names it. One that no message names within a day is removed.
create table message_files (
  id uuid primary key,
  service_quote_id uuid not null,
  building_service_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  side text not null check (side in ('vendor', 'captain')),
  message_id uuid,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now(),
  foreign key (message_id, service_quote_id, side) references messages (id, service_quote_id, side),
  foreign key (service_quote_id, building_service_id, building_id, vendor_id)
    references service_quotes (id, building_service_id, building_id, vendor_id)
);
create index message_files_message on message_files (message_id, service_quote_id, side);
create index message_files_quote on message_files (service_quote_id, added_by) where message_id is null;
create index message_files_quote_all on message_files (service_quote_id, building_service_id, building_id, vendor_id);
create index message_files_building on message_files (building_id);
create index message_files_vendor on message_files (vendor_id);
create index message_files_added_by on message_files (added_by);

-- Up to which message a person has read a thread.
create table message_reads (
  service_quote_id uuid not null,
  person uuid not null references profiles on delete cascade,
  building_service_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  side text not null check (side in ('vendor', 'captain')),
  number integer not null check (number > 0),
  read_at timestamptz not null,
  primary key (service_quote_id, person),
  foreign key (service_quote_id, building_service_id, building_id, vendor_id)
    references service_quotes (id, building_service_id, building_id, vendor_id)
);
create index message_reads_person on message_reads (person);
create index message_reads_building on message_reads (building_id);
create index message_reads_vendor on message_reads (vendor_id);

-- Answers by mail whose senders were told that they were not taken, or not all of them: once each.
create table refused_answers (
  id uuid primary key,
  mail_id bigint not null references mails on delete cascade,
  told_at timestamptz not null default now()
);
create index refused_answers_mail on refused_answers (mail_id);

-- A message has the files that it counts, whoever adds one to it.
create function message_has_its_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  message uuid := case when tg_table_name = 'messages' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'message_id')::uuid end;
begin
  if message is not null and (select file_count from messages where id = message)
      <> (select count(*) from message_files where message_id = message) then
    raise check_violation using message = 'a message has the files that it counts', constraint = 'messages_files';
  end if;
  return null;
end $$;
create constraint trigger messages_files after insert on messages deferrable initially deferred
  for each row execute function message_has_its_files();
create constraint trigger message_files_message after update of message_id on message_files deferrable initially deferred
  for each row execute function message_has_its_files();

-- Each side's files count in its own space.
create constraint trigger message_files_added_space after insert on message_files deferrable initially deferred
  for each row when (new.side = 'captain') execute function count_file_space();
create constraint trigger message_files_removed_space after delete on message_files deferrable initially deferred
  for each row when (old.side = 'captain') execute function count_file_space();
create constraint trigger message_files_added_vendor_space after insert on message_files deferrable initially deferred
  for each row when (new.side = 'vendor') execute function count_vendor_space();
create constraint trigger message_files_removed_vendor_space after delete on message_files deferrable initially deferred
  for each row when (old.side = 'vendor') execute function count_vendor_space();
