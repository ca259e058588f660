-- Earlier versions can serve.
-- How to get into a building (product, 1.4): a table of its own, because vendors read buildings, and these only around their visits.
create table access_notes (
  building_id uuid primary key references buildings on delete cascade,
  notes text not null check (btrim(notes) <> '' and length(notes) <= 1000),
  changed_by uuid references profiles on delete set null,
  changed_at timestamptz not null default now()
);
create index access_notes_changed_by on access_notes (changed_by);

-- Each look of a vendor's person at the notes. A second look in the same minute adds no row.
create table access_looks (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  person uuid references profiles on delete set null,
  -- Their first name at that moment. It stays when the account is closed, and the building sees nothing else of them.
  person_name text not null check (length(person_name) <= 100),
  looked_at timestamptz not null check (extract(epoch from looked_at) % 60 = 0),
  foreign key (appointment_id, building_id, vendor_id) references appointments (id, building_id, vendor_id),
  unique (appointment_id, person, looked_at)
);
create index access_looks_building on access_looks (building_id, looked_at);
create index access_looks_vendor on access_looks (vendor_id);
create index access_looks_person on access_looks (person);
