-- Earlier versions can serve.
-- Money that goes back (product, 3.3, 3.6; decision 63). What is refunded of a fee is not owed any more; of an invoice only what was paid
-- beyond what is owed after its credit notes goes back.
create table refunds (
  id uuid primary key,
  building_id uuid not null,
  payable_id uuid not null,
  payment_id uuid not null,
  amount integer not null check (amount > 0),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  -- 'stripe': to where it came from; 'transfer': paid back outside the portal, and recorded.
  kind text not null check (kind in ('stripe', 'transfer')),
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  refund_id text unique check (length(refund_id) <= 255),
  failure text check (length(failure) <= 500),
  recorded_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  unique (id, building_id),
  check (kind = 'stripe' or status = 'done'),
  foreign key (payment_id, payable_id) references payments (id, payable_id),
  foreign key (payable_id, building_id) references payables (id, building_id)
);
comment on column refunds.amount is 'integer cents';
create index refunds_payment on refunds (payment_id, payable_id);
create index refunds_payable on refunds (payable_id, building_id);
create index refunds_building on refunds (building_id);
create index refunds_recorded_by on refunds (recorded_by);
create index refunds_pending on refunds (created_at) where status = 'pending';

alter table payables
  drop constraint fees_are_paid_in_full,
  add constraint fees_are_paid_in_full check (kind <> 'fee' or paid in (0, amount - credited));

-- A payment is of what is owed. What a failed refund puts back was paid before, so the payment is asked, not the sum.
drop trigger payable_is_open on payables;
drop function payable_is_open();
create function payment_is_owed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payables where id = new.payable_id and paid > amount - credited) then
    raise check_violation using message = 'a payment is of what is owed', constraint = 'paid_at_most_what_is_owed';
  end if;
  return null;
end $$;
-- Their names come after the trigger that adds the payment to what is paid.
create trigger payments_within_owed after insert on payments for each row when (new.status = 'paid') execute function payment_is_owed();
create trigger payments_within_owed_later after update of status on payments for each row
  when (new.status = 'paid' and old.status <> 'paid') execute function payment_is_owed();

alter table transfers
  add column refund_id uuid,
  drop constraint transfers_kind_check,
  -- 'refund': what was paid and went back; the last two: it did not arrive.
  add constraint transfers_kind_check check (kind in ('charge', 'payment', 'reversal', 'credit', 'refund', 'credit_undone', 'refund_undone')),
  drop constraint transfers_of,
  add constraint transfers_of check (num_nonnulls(payment_id, credit_note_id, refund_id) = case kind when 'charge' then 0 else 1 end
    and case kind when 'credit' then payment_id is null when 'refund' then refund_id is not null
      when 'credit_undone' then refund_id is not null when 'refund_undone' then refund_id is not null when 'charge' then true else payment_id is not null end),
  add foreign key (refund_id, building_id) references refunds (id, building_id);
create unique index refunded_once on transfers (refund_id, kind) where refund_id is not null;
create index transfers_refund on transfers (refund_id, building_id);

-- After the row rules, so that it tells strangers nothing. Locks in the order of payments: invoice, then what is owed.
create function refund_is_left() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owed payables;
  paid_of_it integer;
  given_back integer;
begin
  perform from invoices where id = new.payable_id for no key update;
  select * into owed from payables where id = new.payable_id for no key update;
  select amount into paid_of_it from payments where id = new.payment_id and payable_id = new.payable_id and status = 'paid';
  select coalesce(sum(amount), 0) into given_back from refunds where payment_id = new.payment_id and status <> 'failed';
  if coalesce(paid_of_it, 0) < given_back then
    raise check_violation using message = 'a refund is of what was paid', constraint = 'refund_is_left';
  end if;
  select coalesce(sum(amount), 0) into given_back from refunds where payable_id = new.payable_id and status = 'pending' and id <> new.id;
  -- What was given back at Stripe itself is a fact, and what it was paid for is owed again.
  if owed.kind = 'invoice' and new.recorded_by is not null and owed.paid - given_back - new.amount < owed.amount - owed.credited then
    raise check_violation using message = 'what is owed is not refunded', constraint = 'refund_is_left';
  end if;
  return null;
end $$;
-- Its name comes before that of the next one, and so does it.
create trigger refund_is_left after insert on refunds for each row execute function refund_is_left();

create function refund_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.amount, new.building_id, new.payable_id, new.payment_id, new.kind)
      is distinct from (old.amount, old.building_id, old.payable_id, old.payment_id, old.kind)
    -- A bank may send back what Stripe called done.
    or old.status <> 'pending' and new.status <> old.status and (old.kind, old.status, new.status) <> ('stripe', 'done', 'failed')
    or new.refund_id is distinct from old.refund_id and old.refund_id is not null then
    raise check_violation using message = 'a refund stays as it is', constraint = 'refunds_stay';
  end if;
  return new;
end $$;
create trigger refunds_stay before update on refunds for each row execute function refund_stays();

-- What went back is in the books in the same step; what did not arrive, the other way around.
create function book_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_fee boolean;
  went boolean := new.status = 'done';
  gone integer := case when new.status = 'done' then new.amount else -new.amount end;
  spend uuid := building_account(new.building_id, 'spend');
  owed uuid := building_account(new.building_id, 'owed');
  paid uuid := building_account(new.building_id, 'paid');
begin
  perform from invoices where id = new.payable_id for no key update;
  select kind = 'fee' into is_fee from payables where id = new.payable_id for no key update;
  update payables p set paid = p.paid - gone, credited = p.credited + case when is_fee then gone else 0 end
    where id = new.payable_id;
  insert into transfers (building_id, from_account, to_account, amount, payable_id, refund_id, kind)
  select new.building_id, case when went then step.source else step.target end, case when went then step.target else step.source end,
    new.amount, new.payable_id, new.id, step.kind || case when went then '' else '_undone' end
  from (values (spend, owed, 'credit', is_fee), (owed, paid, 'refund', true)) step (source, target, kind, is_booked) where step.is_booked;
  return null;
end $$;
create trigger refunds_booked after insert on refunds for each row when (new.status = 'done') execute function book_refund();
create trigger refunds_booked_later after update of status on refunds for each row
  when ((old.status = 'done') <> (new.status = 'done')) execute function book_refund();
