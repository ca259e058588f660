-- Earlier versions can serve.
-- A vendor credits lines of a sent invoice with a credit note (product, 3.1; decision 59). Integer cents.
create table credit_notes (
  -- Chosen by the browser: one that is sent again is there once.
  id uuid primary key,
  invoice_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  number text not null check (btrim(number) <> '' and length(number) <= 30),
  date date not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  -- The lines that are credited, whole.
  line_ids uuid[] not null check (cardinality(line_ids) between 1 and 100),
  subtotal integer not null check (subtotal > 0),
  -- The tax on the lines before, less that on those that are left: both rounded.
  tax integer not null check (tax >= 0),
  total integer not null check (total = subtotal + tax),
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null,
  constraint one_credit_number_a_vendor unique (vendor_id, number),
  unique (id, invoice_id),
  unique (id, building_id),
  foreign key (invoice_id, building_id, vendor_id) references invoices (id, building_id, vendor_id)
);
comment on column credit_notes.subtotal is 'integer cents';
comment on column credit_notes.tax is 'integer cents';
comment on column credit_notes.total is 'integer cents';
create index credit_notes_invoice on credit_notes (invoice_id, building_id, vendor_id);
create index credit_notes_created_by on credit_notes (created_by);

alter table invoice_lines
  -- The credit note that credits it.
  add column credit_note_id uuid,
  add foreign key (credit_note_id, invoice_id) references credit_notes (id, invoice_id);
create index invoice_lines_credit_note on invoice_lines (credit_note_id, invoice_id);
-- What was credited can be invoiced again.
drop index visit_invoiced_once;
create unique index visit_invoiced_once on invoice_lines (appointment_id) where appointment_id is not null and credit_note_id is null;
drop index start_invoiced_once;
create unique index start_invoiced_once on invoice_lines (service_quote_id)
  where service_quote_id is not null and refused_reason is null and credit_note_id is null;

alter table invoices
  -- The sum of its credit notes.
  add column credited integer not null default 0 check (credited between 0 and total),
  drop constraint invoices_status_check,
  -- 'credited': nothing of it is left.
  add constraint invoices_status_check check (status in ('draft', 'sent', 'disputed', 'approved', 'refused', 'credited')),
  drop constraint invoices_decided,
  add constraint invoices_decided check (
    case when status in ('approved', 'refused') then decided_at is not null when status <> 'credited' then decided_at is null else true end
    and (decided_at is null) = (approved is null) and (status = 'approved') = (coalesce(approved, 0) > 0)),
  -- What was paid and is credited afterwards, the vendor pays back.
  drop constraint invoices_check5,
  add constraint invoices_paid_check check (paid between 0 and total);
comment on column invoices.credited is 'integer cents';
comment on column invoices.approved is 'integer cents: what the building owes of it, with the tax, less what was credited since';

alter table payables add column credited integer not null default 0 check (credited between 0 and amount);
comment on column payables.credited is 'integer cents';
create function payable_is_open() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise check_violation using message = 'a payment is of what is owed', constraint = 'paid_at_most_what_is_owed';
end $$;
create trigger payable_is_open after update of paid on payables for each row
  when (new.paid > old.paid and new.paid > new.amount - new.credited) execute function payable_is_open();

alter table transfers
  add column credit_note_id uuid,
  drop constraint transfers_kind_check,
  -- 'credit': what was charged and is credited.
  add constraint transfers_kind_check check (kind in ('charge', 'payment', 'reversal', 'credit')),
  drop constraint transfers_check1,
  add constraint transfers_of check (num_nonnulls(payment_id, credit_note_id) = case kind when 'charge' then 0 else 1 end
    and (kind = 'credit') = (credit_note_id is not null)),
  add foreign key (credit_note_id, building_id) references credit_notes (id, building_id);
create unique index credited_once on transfers (credit_note_id) where credit_note_id is not null;
create index transfers_credit_note on transfers (credit_note_id, building_id);

-- What its lines that are neither refused nor credited come to, with the tax, in cents.
create function kept_total(invoice invoices) returns integer language sql stable
  return (select coalesce(sum(l.amount), 0) + (coalesce(sum(l.amount), 0)::bigint * invoice.tax_rate + 5000) / 10000
    from invoice_lines l where l.invoice_id = invoice.id and l.refused_reason is null and l.credit_note_id is null);

-- A credit note credits its lines, and what was owed for them, in the same step.
create function credit_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  credited_invoice invoices;
  total_before integer;
  total_after integer;
  credited_lines integer;
begin
  select * into credited_invoice from invoices where id = new.invoice_id for no key update;
  if credited_invoice.status not in ('sent', 'disputed', 'approved') then
    raise check_violation using message = 'nothing of this invoice can be credited', constraint = 'invoices_stay';
  end if;
  total_before := kept_total(credited_invoice);
  update invoice_lines set credit_note_id = new.id
  where invoice_id = new.invoice_id and id = any (new.line_ids) and refused_reason is null and credit_note_id is null;
  get diagnostics credited_lines = row_count;
  if credited_lines <> cardinality(new.line_ids) then
    raise check_violation using message = 'a line is credited once', constraint = 'line_credited_once';
  end if;
  total_after := kept_total(credited_invoice);
  if new.total <> total_before - total_after
      or new.subtotal <> (select sum(amount) from invoice_lines where credit_note_id = new.id) then
    raise check_violation using message = 'a credit note is the sum of its lines', constraint = 'credit_notes_sum';
  end if;
  if credited_invoice.status = 'approved' then
    update payables set credited = credited + new.total where id = new.invoice_id;
    insert into transfers (building_id, from_account, to_account, amount, payable_id, credit_note_id, kind)
    values (new.building_id, building_account(new.building_id, 'spend'), building_account(new.building_id, 'owed'), new.total,
      new.invoice_id, new.id, 'credit');
  end if;
  update invoices set credited = credited + new.total, approved = case when approved is not null then total_after end,
    status = case total_after when 0 then 'credited' else status end where id = new.invoice_id;
  return null;
