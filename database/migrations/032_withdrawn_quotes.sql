-- Earlier versions can serve.
-- A quote that was closed because its request was withdrawn: its vendor reads that, and not that another was chosen.
alter table service_quotes
  add column withdrawn boolean not null default false,
  add check (not withdrawn or status = 'declined');
update service_quotes q set withdrawn = true
  where q.status = 'declined' and exists (select from events e where e.subject = q.id and e.kind = 'request_withdrawn');
