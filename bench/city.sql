-- Generates a city with `bench.buildings` buildings, the same one at each run. Each building has 20 people, 8 services,
-- 40 quotes, 150 visits, 10 documents and about 200 events. There are 3 vendors for ten buildings. The data satisfies
-- database/repeatable/invariants.sql. Rows are inserted as they are after years of use, so triggers must not run: set
-- session_replication_role to replica first.
-- Vendor 0 always has 6,000 quotes: 0.6 for each building, and in a small city the rest from earlier rounds.
create temp table size as select buildings, ceil(buildings * 0.3)::int as vendors, greatest(0, 6000 - (buildings * 0.6)::int) as earlier
from (select current_setting('bench.buildings')::int as buildings) given;
create temp table kinds as select id, row_number() over (order by name) - 1 as n, (select count(*) from service_types) as of from service_types;

-- The same number for the same row at each run, evenly spread.
create function pg_temp.pick(salt text, n bigint, below int) returns int language sql immutable parallel safe
  return (abs(hashtextextended(salt, n)) % below)::int;
create function pg_temp.named(kind text, n bigint) returns uuid language sql immutable parallel safe
  return md5(kind || n)::uuid;
create function pg_temp.one_of(names text[], n bigint) returns text language sql immutable parallel safe
  return names[1 + n % cardinality(names)];

-- Buildings and their people: the first is the captain; in every other building the last waits for approval.
insert into buildings (id, name, address, city, state, zip_code, number_of_floors, number_of_units, square_feet, captain_id, created_at)
select pg_temp.named('building', b), case when b % 3 > 0 then pg_temp.one_of(array['The Larkspur', 'Cedar Court', 'Harbor House', 'Denny Arms',
    'Summit View', 'The Alder', 'Pine Terrace', 'Lakeside Commons'], pg_temp.pick('name', b, 8)) || ' ' || b end,
  100 + b || ' ' || pg_temp.one_of(array['Minor Ave', 'Denny Way', 'Bellevue Ave E', 'Harvard Ave', 'E Pike St', 'Boren Ave', 'Yale Ave N',
    'Queen Anne Ave N', 'NW Market St', 'Rainier Ave S', '35th Ave SW'], pg_temp.pick('street', b, 11)),
  'Seattle', 'WA', (98101 + pg_temp.pick('zip', b, 98))::text, 3 + pg_temp.pick('floors', b, 30), 20, 20000 + pg_temp.pick('feet', b, 90000),
  pg_temp.named('person', b * 20), now() - interval '2 years'
from size, generate_series(1, buildings) b;

create temp table people as
select pg_temp.named('person', n) as id, n, n / 20 as b, n % 20 as place,
  pg_temp.one_of(array['Maya', 'Ned', 'Pia', 'Otto', 'Olga', 'Ada', 'Ruth', 'Samir', 'Ines', 'Tom'], pg_temp.pick('first', n, 10)) as first_name,
  pg_temp.one_of(array['Rivera', 'Olsen', 'Nguyen', 'Haddad', 'Kim', 'Smith', 'Okafor', 'Berg', 'Ito'], pg_temp.pick('last', n, 9)) as last_name,
  'person' || n || '@example.com' as email
from size, generate_series(20, buildings * 20 + 19) n;
create temp table companies as select pg_temp.named('vendor', v) as id, v, 'vendor' || v || '@example.com' as email
from size, generate_series(0, vendors - 1) v;

insert into auth_users (id, name, email, email_verified) select id, first_name || ' ' || last_name, email, true from people
union all select id, 'Vera Olsen', email, true from companies;
insert into auth_accounts (user_id, account_id, provider_id, password)
select id, id::text, 'credential', current_setting('bench.password') from auth_users;
insert into vendor_profiles (id, company_name, address, city, state, zip_code)
select id, pg_temp.one_of(array['Evergreen', 'Curb & Corner', 'Hilltop', 'Rainier', 'Emerald', 'Sound'], pg_temp.pick('company', v, 6))
  || ' Services ' || v, 1 + v || ' Spring St', 'Seattle', 'WA', '98104' from companies;
insert into profiles (id, first_name, last_name, email, unit_number, building_id, vendor_id, vendor_role, role, status, created_at)
select id, first_name, last_name, email, place + 1 || 'B', pg_temp.named('building', b), null, null, case place when 0 then 'captain' else 'homeowner' end,
  case when place = 19 and b % 2 = 0 then 'pending' else 'active' end, now() - interval '2 years' + place * interval '1 day'
