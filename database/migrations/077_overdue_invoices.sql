-- Earlier versions can serve.
-- A building is reminded of an overdue invoice (product, 3.2).
-- How many days after its due date it was reminded last.
alter table invoices add column reminded_days smallint not null default 0 check (reminded_days >= 0);
create index invoices_open on invoices (due_date) where status = 'sent' or status = 'approved' and paid < approved;
