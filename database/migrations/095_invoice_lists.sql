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
