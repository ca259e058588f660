-- Earlier versions can serve.
-- A vendor's invoices (product, 3.1; decision 57). Integer cents.
create table invoices (
  -- Chosen by the browser: one that is sent again is there once.
  id uuid primary key,
  vendor_id uuid not null references vendor_profiles,
  building_id uuid not null references buildings,
  number text not null check (btrim(number) <> '' and length(number) <= 30),
  status text not null default 'draft' check (status in ('draft', 'sent')),
  date date not null,
  due_date date not null check (due_date between date and date + 365),
  -- In hundredths of a percent.
  tax_rate smallint not null check (tax_rate between 0 and 3000),
  note text check (btrim(note) <> '' and length(note) <= 1000),
  -- The sum of its lines, kept equal by a trigger.
  subtotal integer not null check (subtotal between 1 and 1000000000),
  tax integer not null check (tax = (subtotal::bigint * tax_rate + 5000) / 10000),
  total integer not null check (total = subtotal + tax),
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  sent_by uuid references profiles on delete set null,
  sent_at timestamptz,
  -- Names and addresses of both sides as they were when it was sent, a line each.
  sent_from text,
  sent_to text,
  check ((status = 'draft') = (sent_at is null)),
  constraint one_number_a_vendor unique (vendor_id, number),
  unique (id, building_id, vendor_id)
);
comment on column invoices.subtotal is 'integer cents';
comment on column invoices.tax is 'integer cents';
comment on column invoices.total is 'integer cents';
create index invoices_of_vendor on invoices (vendor_id, date desc, id);
create index invoices_of_vendor_status on invoices (vendor_id, status, date desc, id);
create index invoices_of_building on invoices (building_id, date desc, id) where status <> 'draft';
create index invoices_building on invoices (building_id);
create index invoices_created_by on invoices (created_by);
create index invoices_sent_by on invoices (sent_by);

alter table service_quotes add constraint service_quotes_of_invoice unique (id, building_id, vendor_id);

-- A finished visit, the one-time price of an accepted quote, or an extra that nobody agreed to before.
create table invoice_lines (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  position smallint not null check (position between 1 and 100),
  kind text not null check (kind in ('visit', 'start', 'extra')),
  appointment_id uuid,
  service_quote_id uuid,
  description text check (btrim(description) <> '' and length(description) <= 200),
  amount integer not null check (amount between 1 and 100000000),
  check ((kind = 'visit') = (appointment_id is not null)),
  check ((kind = 'start') = (service_quote_id is not null)),
  check ((kind = 'extra') = (description is not null)),
  unique (invoice_id, position),
  foreign key (invoice_id, building_id, vendor_id) references invoices (id, building_id, vendor_id) on delete cascade,
  foreign key (appointment_id, building_id, vendor_id) references appointments (id, building_id, vendor_id),
  foreign key (service_quote_id, building_id, vendor_id) references service_quotes (id, building_id, vendor_id)
);
comment on column invoice_lines.amount is 'integer cents';
-- A visit is invoiced once, and so is what is paid once.
create unique index visit_invoiced_once on invoice_lines (appointment_id) where appointment_id is not null;
create unique index start_invoiced_once on invoice_lines (service_quote_id) where service_quote_id is not null;
create index invoice_lines_invoice on invoice_lines (invoice_id, building_id, vendor_id);
create index invoice_lines_visit on invoice_lines (appointment_id, building_id, vendor_id);
create index invoice_lines_quote on invoice_lines (service_quote_id, building_id, vendor_id);

-- What was agreed for a visit, in cents: its quote's price, or that of the last renewal before its nominal day.
create function agreed_visit_price(quote uuid, nominal date) returns integer language sql stable
  return coalesce((select r.price from renewals r where r.service_quote_id = quote and r.answer = 'agreed' and r.from_date <= nominal
    order by r.from_date desc limit 1), (select agreed_price from service_quotes where id = quote));

