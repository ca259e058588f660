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
  -- What the bank says, and what of it is left of the payment after its refunds and the chargebacks before it: that much is in the books.
  claimed integer not null check (claimed > 0),
  amount integer not null default 0 check (amount between 0 and claimed),
  -- 'won': the payment stays. 'lost': it is gone, and what it was for is owed again. Banks take appeals: then it is open again.
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  dispute_id text not null unique check (length(dispute_id) <= 255),
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (id, building_id),
  check ((status = 'open') = (closed_at is null)),
  check (status <> 'won' or amount = 0),
  foreign key (payment_id, payable_id) references payments (id, payable_id),
  foreign key (payable_id, building_id) references payables (id, building_id)
);
comment on column chargebacks.claimed is 'integer cents';
comment on column chargebacks.amount is 'integer cents';
create index chargebacks_payment on chargebacks (payment_id, payable_id);
create index chargebacks_payable on chargebacks (payable_id, building_id);
create index chargebacks_building on chargebacks (building_id);

alter table payables
  -- What of `paid` a bank holds, and what of it was lost, which is owed again.
  add column disputed integer not null default 0,
  add column lost integer not null default 0,
  -- Whether a bank ever returned some of it, maybe a part, or a refund that did not arrive. Either may come back when it was paid again:
  -- then too much is paid.
  add column charged_back boolean not null default false,
  add constraint disputed_was_paid check (disputed between 0 and paid),
  drop constraint paid_at_most_what_is_owed,
  add constraint paid_at_most_what_is_owed check (paid >= 0 and (charged_back or paid <= amount)),
  drop constraint fees_are_paid_in_full,
  add constraint fees_are_paid_in_full check (kind <> 'fee' or charged_back or paid in (0, amount - credited));
comment on column payables.disputed is 'integer cents';
comment on column payables.lost is 'integer cents';
-- `payables` says at most how much is paid.
alter table invoices
  drop constraint invoices_paid_check,
  add constraint invoices_paid_check check (paid >= 0);

alter table transfers
  add column chargeback_id uuid,
  drop constraint transfers_kind_check,
  -- 'chargeback': a bank holds it; 'chargeback_won': no more; 'chargeback_lost': it returned it; 'chargeback_undone': not after all.
  add constraint transfers_kind_check check (kind in ('charge', 'payment', 'reversal', 'credit', 'refund', 'credit_undone', 'refund_undone',
    'chargeback', 'chargeback_won', 'chargeback_lost', 'chargeback_undone')),
  drop constraint transfers_of,
  add constraint transfers_of check (
    num_nonnulls(payment_id, credit_note_id, refund_id, chargeback_id) = case kind when 'charge' then 0 else 1 end
    and case when kind = 'charge' then true when kind = 'credit' then credit_note_id is not null or refund_id is not null
      when kind in ('refund', 'credit_undone', 'refund_undone') then refund_id is not null
      when kind like 'chargeback%' then chargeback_id is not null else payment_id is not null end),
  add foreign key (chargeback_id, building_id) references chargebacks (id, building_id);
create index transfers_chargeback on transfers (chargeback_id, building_id);

create function chargeback_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - '{status,closed_at,amount}'::text[] <> to_jsonb(old) - '{status,closed_at,amount}'::text[] then
    raise check_violation using message = 'a chargeback stays as the bank says', constraint = 'chargebacks_stay';
  end if;
  if new.status = 'won' then
    new.amount = 0;
  end if;
  return new;
end $$;
create trigger chargebacks_stay before update or delete on chargebacks for each row execute function chargeback_stays();

-- What the chargebacks of a payment hold, the earliest first: what did not go back and is not on its way back. What becomes less, first, so
-- that no more is held than paid. Locks in the order of payments: invoice, then what is owed.
create function hold_chargebacks(of_payment uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  held record;
begin
  if not exists (select from chargebacks where payment_id = of_payment) then
    return;
  end if;
  perform from invoices where id = (select payable_id from payments where id = of_payment) for no key update;
  perform from payables where id = (select payable_id from payments where id = of_payment) for no key update;
  for held in
    select c.id, c.target from (
      select c.id, c.amount, greatest(0, least(c.claimed, p.amount
          - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status <> 'failed')
          - coalesce(sum(c.claimed) over (order by c.opened_at, c.id rows between unbounded preceding and 1 preceding), 0)))::int as target
      from chargebacks c join payments p on p.id = c.payment_id
      where c.payment_id = of_payment and c.status <> 'won' and p.status = 'paid') c
    where c.target <> c.amount order by c.target - c.amount
  loop
    update chargebacks set amount = held.target where id = held.id;
  end loop;
end $$;

-- Books the difference, in the same step.
create function book_chargeback() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_open integer := 0;
  was_lost integer := 0;
  is_open integer := case new.status when 'open' then new.amount else 0 end;
  is_lost integer := case new.status when 'lost' then new.amount else 0 end;
  paid uuid := building_account(new.building_id, 'paid');
  disputed uuid := building_account(new.building_id, 'disputed');
  owed uuid := building_account(new.building_id, 'owed');