from people
union all select id, 'Vera', 'Olsen', email, null, null, id, 'owner', 'contractor', 'active', now() - interval '2 years' from companies;

-- Units: each resident's own, of equal shares; a treasurer in each building, and a link.
insert into units (building_id, number) select pg_temp.named('building', b), place + 1 || 'B' from people;
insert into unit_holders (unit_id, building_id, profile_id, tie)
select u.id, u.building_id, p.id, case place % 5 when 4 then 'renter' else 'owner' end
from people p join units u on u.building_id = pg_temp.named('building', b) and u.number = place + 1 || 'B'
where not (place = 19 and b % 2 = 0);
insert into officers (profile_id, building_id, office) select id, pg_temp.named('building', b), 'treasurer' from people where place = 1;
insert into invitation_links (building_id, token_hash, max_uses, expires_at, created_by)
select pg_temp.named('building', b), sha256(id::text::bytea), 20, now() + interval '7 days', id from people where place = 0;

-- Vendor 0 offers everything; the others as many types as it takes for each type to have five of them.
insert into vendor_services (vendor_id, service_type_id)
select c.id, k.id from companies c, size, kinds k
where v = 0 or (k.n - v * k.of / vendors + k.of) % k.of < greatest(1, ceil(k.of * 6.0 / vendors));
create temp table offers as
select service_type_id, vendor_id, row_number() over (partition by service_type_id order by vendor_id) - 1 as place,
  count(*) over (partition by service_type_id) as of
from vendor_services where vendor_id <> pg_temp.named('vendor', 0);
create index on offers (service_type_id, place);

-- Eight services a building, two of them still open; five quotes each, every thirteenth asks vendor 0 as well.
create temp table wishes as
select pg_temp.named('service', s) as id, s, b, pg_temp.named('building', b) as building_id, k.id as type, s % 8 < 6 as accepted,
  1 + earlier / (buildings * 8) + (s - 8 < earlier % (buildings * 8))::int as round,
  date_trunc('week', current_date)::date - 84 + pg_temp.pick('day', s, 7) as starts
from size, generate_series(1, buildings) b, generate_series(b * 8::bigint, b * 8 + 7) s join kinds k on true
where k.n = (s / 8 + s % 8 * 5) % k.of;
create temp table asked as
select pg_temp.named('quote', s * 8 + i) as id, w.id as service, s, i, building_id, type, accepted, round,
  case when i = 4 and (s * 6) % 80 < 6 then pg_temp.named('vendor', 0) else o.vendor_id end as vendor_id,
  5000 + pg_temp.pick('price', s * 8 + i, 20000) as price
from wishes w cross join generate_series(0, 4) i
  join lateral (select vendor_id from offers o where o.service_type_id = w.type and o.place = (s * 3 + i) % o.of) o on true;
create index on asked (service);
analyze asked;
create temp table earlier as
select pg_temp.named('earlier', s * 64 + r) as id, w.id as service, s, building_id, type, r as round, pg_temp.named('vendor', 0) as vendor_id,
  5000 + pg_temp.pick('earlier', s * 64 + r, 20000) as price, w.round - r as years
from wishes w cross join generate_series(1, w.round - 1) r;

insert into building_services (id, building_id, service_type_id, status, round, description, service_type, required_every_weeks,
  preferred_start_date, preferred_end_date, next_scheduled_visit, assigned_vendor, excluded_vendors, requested_by, requested_at, created_at, updated_at)
select w.id, building_id, type, case when accepted then 'Accepted' else 'Quote' end, round, 'As every year, please: side door, ask for the super.',
  'recurring', 1, starts, starts + 168,
  case when accepted then starts + greatest(0, ceil((current_date - starts) / 7.0)::int) * 7 end,
  case when accepted then (select vendor_id from asked q where q.service = w.id and i = 0) end,
  case when accepted then '{}' else array(select v.vendor_id from vendor_services v where v.service_type_id = w.type
    and v.vendor_id not in (select q.vendor_id from asked q where q.service = w.id)) end,
  pg_temp.named('person', b * 20), starts - 7, starts - 7, starts - 2
from wishes w;
insert into service_quotes (id, building_service_id, building_id, vendor_id, service_type_id, round, status, vendor_status, per_visit_price,
  created_at, updated_at)
select id, service, building_id, vendor_id, type, round, case when not accepted then 'pending' when i = 0 then 'accepted' else 'declined' end,
  case when accepted or i < 3 then 'quoted' else 'not_quoted' end, case when accepted or i < 3 then price end,
  now() - interval '90 days' + pg_temp.pick('at', s * 8 + i, 86400) * interval '1 second', now() - interval '80 days'
