-- Earlier versions can serve.
-- A vendor's files with an invoice (product, 3.1), and what proves a recorded payment (product, 3.3; decision 64): at most five each.
create table invoice_files (
  -- Chosen by the browser: a file that is sent again is there once.
  id uuid primary key,
  invoice_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now(),
  foreign key (invoice_id, building_id, vendor_id) references invoices (id, building_id, vendor_id) on delete cascade
);
create index invoice_files_invoice on invoice_files (invoice_id, building_id, vendor_id);
create index invoice_files_added_by on invoice_files (added_by);

create table payment_files (
  id uuid primary key,
  payment_id uuid not null references payments,
  -- Its payment's.
  invoice_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now(),
  foreign key (invoice_id, building_id, vendor_id) references invoices (id, building_id, vendor_id)
);
create index payment_files_payment on payment_files (payment_id, added_at);
create index payment_files_invoice on payment_files (invoice_id, building_id, vendor_id);
create index payment_files_added_by on payment_files (added_by);

-- The files of a draft are its vendor's to change; what was sent stays as it is. One after the other, so that two at once make no sixth,
-- and none comes after the invoice was sent.
create function invoice_files_stay() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  status text;
begin
  select i.status into status from invoices i where i.id = coalesce(new.invoice_id, old.invoice_id) for no key update;
  -- A discarded draft takes its files along.
  if status <> 'draft' then
    raise check_violation using message = 'a sent invoice stays as it is', constraint = 'invoices_stay';
  end if;
  if tg_op = 'INSERT' and (select count(*) from invoice_files where invoice_id = new.invoice_id) > 5 then
    raise check_violation using message = 'an invoice has at most five files', constraint = 'invoice_files_five';
  end if;
  return null;
end $$;
create trigger invoice_files_stay after insert or delete or update of invoice_id, file_name, file_path, file_size on invoice_files for each row execute function invoice_files_stay();

create function payment_has_at_most_five_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from payments p where p.id = new.payment_id and p.payable_id = new.invoice_id and p.building_id = new.building_id for no key update;
  if not found then
    raise check_violation using message = 'a file is of its payment’s invoice', constraint = 'payment_files_invoice';
  end if;
  if (select count(*) from payment_files where payment_id = new.payment_id) > 5 then
    raise check_violation using message = 'a payment has at most five files', constraint = 'payment_files_five';
  end if;
  return null;
end $$;
create trigger payment_files_five after insert on payment_files for each row execute function payment_has_at_most_five_files();

-- Each side's files count in its own space.
create constraint trigger invoice_files_space after insert or delete or update of file_size on invoice_files
  deferrable initially deferred for each row execute function count_vendor_space();
create constraint trigger payment_files_space after insert or delete or update of file_size on payment_files
  deferrable initially deferred for each row execute function count_file_space();
