-- Building documents (section 3). The files lie where FILES_URL says; a row is written once its file is there.
create table building_documents (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size between 1 and 10485760),
  file_type text not null check (length(file_type) <= 100),
  document_type text not null check (document_type in ('pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png')),
  uploaded_by uuid references profiles on delete set null,
  created_at timestamptz not null default now()
);
comment on column building_documents.file_size is 'bytes';
comment on column building_documents.file_type is 'media type';
create index building_documents_building on building_documents (building_id, created_at desc, id);
create index building_documents_uploaded_by on building_documents (uploaded_by);
