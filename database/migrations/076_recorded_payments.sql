-- Earlier versions can serve.
-- What a building paid of an approved invoice, outside the portal, is recorded by it (product, 3.3).
alter table payments
  drop constraint payments_amount_check,
  add constraint payments_amount_check check (amount between 1 and 1300000000),
  -- Who recorded it; null for the system.
  add column recorded_by uuid references profiles on delete set null,
  -- The number of a check or a transfer.
  add column reference text check (btrim(reference) <> '' and length(reference) <= 100);
create index payments_recorded_by on payments (recorded_by);

-- Who records a payment does not write what is owed.
alter function add_to_paid() security definer;
alter function add_to_paid() set search_path = public, pg_temp;

-- How much of it is paid, for its vendor, who sees no payables.
alter table invoices add column paid integer not null default 0 check (paid between 0 and coalesce(approved, 0));
comment on column invoices.paid is 'integer cents';
create function say_paid() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invoices set paid = new.paid where id = new.id;
  return null;
end $$;
create trigger invoices_paid after update of paid on payables for each row when (new.kind = 'invoice') execute function say_paid();
