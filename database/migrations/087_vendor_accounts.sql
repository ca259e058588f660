-- Earlier versions can serve.
-- A vendor's own account at Stripe, through which buildings pay its invoices (product, 3.3; decision 62).
create table vendor_accounts (
  vendor_id uuid primary key references vendor_profiles,
  -- Null after the vendor took the portal's access away.
  account_id text unique check (length(account_id) <= 255),
  -- How often it did: another account has another key.
  disconnections smallint not null default 0,
  -- What Stripe says: whether it was told all that it asked, and whether the account takes payments.
  submitted boolean not null default false,
  takes_payments boolean not null default false,
  connected_by uuid references profiles on delete set null
);
create index vendor_accounts_connected_by on vendor_accounts (connected_by);

-- The money of an invoice goes to its vendor's account, that of a fee to the portal's.
create or replace function stripe_payment_is_owed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owed payables;
begin
  perform from invoices where id = new.payable_id for no key update;
  select * into owed from payables where id = new.payable_id and building_id = new.building_id for no key update;
  if owed.id is null or new.amount > owed.amount - owed.credited - owed.paid
      or owed.kind = 'fee' and new.amount <> owed.amount - owed.credited - owed.paid then
    raise check_violation using message = 'a payment is of what is owed', constraint = 'paid_at_most_what_is_owed';
  end if;
  if new.account_id is distinct from (select a.account_id from invoices i join vendor_accounts a on a.vendor_id = i.vendor_id
      where i.id = new.payable_id and a.takes_payments) or owed.kind = 'invoice' and new.account_id is null then
    raise check_violation using message = 'the money goes to whom it is owed', constraint = 'paid_to_whom_it_is_owed';
  end if;
  return null;
end $$;
