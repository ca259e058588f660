-- Earlier versions can serve.
-- The owner of a card or bank account disputes a payment at their bank (product, 3.3; decision 63). Stripe takes the money back at once,
-- and gives it again, or not, when the bank has decided. Integer cents.
alter table accounts
  drop constraint accounts_kind_check,
  -- 'disputed': what was paid and a bank holds until it decides, below zero.
  add constraint accounts_kind_check check (kind in ('spend', 'owed', 'paid', 'disputed'));

create table chargebacks (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null,
  payable_id uuid not null,
  payment_id uuid not null,
  amount integer not null check (amount > 0),
  -- 'won': the payment stays. 'lost': it is gone, and what it was for is owed again.
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  dispute_id text not null unique check (length(dispute_id) <= 255),
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (id, building_id),
  check ((status = 'open') = (closed_at is null)),
  foreign key (payment_id, payable_id) references payments (id, payable_id),
  foreign key (payable_id, building_id) references payables (id, building_id)
);
comment on column chargebacks.amount is 'integer cents';
create index chargebacks_payment on chargebacks (payment_id, payable_id);
create index chargebacks_payable on chargebacks (payable_id, building_id);
create index chargebacks_building on chargebacks (building_id);

alter table payables
  -- What of `paid` a bank holds, and what of it was lost, which is owed again.
  add column disputed integer not null default 0,
  add column lost integer not null default 0,
  add constraint disputed_was_paid check (disputed between 0 and paid),
  drop constraint fees_are_paid_in_full,
  -- A bank may take a part.
  add constraint fees_are_paid_in_full check (kind <> 'fee' or lost > 0 or paid in (0, amount - credited));
comment on column payables.disputed is 'integer cents';
comment on column payables.lost is 'integer cents';

alter table transfers
  add column chargeback_id uuid,
  drop constraint transfers_kind_check,
  add constraint transfers_kind_check check (kind in ('charge', 'payment', 'reversal', 'credit', 'refund', 'credit_undone', 'refund_undone',
    'chargeback', 'chargeback_won', 'chargeback_lost')),
  drop constraint transfers_of,
  add constraint transfers_of check (
    num_nonnulls(payment_id, credit_note_id, refund_id, chargeback_id) = case kind when 'charge' then 0 else 1 end
    and case when kind = 'charge' then true when kind = 'credit' then credit_note_id is not null or refund_id is not null
      when kind in ('refund', 'credit_undone', 'refund_undone') then refund_id is not null
      when kind like 'chargeback%' then chargeback_id is not null else payment_id is not null end),
  add foreign key (chargeback_id, building_id) references chargebacks (id, building_id);
create unique index charged_back_once on transfers (chargeback_id, kind) where chargeback_id is not null;
create index transfers_chargeback on transfers (chargeback_id, building_id);

create function chargeback_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - '{status,closed_at}'::text[] <> to_jsonb(old) - '{status,closed_at}'::text[] or old.status <> 'open' then
    raise check_violation using message = 'a chargeback stays as the bank decided', constraint = 'chargebacks_stay';
  end if;
  return new;
end $$;
create trigger chargebacks_stay before update or delete on chargebacks for each row execute function chargeback_stays();

-- Locks in the order of payments: invoice, then what is owed.
create function book_chargeback() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_of_it integer;
  paid uuid := building_account(new.building_id, 'paid');
  disputed uuid := building_account(new.building_id, 'disputed');
  owed uuid := building_account(new.building_id, 'owed');
begin
  perform from invoices where id = new.payable_id for no key update;
  perform from payables where id = new.payable_id for no key update;
  if new.status = 'open' then
    select amount - (select coalesce(sum(amount), 0) from refunds where payment_id = new.payment_id and status <> 'failed')
        - (select coalesce(sum(amount), 0) from chargebacks where payment_id = new.payment_id and status <> 'won')
      into left_of_it from payments where id = new.payment_id and status = 'paid';
    if coalesce(left_of_it, -1) < 0 then
      raise check_violation using message = 'a chargeback is of what was paid', constraint = 'chargeback_is_left';
    end if;
  end if;
  update payables p set
    disputed = p.disputed + case new.status when 'open' then new.amount else -new.amount end,
    paid = p.paid - case new.status when 'lost' then new.amount else 0 end,
    lost = p.lost + case new.status when 'lost' then new.amount else 0 end
  where id = new.payable_id;
  insert into transfers (building_id, from_account, to_account, amount, payable_id, chargeback_id, kind)
  values (new.building_id, case new.status when 'open' then disputed when 'won' then paid else owed end,
    case new.status when 'open' then paid else disputed end, new.amount, new.payable_id, new.id,
    case new.status when 'open' then 'chargeback' else 'chargeback_' || new.status end);
  return null;
end $$;
create trigger chargebacks_booked after insert on chargebacks for each row execute function book_chargeback();
create trigger chargebacks_booked_later after update of status on chargebacks for each row
  when (old.status <> new.status) execute function book_chargeback();

-- What a bank holds or took back is not refunded as well.
create or replace function refund_is_left() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owed payables;
  paid_of_it integer;
  given_back integer;
begin
  perform from invoices where id = new.payable_id for no key update;
  select * into owed from payables where id = new.payable_id for no key update;
  select amount into paid_of_it from payments where id = new.payment_id and payable_id = new.payable_id and status = 'paid';
  select (select coalesce(sum(amount), 0) from refunds where payment_id = new.payment_id and status <> 'failed')
    + (select coalesce(sum(amount), 0) from chargebacks where payment_id = new.payment_id and status <> 'won') into given_back;
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
