-- Earlier versions can serve.
-- What a building spends is summed over its visits and lines of invoices (product, 3.5; decision 60). Each line carries its part of the
-- invoice's tax, so that a sum of lines needs no other row.
alter table invoice_lines
  -- Null in a draft. Cumulated and rounded in the order of the lines, so that the parts of what is kept are the tax on it.
  add column tax integer check (tax >= 0);
comment on column invoice_lines.tax is 'integer cents';

create function share_tax(invoice uuid, rate smallint) returns void language sql
  set search_path = pg_catalog, public, pg_temp as $$
  update invoice_lines l set tax = s.tax from (
    select id, case when is_kept then ((upto * rate + 5000) / 10000 - ((upto - amount) * rate + 5000) / 10000)::integer else 0 end as tax
    from (select id, amount, is_kept, sum(amount) filter (where is_kept) over (order by position) as upto
      from (select id, position, amount, refused_reason is null and credit_note_id is null as is_kept
        from invoice_lines where invoice_id = invoice) line) cumulated) s
  where l.id = s.id and l.tax is distinct from s.tax $$;
create function share_tax_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform share_tax(new.id, new.tax_rate);
  return null;
end $$;
-- When it is sent, and when lines of it are refused or credited.
create trigger invoice_tax_shared after update of status, approved, credited on invoices for each row
  when (new.status <> 'draft' and (old.status, old.approved, old.credited) is distinct from (new.status, new.approved, new.credited))
  execute function share_tax_again();

-- Nothing else of these lines changes.
alter table invoice_lines disable trigger user;
select share_tax(id, tax_rate) from invoices where status <> 'draft';
alter table invoice_lines enable trigger user;

create index invoice_lines_extra on invoice_lines (invoice_id) where kind = 'extra';
create index invoice_lines_of_visit on invoice_lines (building_id, appointment_id) include (amount, tax)
  where appointment_id is not null and credit_note_id is null and tax is not null;
