-- Earlier versions can serve.
-- A building approves or refuses what was sent to it (product, 3.2; decision 58). What it approves, it owes.
alter table payables
  drop constraint payables_kind_check,
  add constraint payables_kind_check check (kind in ('fee', 'invoice')),
  -- The largest invoice, with the highest tax.
  drop constraint payables_amount_check,
  add constraint payables_amount_check check (amount between 1 and 1300000000);

alter table invoices
  drop constraint invoices_status_check,
  add constraint invoices_status_check check (status in ('draft', 'sent', 'disputed', 'approved', 'refused')),
  -- What the building approved, with the tax on it.
  add column approved integer check (approved between 0 and total),
  add column decided_by uuid references profiles on delete set null,
  add column decided_at timestamptz,
  add constraint invoices_decided check (
    (status in ('approved', 'refused')) = (decided_at is not null) and (decided_at is null) = (approved is null)
    and (status = 'approved') = (coalesce(approved, 0) > 0));
comment on column invoices.approved is 'integer cents';
create index invoices_decided_by on invoices (decided_by);

alter table invoice_lines
  -- Why it is not paid.
  add column refused_reason text check (btrim(refused_reason) <> '' and length(refused_reason) <= 500);

-- A line is checked when it is written. That it is refused is said once, while its invoice waits for the building.
drop trigger line_is_due on invoice_lines;
create trigger line_is_due after insert or update of invoice_id, building_id, vendor_id, position, kind, appointment_id, service_quote_id,
  description, amount on invoice_lines for each row execute function line_is_due();
-- Whether what a line is for is not charged: its visit's dispute ended so, or no visit of its quote is left that pays the one-time price.
create function is_line_waived(line invoice_lines) returns boolean language sql stable
  return case line.kind
    when 'visit' then exists (select from visit_disputes d where d.appointment_id = line.appointment_id and d.outcome = 'waived')
    when 'start' then not exists (select from appointments a where a.service_quote_id = line.service_quote_id and (a.status = 'completed'
      or a.status = 'disputed' and not exists (select from visit_disputes d where d.appointment_id = a.id and d.outcome = 'waived')))
    else false end;
-- What is not charged can be invoiced again, once it is earned.
drop index start_invoiced_once;
create unique index start_invoiced_once on invoice_lines (service_quote_id) where service_quote_id is not null and refused_reason is null;
create function line_is_refused_once() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.refused_reason is not null or (select status from invoices where id = new.invoice_id for share) not in ('sent', 'disputed') then
    raise check_violation using message = 'a decided invoice stays as it is', constraint = 'invoices_stay';
  end if;
  if new.kind <> 'extra' and not is_line_waived(new) then
    raise check_violation using message = 'what was agreed and done is not refused', constraint = 'line_is_due';
  end if;
  return null;
end $$;
create trigger line_is_refused_once after update of refused_reason on invoice_lines for each row
  when (new.refused_reason is distinct from old.refused_reason) execute function line_is_refused_once();

-- What was sent stays, with its lines, until the building decides; then that stays, too.
create or replace function invoice_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- Its building is reminded.
  free text[] := '{reminded_days}';
begin
  if old.status = 'draft' then
    if tg_op = 'DELETE' then
      return old;
    end if;
  else
    -- Who wrote it may leave.
    free := free || array(select key from jsonb_each_text(to_jsonb(new)) where key in ('created_by', 'sent_by', 'decided_by') and value is null);
    if tg_op = 'UPDATE' and old.status in ('sent', 'disputed') then
      free := free || '{status,approved,decided_by,decided_at}'::text[];
    end if;
    -- It is paid later.
    if old.status = 'approved' then
      free := free || '{paid}'::text[];
    end if;
    if tg_op = 'DELETE' or to_jsonb(new) - free <> to_jsonb(old) - free then
      raise check_violation using message = 'a sent invoice stays as it is', constraint = 'invoices_stay';
    end if;
  end if;
  if new.status <> old.status then
    if new.status = 'draft' or (old.status = 'draft') <> (new.status = 'sent') or old.status in ('approved', 'refused') then
      raise check_violation using message = 'an invoice is sent, and then decided', constraint = 'invoices_stay';
    end if;
    if new.status = 'disputed' then
      return new;
    end if;
    if new.status = 'sent' then
      select concat_ws(E'\n', v.company_name, nullif(concat_ws(', ', v.address, v.city, nullif(concat_ws(' ', v.state, v.zip_code), '')), '')),
        concat_ws(E'\n', b.name, concat_ws(', ', b.address, b.city, nullif(concat_ws(' ', b.state, b.zip_code), '')))
        into new.sent_from, new.sent_to
        from vendor_profiles v, buildings b where v.id = new.vendor_id and b.id = new.building_id;
    end if;
    -- A dispute that begins meanwhile waits.
    perform from appointments a join invoice_lines l on l.appointment_id = a.id where l.invoice_id = new.id order by a.id for share of a;
    if exists (select from invoice_lines l join appointments a on a.id = l.appointment_id
        where l.invoice_id = new.id and l.refused_reason is null and a.status <> 'completed')
      or exists (select from invoice_lines l where l.invoice_id = new.id and l.refused_reason is null and l.kind = 'start'
        and not exists (select from appointments a where a.service_quote_id = l.service_quote_id and a.status = 'completed')) then
      raise check_violation using message = 'a visit of this invoice is not finished', constraint = 'line_is_due';
    end if;
    if new.approved <> (select coalesce(sum(amount), 0) + (coalesce(sum(amount), 0)::bigint * new.tax_rate + 5000) / 10000
        from invoice_lines where invoice_id = new.id and refused_reason is null) then
      raise check_violation using message = 'what is approved is the sum of the lines', constraint = 'invoices_sum';
    end if;
  end if;
  return new;
end $$;

-- What was approved is no more disputed.
create function approved_visit_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from invoice_lines l join invoices i on i.id = l.invoice_id
      where l.appointment_id = new.id and i.status = 'approved') then
    raise check_violation using message = 'this visit is on an approved invoice', constraint = 'approved_visit_stays';
  end if;
  return new;
end $$;
create trigger approved_visit_stays before update of status on appointments for each row
  when (old.status = 'completed' and new.status = 'disputed') execute function approved_visit_stays();

-- What is approved, the building owes, and so say the books.
create function owe_invoice() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payables (id, building_id, kind, amount, due_date) values (new.id, new.building_id, 'invoice', new.approved, new.due_date);
  return null;
end $$;
create trigger invoices_owed after update of status on invoices for each row
  when (old.status <> 'approved' and new.status = 'approved') execute function owe_invoice();
