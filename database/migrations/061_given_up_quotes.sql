-- A vendor declines a request, or withdraws its quote, with a reason; and when the building first opened a quote (product, 2.4).
alter table service_quotes
  add column given_up_reason text check (btrim(given_up_reason) <> '' and length(given_up_reason) <= 500),
  add column opened_at timestamptz,
  add check (given_up_reason is null or status = 'declined' and not withdrawn);

create function given_up_quotes_stay() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then
    raise exception 'only an open quote is given up, and for good' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger service_quotes_given_up before update on service_quotes for each row
  when (old.given_up_reason is not null or new.given_up_reason is not null) execute function given_up_quotes_stay();
