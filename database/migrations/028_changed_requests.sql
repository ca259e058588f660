-- The request changed after this price was sent: it can't be accepted before its vendor has confirmed or changed it.
alter table service_quotes
  add column for_earlier_request boolean not null default false,
  add check (not for_earlier_request or vendor_status = 'quoted');
