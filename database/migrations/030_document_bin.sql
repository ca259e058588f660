-- A deleted document waits in the bin for 30 days, and its file with it. One that replaces another takes its place in the
-- list, so the list has an order of its own.
alter table building_documents
  add column listed_at timestamptz,
  add column deleted_at timestamptz,
  add column deleted_by uuid references profiles on delete set null,
  add check (deleted_by is null or deleted_at is not null);
update building_documents set listed_at = created_at;
alter table building_documents
  alter column listed_at set default now(),
  alter column listed_at set not null;

drop index building_documents_building;
create index building_documents_listed on building_documents (building_id, listed_at desc, created_at desc, id);
create index building_documents_bin on building_documents (building_id, deleted_at desc, id) where deleted_at is not null;
create index building_documents_purge on building_documents (deleted_at) where deleted_at is not null;
create index building_documents_deleted_by on building_documents (deleted_by);