from asked
union all
(select id, service, building_id, vendor_id, type, round, 'declined', 'quoted', price,
  now() - interval '90 days' - years * interval '1 year' + pg_temp.pick('before', s * 64 + round, 86400) * interval '1 second',
  now() - interval '80 days' - years * interval '1 year'
from earlier order by id);

insert into request_rounds (building_service_id, building_id, service_type_id, round, description, service_type, required_every_weeks,
  preferred_start_date, preferred_end_date, excluded_vendors, requested_by, requested_at)
select id, building_id, service_type_id, round, description, service_type, required_every_weeks, preferred_start_date, preferred_end_date,
  excluded_vendors, requested_by, requested_at from building_services;
insert into request_rounds (building_service_id, building_id, service_type_id, round, description, service_type, required_every_weeks,
  preferred_start_date, preferred_end_date, requested_at)
select service, building_id, type, round, 'As last year, please.', 'recurring', 1, current_date - 365 * years, current_date - 365 * years + 168,
  now() - interval '90 days' - years * interval '1 year' from earlier;

insert into appointments (id, building_id, building_service_id, service_quote_id, vendor_id, status, nominal_date, series_date, series_time, scheduled_date, scheduled_time,
  confirmed_date, confirmed_time)
select pg_temp.named('visit', w.s * 32 + week), w.building_id, w.id, q.id, q.vendor_id, case when starts + week * 7 < current_date then 'completed' else 'confirmed' end,
  starts + week * 7, starts + week * 7, '09:00', starts + week * 7, '09:00', starts + week * 7, '09:00'
from wishes w join asked q on q.service = w.id and q.i = 0 cross join generate_series(0, 24) week where w.accepted;

insert into building_documents (id, building_id, file_name, file_path, file_size, file_type, document_type, uploaded_by, created_at, listed_at)
select pg_temp.named('document', b * 10 + i), pg_temp.named('building', b), pg_temp.one_of(array['House Rules', 'Minutes of June', 'Budget', 'Roof Report',
    'Insurance', 'Bylaws', 'Snow Plan', 'Move-in Guide', 'Elevator Log', 'Contacts'], i) || ' ' || b || '.pdf',
  pg_temp.named('building', b) || '/' || i || '-document.pdf', 20000 + pg_temp.pick('size', b * 10 + i, 900000), 'application/pdf', 'pdf',
  pg_temp.named('person', b * 20), now() - i * interval '9 days', now() - i * interval '9 days'
from size, generate_series(1, buildings) b, generate_series(0, 9) i;
with fee as (
  insert into fees (building_id, month, kind)
  select pg_temp.named('building', b), m::date, case when i = 2 then 'first' else 'monthly' end
  from size, generate_series(1, buildings) b, generate_series(0, 2) i, lateral (select date_trunc('month', current_date) - i * interval '1 month' as m) m
  returning *)
insert into payables (id, building_id, kind, amount, due_date)
select id, building_id, 'fee', 25000, (month + interval '1 month')::date from fee;

-- What happened, in its order.
insert into events (at, actor, building_id, vendor_id, kind, subject, data)
select now() - interval '91 days' - years * interval '1 year', pg_temp.named('person', s / 8 * 20), building_id, vendor_id, kind, id, '{}'::jsonb
from earlier cross join unnest(array['quote_requested', 'quote_declined']) kind
union all
select now() - interval '700 days' + place * interval '1 day', id, pg_temp.named('building', b), null::uuid, 'member_joined', id, '{}'::jsonb from people
union all
select now() - interval '91 days', pg_temp.named('person', b * 20), building_id, null::uuid, 'service_requested', id, '{}' from wishes
union all
select now() - interval '91 days', pg_temp.named('person', s / 8 * 20), building_id, vendor_id, 'quote_requested', id, '{}' from asked
union all
select now() - interval '88 days', vendor_id, building_id, vendor_id, 'quote_submitted', id, jsonb_build_object('per_visit_price', price)
  from asked where i = 0
union all
select now() - interval '85 days', pg_temp.named('person', s / 8 * 20), building_id, vendor_id,
  case when i = 0 then 'quote_accepted' else 'quote_declined' end, id, '{}' from asked where accepted
union all
select scheduled_date, vendor_id, building_id, vendor_id, 'visit_completed', id, '{}' from appointments where status = 'completed'
union all
select created_at, uploaded_by, building_id, null, 'document_uploaded', id, '{}' from building_documents;