-- A line is of a finished visit, and at most what was agreed, whoever writes it. After the row rules, so that nobody learns more than they
-- see. The lock waits for a dispute that begins meanwhile.
create function line_is_due() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due integer;
begin
  if (select status from invoices where id = new.invoice_id for share) <> 'draft' then
    raise check_violation using message = 'a sent invoice stays as it is', constraint = 'invoices_stay';
  end if;
  if tg_op = 'UPDATE' and new.invoice_id <> old.invoice_id then
    raise check_violation using message = 'a line stays on its invoice', constraint = 'invoices_stay';
  end if;
  if new.kind = 'visit' then
    perform from appointments where id = new.appointment_id for share;
    select agreed_visit_price(service_quote_id, nominal_date) into due from appointments
      where id = new.appointment_id and status = 'completed';
  elsif new.kind = 'start' then
    perform from appointments where service_quote_id = new.service_quote_id and status = 'completed' order by scheduled_date, id limit 1 for share;
    select once_price into due from service_quotes q where q.id = new.service_quote_id and q.status = 'accepted'
      and exists (select from appointments a where a.service_quote_id = q.id and a.status = 'completed');
  else
    due := new.amount;
  end if;
  if new.amount > coalesce(due, 0) then
    raise check_violation using message = 'a line is of a finished visit, at most at its agreed price', constraint = 'line_is_due';
  end if;
  return null;
end $$;
create trigger line_is_due after insert or update on invoice_lines for each row execute function line_is_due();

-- What was sent stays, with its lines; and only finished visits are sent.
create function invoice_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Who wrote it may leave.
  if old.status <> 'draft' and (tg_op = 'DELETE'
      or to_jsonb(new) - '{created_by,sent_by}'::text[] <> to_jsonb(old) - '{created_by,sent_by}'::text[]) then
    raise check_violation using message = 'a sent invoice stays as it is', constraint = 'invoices_stay';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if old.status = 'draft' and new.status <> 'draft' then
    perform from appointments a join invoice_lines l on l.appointment_id = a.id where l.invoice_id = new.id order by a.id for share of a;
    if exists (select from invoice_lines l join appointments a on a.id = l.appointment_id
        where l.invoice_id = new.id and a.status <> 'completed')
      or exists (select from invoice_lines l where l.invoice_id = new.id and l.kind = 'start' and not exists (
        select from appointments a where a.service_quote_id = l.service_quote_id and a.status = 'completed')) then
      raise check_violation using message = 'a visit of this invoice is not finished', constraint = 'line_is_due';
    end if;
  end if;
  return new;
end $$;
create trigger invoices_stay before update or delete on invoices for each row execute function invoice_stays();
-- A finished visit can be taken back for a moment, but not once an invoice names it.
create function invoiced_visit_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from invoice_lines where appointment_id = new.id) then
    raise check_violation using message = 'this visit is on an invoice', constraint = 'invoiced_visit_stays';
  end if;
  return new;
end $$;
create trigger invoiced_visit_stays before update of status on appointments for each row
  when (old.status = 'completed' and new.status not in ('completed', 'disputed')) execute function invoiced_visit_stays();
create function sent_line_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Without its invoice it goes with it.
  if exists (select from invoices where id = old.invoice_id and status <> 'draft') then
    raise check_violation using message = 'a sent invoice stays as it is', constraint = 'invoices_stay';
  end if;
  return old;
end $$;
create trigger sent_line_stays before delete on invoice_lines for each row execute function sent_line_stays();

create function invoice_adds_up() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invoice uuid := case when tg_table_name = 'invoices' then (to_jsonb(new) ->> 'id')::uuid
    else coalesce((to_jsonb(new) ->> 'invoice_id')::uuid, (to_jsonb(old) ->> 'invoice_id')::uuid) end;
begin
  if (select subtotal from invoices where id = invoice)
      <> (select coalesce(sum(amount), 0) from invoice_lines where invoice_id = invoice) then
    raise check_violation using message = 'an invoice is the sum of its lines', constraint = 'invoices_sum';
  end if;
  return null;
end $$;
create constraint trigger invoices_sum after insert or update of subtotal on invoices deferrable initially deferred
  for each row execute function invoice_adds_up();
create constraint trigger invoice_lines_sum after insert or update or delete on invoice_lines deferrable initially deferred
  for each row execute function invoice_adds_up();
