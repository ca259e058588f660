-- Earlier versions can serve.
-- Pages, tabs and sums of a vendor's invoices are read from an index alone, however many there are. With what the row rules compare.
drop index invoices_of_vendor;
create index invoices_of_vendor on invoices (vendor_id, date desc, id) include (building_id, status);
drop index invoices_of_vendor_status;
-- An approved invoice is paid once nothing of it is open.
create index invoices_of_vendor_state on invoices
  (vendor_id, (case when status = 'approved' and paid >= approved then 'paid' else status end), date desc, id)
  include (building_id, status, approved, paid, total, credited);
-- The last number of a vendor.
create index invoices_last on invoices (vendor_id, created_at desc);

-- Who approved or refused it, by the name of that time: its vendor does not see the residents, and people leave.
alter table invoices add column decided_name text check (btrim(decided_name) <> '' and length(decided_name) <= 300);
create function name_decider() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select full_name into new.decided_name from profiles where id = new.decided_by;
  return new;
end $$;
-- Its name comes after that of invoices_stay, which refuses any later change.
create trigger name_decider before update of decided_at on invoices for each row
  when (old.decided_at is null and new.decided_at is not null) execute function name_decider();
alter table invoices disable trigger invoices_stay;
update invoices i set decided_name = p.full_name from profiles p where p.id = i.decided_by;
alter table invoices enable trigger invoices_stay;