begin
  perform from invoices where id = new.payable_id for no key update;
  perform from payables where id = new.payable_id for no key update;
  if tg_op = 'INSERT' then
    if not exists (select from payments where id = new.payment_id and status = 'paid') then
      raise check_violation using message = 'a chargeback is of what was paid', constraint = 'chargeback_is_left';
    end if;
  else
    was_open := case old.status when 'open' then old.amount else 0 end;
    was_lost := case old.status when 'lost' then old.amount else 0 end;
  end if;
  update payables p set charged_back = p.charged_back or is_lost > 0, disputed = p.disputed + is_open - was_open,
    paid = p.paid - is_lost + was_lost, lost = p.lost + is_lost - was_lost
  where id = new.payable_id;
  insert into transfers (building_id, from_account, to_account, amount, payable_id, chargeback_id, kind)
  select new.building_id, step.source, step.target, step.amount, new.payable_id, new.id, step.kind
  from (values (disputed, paid, is_open + is_lost - was_open - was_lost, 'chargeback'),
    (paid, disputed, was_open + was_lost - is_open - is_lost, 'chargeback_won'),
    (owed, disputed, is_lost - was_lost, 'chargeback_lost'),
    (disputed, owed, was_lost - is_lost, 'chargeback_undone')) step (source, target, amount, kind)
  where step.amount > 0;
  if tg_op = 'INSERT' or old.status <> new.status then
    perform hold_chargebacks(new.payment_id);
  end if;
  return null;
end $$;
create trigger chargebacks_booked after insert on chargebacks for each row execute function book_chargeback();
create trigger chargebacks_booked_later after update of status, amount on chargebacks for each row
  when (old.status <> new.status or old.amount <> new.amount) execute function book_chargeback();

-- What a bank holds or returned is not refunded as well. What was given back at Stripe itself is a fact, so less is held.
create or replace function refund_is_left() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owed payables;
  paid_of_it integer;
  given_back integer;
begin
  perform from invoices where id = new.payable_id for no key update;
  perform from payables where id = new.payable_id for no key update;
  if new.recorded_by is null then
    perform hold_chargebacks(new.payment_id);
  end if;
  select * into owed from payables where id = new.payable_id;
  select amount into paid_of_it from payments where id = new.payment_id and payable_id = new.payable_id and status = 'paid';
  select (select coalesce(sum(amount), 0) from refunds where payment_id = new.payment_id and status <> 'failed')
    + (select coalesce(sum(amount), 0) from chargebacks where payment_id = new.payment_id) into given_back;
  if coalesce(paid_of_it, 0) < given_back then
    raise check_violation using message = 'a refund is of what was paid', constraint = 'refund_is_left';
  end if;
  select coalesce(sum(amount), 0) into given_back from refunds where payable_id = new.payable_id and status = 'pending' and id <> new.id;
  -- What was given back at Stripe itself is a fact, and what it was paid for is owed again.
  if owed.kind = 'invoice' and new.recorded_by is not null and owed.paid - owed.disputed - given_back - new.amount < owed.amount - owed.credited then
    raise check_violation using message = 'what is owed is not refunded', constraint = 'refund_is_left';
  end if;
  return null;
end $$;

-- What was paid of a fee beyond what is owed goes back before the fee is owed less: a bank gave back what was paid again meanwhile.
create or replace function book_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fee payables;
  went boolean := new.status = 'done';
  credit integer := 0;
  spend uuid := building_account(new.building_id, 'spend');
  owed uuid := building_account(new.building_id, 'owed');
  paid uuid := building_account(new.building_id, 'paid');
begin
  perform from invoices where id = new.payable_id for no key update;
  select * into fee from payables where id = new.payable_id for no key update;
  if fee.kind = 'fee' and went then
    credit := new.amount - least(new.amount, greatest(0, fee.paid - (fee.amount - fee.credited)));
  elsif fee.kind = 'fee' then
    -- As much as it was owed less.
    select coalesce(sum(case kind when 'credit' then amount else -amount end), 0) into credit from transfers
      where refund_id = new.id and kind in ('credit', 'credit_undone');
  end if;
  update payables p set paid = p.paid - case when went then new.amount else -new.amount end,
    charged_back = p.charged_back or not went and p.paid + new.amount > p.amount,
    credited = p.credited + case when went then credit else -credit end
    where id = new.payable_id;
  insert into transfers (building_id, from_account, to_account, amount, payable_id, refund_id, kind)
  select new.building_id, case when went then step.source else step.target end, case when went then step.target else step.source end,
    step.amount, new.payable_id, new.id, step.kind || case when went then '' else '_undone' end
  from (values (spend, owed, 'credit', credit), (owed, paid, 'refund', new.amount)) step (source, target, kind, amount) where step.amount > 0;
  return null;
end $$;

-- What did not arrive is there for the bank. Its name comes after the trigger that books it.
create function hold_after_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform hold_chargebacks(new.payment_id);
  return null;
end $$;
create trigger refunds_failed_are_held after update of status on refunds for each row
  when (new.status = 'failed' and old.status <> 'failed') execute function hold_after_refund();

-- Who disputed a fee once would again, what was taken back a person pays, and what was given up may be paid: nothing of it is charged unless an admin has it charged.
create function charge_is_wanted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payables where id = new.payable_id and lost > 0)
      or exists (select from payment_take_backs where payable_id = new.payable_id)
      or exists (select from stripe_payments where payable_id = new.payable_id and given_up_at is not null) then
    raise check_violation using message = 'this fee is not charged by itself', constraint = 'charge_is_wanted';
  end if;
  return null;
end $$;
create trigger stripe_payment_is_wanted after insert on stripe_payments for each row
  when (new.kind = 'automatic' and new.started_by is null) execute function charge_is_wanted();

-- Earlier versions stored what Stripe said of disputes, and did nothing: the job reads those again that are to be tried from now on.
create index stripe_events_of_disputes on stripe_events (retry_at) where type like 'charge.dispute.%';
update stripe_events set retry_at = now() where type like 'charge.dispute.%';