end $$;
create trigger credit_lines after insert on credit_notes for each row execute function credit_lines();
create function credit_note_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Who wrote it may leave.
  if tg_op = 'DELETE' or to_jsonb(new) - 'created_by' <> to_jsonb(old) - 'created_by'
      or new.created_by is distinct from old.created_by and new.created_by is not null then
    raise check_violation using message = 'a credit note stays as it is', constraint = 'credit_notes_stay';
  end if;
  return new;
end $$;
create trigger credit_notes_stay before update or delete on credit_notes for each row execute function credit_note_stays();

-- What was sent stays, with its lines, until the building decides; then that stays, too, but for what is credited.
create or replace function invoice_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- Its building is reminded, its lines are credited, it is paid.
  free text[] := '{reminded_days,credited}';
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
    elsif old.status in ('approved', 'credited') then
      free := free || '{status,approved,paid}'::text[];
    end if;
    if tg_op = 'DELETE' or to_jsonb(new) - free <> to_jsonb(old) - free then
      raise check_violation using message = 'a sent invoice stays as it is', constraint = 'invoices_stay';
    end if;
  end if;
  if new.credited <> old.credited and new.credited <> (select coalesce(sum(total), 0) from credit_notes where invoice_id = new.id) then
    raise check_violation using message = 'what is credited is the sum of the credit notes', constraint = 'invoices_sum';
  end if;
  if new.status <> old.status then
    if new.status = 'draft' or (old.status = 'draft') <> (new.status = 'sent') or old.status in ('refused', 'credited')
        or old.status = 'approved' and new.status <> 'credited' then
      raise check_violation using message = 'an invoice is sent, and then decided', constraint = 'invoices_stay';
    end if;
    if new.status = 'credited' and (kept_total(new) > 0 or new.credited <= old.credited) then
      raise check_violation using message = 'an invoice is credited line by line', constraint = 'invoices_stay';
    end if;
    if new.status = 'sent' then
      select concat_ws(E'\n', v.company_name, nullif(concat_ws(', ', v.address, v.city, nullif(concat_ws(' ', v.state, v.zip_code), '')), '')),
        concat_ws(E'\n', b.name, concat_ws(', ', b.address, b.city, nullif(concat_ws(' ', b.state, b.zip_code), '')))
        into new.sent_from, new.sent_to
        from vendor_profiles v, buildings b where v.id = new.vendor_id and b.id = new.building_id;
    end if;
    if new.status in ('sent', 'approved', 'refused') then
      -- A dispute that begins meanwhile waits.
      perform from appointments a join invoice_lines l on l.appointment_id = a.id where l.invoice_id = new.id order by a.id for share of a;
      if exists (select from invoice_lines l join appointments a on a.id = l.appointment_id
          where l.invoice_id = new.id and l.refused_reason is null and l.credit_note_id is null and a.status <> 'completed')
        or exists (select from invoice_lines l where l.invoice_id = new.id and l.refused_reason is null and l.credit_note_id is null
          and l.kind = 'start' and not exists (
            select from appointments a where a.service_quote_id = l.service_quote_id and a.status = 'completed')) then
        raise check_violation using message = 'a visit of this invoice is not finished', constraint = 'line_is_due';
      end if;
    end if;
  end if;
  if new.approved is distinct from old.approved and new.approved <> kept_total(new) then
    raise check_violation using message = 'what is approved is the sum of the lines', constraint = 'invoices_sum';
  end if;
  return new;
end $$;

-- What was credited holds its visit no more.
create or replace function invoiced_visit_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from invoice_lines where appointment_id = new.id and credit_note_id is null) then
    raise check_violation using message = 'this visit is on an invoice', constraint = 'invoiced_visit_stays';
  end if;
  return new;
end $$;
create or replace function approved_visit_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from invoice_lines l join invoices i on i.id = l.invoice_id
      where l.appointment_id = new.id and l.credit_note_id is null and i.status = 'approved') then
    raise check_violation using message = 'this visit is on an approved invoice', constraint = 'approved_visit_stays';
  end if;
  return new;
end $$;
create or replace function line_is_refused_once() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.refused_reason is not null or old.credit_note_id is not null
      or (select status from invoices where id = new.invoice_id for share) not in ('sent', 'disputed') then
    raise check_violation using message = 'a decided invoice stays as it is', constraint = 'invoices_stay';
  end if;
  if new.kind <> 'extra' and not is_line_waived(new) then
    raise check_violation using message = 'what was agreed and done is not refused', constraint = 'line_is_due';
  end if;
  return null;
end $$;

-- A line is refused with the decision, not before it.
create function refused_with_decision() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select status from invoices where id = new.invoice_id) in ('sent', 'disputed') then
    raise check_violation using message = 'a line is refused with the decision', constraint = 'invoices_stay';
  end if;
  return null;
end $$;
create constraint trigger refused_with_decision after update of refused_reason on invoice_lines deferrable initially deferred
  for each row when (new.refused_reason is not null) execute function refused_with_decision();

-- The invoice before what is owed of it, as a credit note locks them: no deadlock.
create function lock_paid_invoice() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from invoices where id = new.payable_id for no key update;
  return new;
end $$;
create trigger lock_paid_invoice before insert or update of status on payments for each row execute function lock_paid_invoice();
