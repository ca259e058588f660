-- A payable is anything that a building owes: a service fee now, a vendor's invoice later. The table of its kind (fees) has
-- a row with the same id. Payments pay payables. Money is integer cents.
create table payables (
  id uuid primary key,
  building_id uuid not null references buildings,
  kind text not null check (kind in ('fee')),
  amount integer not null check (amount between 1 and 100000000),
  due_date date not null,
  -- The sum of its payments with the status paid, kept by a trigger.
  paid integer not null default 0,
  created_at timestamptz not null default now(),
  unique (id, building_id),
  constraint paid_at_most_what_is_owed check (paid between 0 and amount),
  constraint fees_are_paid_in_full check (kind <> 'fee' or paid in (0, amount))
);
comment on column payables.amount is 'integer cents';
comment on column payables.paid is 'integer cents';
create index payables_unpaid on payables (building_id, due_date) where paid < amount;
create index payables_building on payables (building_id);

insert into payables (id, building_id, kind, amount, due_date, paid, created_at)
select f.id, f.building_id, 'fee', f.amount, f.due_date,
  coalesce((select sum(p.amount) from payments p where p.fee_id = f.id and p.status = 'paid'), 0), f.created_at
from fees f;

alter table payments rename column fee_id to payable_id;
alter table payments
  drop constraint payments_fee_id_building_id_fkey,
  add constraint payments_payable foreign key (payable_id, building_id) references payables (id, building_id);
alter index payments_fee rename to payments_of_payable;
drop index one_paid_payment; -- The checks of payables replace it.

-- Its building, amount and due date are the payable's; month and kind are its own.
alter table fees
  drop constraint fees_id_building_id_key,
  drop column amount,
  drop column due_date,
  drop column created_at,
  add constraint fees_payable foreign key (id, building_id) references payables (id, building_id);

-- Adding to one row makes concurrent payments wait for each other, so the checks of payables hold for all of them.
create function add_to_paid() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'paid' then
    update payables set paid = paid - old.amount where id = old.payable_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'paid' then
    update payables set paid = paid + new.amount where id = new.payable_id;
  end if;
  return null;
end $$;
create trigger payments_paid after insert or update or delete on payments for each row execute function add_to_paid();
