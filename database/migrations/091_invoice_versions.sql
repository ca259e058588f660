-- Earlier versions can serve.
-- Each change of a draft counts, so that nobody overwrites or sends what a colleague has changed meanwhile (product, 3.1; decision 64).
alter table invoices add column version integer not null default 1 check (version > 0);
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
-- The portal writes all of them with each change of the lines, too.
create trigger count_version before update of number, date, due_date, tax_rate, note, subtotal, tax, total on invoices for each row
  when (old.status = 'draft' and new.status = 'draft') execute function count_version();
