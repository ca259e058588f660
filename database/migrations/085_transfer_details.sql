-- Earlier versions can serve.
-- How fees are paid by transfer, as an admin wrote it (product, 3.3).
create table transfer_details (
  only_row boolean primary key default true check (only_row),
  details text not null check (btrim(details) <> '' and length(details) <= 1000),
  changed_by uuid references profiles on delete set null,
  changed_at timestamptz not null
);
create index transfer_details_changed_by on transfer_details (changed_by);
