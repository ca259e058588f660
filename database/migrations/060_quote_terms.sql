-- What a quote says beside its price, and what of it was chosen (product, 2.4). All prices are integer cents.
create function chosen_price(lines jsonb, extras jsonb, chosen text[], per text) returns bigint language sql immutable
  return (select coalesce(sum((option.price)::bigint), 0) from (
    select line ->> 'key' as key, 'visit' as per, line ->> 'price' as price from jsonb_array_elements(lines) as line
    union all
    select 'extra-' || at - 1, extra ->> 'per', extra ->> 'price' from jsonb_array_elements(extras) with ordinality as e (extra, at)) as option
  where option.key = any (chosen) and option.per = chosen_price.per);

create function is_cents(value jsonb) returns boolean language sql immutable
  return case when value #>> '{}' ~ '^[1-9][0-9]{0,8}$' and jsonb_typeof(value) = 'number'
    then (value #>> '{}')::int <= 100000000 else false end;
create function are_terms(lines jsonb, extras jsonb) returns boolean language sql immutable
  return case when jsonb_typeof(lines) = 'array' and jsonb_typeof(extras) = 'array' then
    not exists (select from jsonb_array_elements(lines) as line where not coalesce(line ->> 'key' <> '' and
      case line ->> 'offer' when 'extra' then is_cents(line -> 'price')
        when 'included' then jsonb_typeof(line -> 'price') = 'null'
        when 'not_included' then jsonb_typeof(line -> 'price') = 'null' end, false))
    and not exists (select from jsonb_array_elements(extras) as extra where not coalesce(length(extra ->> 'name') between 1 and 60
      and extra ->> 'per' in ('visit', 'once') and is_cents(extra -> 'price'), false)) else false end;

alter table service_quotes
  -- For each line of the scope: { key, offer: 'included' | 'not_included' | 'extra', price }; [] for 'Price only'.
  add column lines jsonb not null default '[]',
  add column start_price integer check (start_price between 1 and 100000000),
  -- { name, price, per: 'visit' | 'once' }
  add column extras jsonb not null default '[]',
  add column valid_until date,
  add column note text check (btrim(note) <> '' and length(note) <= 1000),
  -- The options that the building chose: what they add to each visit, and what is paid once.
  add column chosen text[] not null default '{}',
  add column extra_price integer not null default 0,
  add column once_price integer not null default 0,
  -- A visit costs this once the quote is accepted.
  add column agreed_price integer generated always as (per_visit_price + extra_price) stored,
  add constraint service_quotes_terms check (are_terms(lines, extras) and jsonb_array_length(lines) <= 8
    and jsonb_array_length(extras) <= 10),
  add constraint service_quotes_agreed check (
    chosen = '{}' and extra_price = 0 and once_price = 0 and status <> 'accepted'
    or status = 'accepted' and extra_price = chosen_price(lines, extras, chosen, 'visit')
      and once_price = coalesce(start_price, 0) + chosen_price(lines, extras, chosen, 'once'));
