-- Earlier versions can serve.
-- What a building and a vendor write to each other about an invoice that the building disputes (product, 3.2).
create table invoice_messages (
  -- Chosen by the sender: one that is sent again is there once.
  id uuid primary key,
  -- In the order in which they came.
  number bigint generated always as identity,
  invoice_id uuid not null,
  building_id uuid not null,
  vendor_id uuid not null,
  side text not null check (side in ('vendor', 'captain')),
  person uuid references profiles on delete set null,
  words text not null check (btrim(words) <> '' and length(words) <= 5000),
  sent_at timestamptz not null,
  foreign key (invoice_id, building_id, vendor_id) references invoices (id, building_id, vendor_id)
);
create index invoice_messages_invoice on invoice_messages (invoice_id, building_id, vendor_id);
create index invoice_messages_person on invoice_messages (person);

-- Who writes waits for a decision, and an invoice that is decided gets no more. After the row rules.
create function invoice_is_disputed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select status from invoices where id = new.invoice_id for share) <> 'disputed' then
    raise check_violation using message = 'this invoice is not disputed', constraint = 'invoice_is_disputed';
  end if;
  return null;
end $$;
create trigger invoice_is_disputed after insert on invoice_messages for each row execute function invoice_is_disputed();
create function invoice_message_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Who wrote it may leave.
  if tg_op = 'DELETE' or to_jsonb(new) - 'person' <> to_jsonb(old) - 'person' or new.person <> old.person then
    raise check_violation using message = 'what was written stays', constraint = 'invoice_messages_stay';
  end if;
  return new;
end $$;
create trigger invoice_messages_stay before update or delete on invoice_messages for each row execute function invoice_message_stays();
