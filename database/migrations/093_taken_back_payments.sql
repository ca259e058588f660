-- Earlier versions can serve.
-- A payment that was recorded by mistake is taken back (product, 3.3; decision 58): it stays in the history, the books are reversed, and
-- what it was for is open again.
alter table payments
  drop constraint payments_status_check,
  add constraint payments_status_check check (status in ('pending', 'paid', 'failed', 'taken_back'));

create table payment_take_backs (
  -- So each is taken back once.
  payment_id uuid primary key,
  building_id uuid not null,
  payable_id uuid not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  taken_back_by uuid references profiles on delete set null,
  taken_back_at timestamptz not null,
  foreign key (payment_id, payable_id) references payments (id, payable_id),
  foreign key (payable_id, building_id) references payables (id, building_id)
);
create index payment_take_backs_payment on payment_take_backs (payment_id, payable_id);
create index payment_take_backs_payable on payment_take_backs (payable_id, building_id);
create index payment_take_backs_building on payment_take_backs (building_id);
create index payment_take_backs_taken_back_by on payment_take_backs (taken_back_by);

-- After the row rules, so that it tells strangers nothing. Locks in the order of payments: invoice, then what is owed.
create function take_back_payment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from invoices where id = new.payable_id for no key update;
  perform from payables where id = new.payable_id for no key update;
  update payments set status = 'taken_back'
  where id = new.payment_id and payable_id = new.payable_id and building_id = new.building_id and status = 'paid'
    and not exists (select from stripe_payments where id = new.payment_id)
    and not exists (select from refunds where payment_id = new.payment_id and status <> 'failed');
  if not found then
    raise check_violation using message = 'only what was recorded by hand and did not go back is taken back', constraint = 'payment_is_recorded';
  end if;
  return null;
end $$;
create trigger take_back_payment after insert on payment_take_backs for each row execute function take_back_payment();
create function take_back_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Who took it back may leave.
  if tg_op = 'DELETE' or to_jsonb(new) - 'taken_back_by' <> to_jsonb(old) - 'taken_back_by'
      or new.taken_back_by is distinct from old.taken_back_by and new.taken_back_by is not null then
    raise check_violation using message = 'a payment that was taken back stays so', constraint = 'take_backs_stay';
  end if;
  return new;
end $$;
create trigger take_backs_stay before update or delete on payment_take_backs for each row execute function take_back_stays();

create function taken_back_payment_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status = 'taken_back' or not exists (select from payment_take_backs where payment_id = new.id) then
    raise check_violation using message = 'a payment that was taken back stays so', constraint = 'take_backs_stay';
  end if;
  return new;
end $$;
create trigger taken_back_payments_stay before update of status on payments for each row
  when (old.status <> new.status and 'taken_back' in (old.status, new.status)) execute function taken_back_payment_stays();

-- What is recorded by hand is not paid on Stripe's page as well: a page that is open is closed first. What is on its way from a bank may
-- pay the rest of an invoice. Its name comes after the trigger that adds the payment to what is paid, and so locks what is owed.
create function payment_has_no_page() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from stripe_payments s join payables o on o.id = s.payable_id
      where s.payable_id = new.payable_id and s.status in ('open', 'processing')
        and (s.status = 'open' or s.amount > o.amount - o.credited - o.paid)) then
    raise check_violation using message = 'a payment through Stripe is under way', constraint = 'payment_has_no_page';
  end if;
  return null;
end $$;
create trigger payments_without_page after insert on payments for each row when (new.recorded_by is not null)
  execute function payment_has_no_page();

-- Who recorded it may leave: what is paid stays as it is, also for a moment.
drop trigger payments_paid on payments;
create trigger payments_paid after insert or delete or update of status, amount, payable_id on payments for each row execute function add_to_paid();

-- A payment that nobody can ask Stripe about any more is closed, so that it holds nothing up. It may have been paid, so it is read once
-- Stripe answers, and nothing is charged in its place meanwhile.
alter table stripe_payments add column given_up_at timestamptz;
create index stripe_payments_given_up on stripe_payments (given_up_at) where given_up_at is not null;
