-- A vendor's insurance, licenses and W-9, which an admin verifies (product, 2.6).
create table compliance_documents (
  -- Chosen by the browser: a document that is sent again is there once.
  id uuid primary key,
  vendor_id uuid not null references vendor_profiles,
  kind text not null check (kind in ('insurance', 'license', 'w9')),
  number text check (btrim(number) <> '' and length(number) <= 60),
  -- In cents.
  amount bigint check (amount > 0),
  valid_from date not null,
  expires_on date check (expires_on >= valid_from),
  status text not null default 'waiting' check (status in ('waiting', 'verified', 'refused')),
  refused_reason text check (btrim(refused_reason) <> '' and length(refused_reason) <= 500),
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz,
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now(),
  unique (id, vendor_id),
  -- A tax number stands in the W-9 itself, and nowhere else.
  constraint compliance_documents_facts check (case kind
    when 'insurance' then num_nulls(number, amount, expires_on) = 0
    when 'license' then num_nulls(number, expires_on) = 0 and amount is null
    else num_nonnulls(number, amount, expires_on) = 0 end),
  constraint compliance_documents_decided check ((status = 'waiting') = (decided_at is null)
    and (status = 'refused') = (refused_reason is not null))
);
create index compliance_documents_vendor on compliance_documents (vendor_id, kind, expires_on);
create index compliance_documents_status on compliance_documents (status, added_at);
create index compliance_documents_decided_by on compliance_documents (decided_by);
create index compliance_documents_added_by on compliance_documents (added_by);

-- The file of each, in a table of its own: who may know that a document is valid may not read it.
create table compliance_files (
  document_id uuid primary key,
  vendor_id uuid not null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  foreign key (document_id, vendor_id) references compliance_documents (id, vendor_id) on delete cascade
);
create index compliance_files_vendor on compliance_files (vendor_id);

create function vendor_has_at_most_sixty_documents() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two at once don't count without each other.
  perform from vendor_profiles where id = new.vendor_id for no key update;
  if (select count(*) from compliance_documents where vendor_id = new.vendor_id) > 60 then
    raise check_violation using message = 'a vendor has at most sixty documents', constraint = 'compliance_documents_sixty';
  end if;
  return null;
end $$;
create trigger compliance_documents_sixty after insert on compliance_documents
  for each row execute function vendor_has_at_most_sixty_documents();

-- What was verified or refused stays as it was shown.
create function keep_compliance_facts() returns trigger language plpgsql as $$
begin
  raise exception 'the facts of a document do not change' using errcode = 'check_violation', constraint = 'compliance_facts_stay';
end $$;
create trigger compliance_facts_stay before update on compliance_documents for each row
  when ((new.id, new.vendor_id, new.kind, new.number, new.amount, new.valid_from, new.expires_on, new.added_at)
    is distinct from (old.id, old.vendor_id, old.kind, old.number, old.amount, old.valid_from, old.expires_on, old.added_at))
  execute function keep_compliance_facts();

-- So many days before a document expires its vendor and its buildings were told: once each.
create table compliance_notices (
  document_id uuid not null references compliance_documents on delete cascade,
  days integer not null check (days in (30, 14, 7)),
  sent_at timestamptz not null default now(),
  primary key (document_id, days)
);

-- Which documents a vendor needs for a visit of a service type. An admin decides; none to begin with.
create table service_requirements (
  service_type_id uuid not null references service_types,
  kind text not null check (kind in ('insurance', 'license', 'w9')),
  primary key (service_type_id, kind)
);
-- Earlier versions can serve: they neither ask nor require.
