-- The portal's tables. Names are those of the specification's section 3; money is integer cents;
-- dates are calendar dates in the city's time zone. Who may see and change which rows: ../policies.sql.

create extension if not exists pg_trgm;

-- One spelling for comparison: trimmed, spaces collapsed, case folded (section 5, resident step 2).
create function normalised(value text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(btrim(value, E' \t\n\r'), '\s+', ' ', 'g'));

-- Sign-in: the four tables of the authentication library. No viewer ever reads them.
create table auth_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table auth_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_sessions_user on auth_sessions (user_id);
create table auth_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider_id)
);
create table auth_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_identifier on auth_verifications (identifier);

-- Counters of failed sign-ins, in the shape that the rate limiter library reads and writes.
create table sign_in_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- [3.buildings]
create table buildings (
  id uuid primary key default gen_random_uuid(),
  name text check (length(name) <= 200),
  address text not null check (btrim(address) <> '' and length(address) <= 200),
  city text not null check (btrim(city) <> '' and length(city) <= 100),
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip_code text not null check (zip_code ~ '^[0-9]{5}$'),
  number_of_floors integer check (number_of_floors between 1 and 200),
  number_of_units integer check (number_of_units between 1 and 10000),
  square_feet integer check (square_feet between 0 and 10000000),
  captain_id uuid,
  created_at timestamptz not null default now()
);
-- [4.profile.8] [5.resident.4] [5.resident.5]
create unique index buildings_one_per_address
  on buildings (normalised(address), normalised(city), state, zip_code);
create unique index buildings_captain on buildings (captain_id);

-- [3.profiles]
create table profiles (
  id uuid primary key references auth_users on delete cascade,
  first_name text not null check (btrim(first_name) <> '' and length(first_name) <= 100),
  last_name text not null check (btrim(last_name) <> '' and length(last_name) <= 100),
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  email text not null unique check (length(email) <= 254),
  phone text check (phone ~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$'),
  unit_number text check (length(unit_number) <= 20),
  building_id uuid references buildings,
  role text not null check (role in ('homeowner', 'captain', 'member', 'contractor', 'admin')),
  status text not null check (status in ('pending', 'active')),
  dog_photo_url text check (length(dog_photo_url) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (role not in ('contractor', 'admin') or building_id is null)
);
create index profiles_building on profiles (building_id, created_at);
-- One captain a building: role captain and the flag buildings.captain_id go together.
create unique index profiles_one_captain on profiles (building_id) where role = 'captain' and status = 'active';
alter table buildings add foreign key (captain_id) references profiles (id) deferrable initially deferred;

-- [3.vendor-profiles]
create table vendor_profiles (
  id uuid primary key references profiles on delete cascade,
  company_name text not null check (btrim(company_name) <> '' and length(company_name) <= 200),
  address text not null check (length(address) <= 200),
  city text not null check (length(city) <= 100),
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip_code text not null check (zip_code ~ '^[0-9]{5}$'),
  updated_at timestamptz not null default now()
);

create table service_types (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) <= 100),
  description text check (length(description) <= 300),
  category text not null default 'Other' check (length(category) <= 100),
  is_active boolean not null default true
);

-- [3.vendor-services]
create table vendor_services (
  vendor_id uuid not null references vendor_profiles on delete cascade,
  service_type_id uuid not null references service_types,
  is_active boolean not null default true,
  primary key (vendor_id, service_type_id)
);
create index vendor_services_type on vendor_services (service_type_id) where is_active;
create index vendor_services_service_type on vendor_services (service_type_id);

-- [3.building-services] [4.service.3]
create table building_services (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  service_type_id uuid not null references service_types,
  is_active boolean not null default true,
  status text not null check (status in ('pending_quotes', 'Quote', 'Accepted', 'None')),
  -- Requesting again for a service that returned to None starts a new round of quotes.
  round integer not null default 1 check (round >= 1),
  description text check (length(description) <= 200),
  service_type text check (service_type in ('recurring', 'on-demand')),
  required_every_weeks integer check (required_every_weeks between 1 and 52),
  frequency_weeks integer generated always as (required_every_weeks) stored,
  preferred_start_date date,
  preferred_end_date date,
  next_scheduled_visit date,
  assigned_vendor uuid references vendor_profiles,
  excluded_vendors uuid[] not null default '{}' check (cardinality(excluded_vendors) <= 500),
  requested_by uuid references profiles,
  requested_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (building_id, service_type_id),
  check (preferred_end_date >= preferred_start_date),
  check (service_type is distinct from 'recurring' or required_every_weeks is not null),
  check (status <> 'Accepted' or assigned_vendor is not null)
);
create index building_services_type on building_services (service_type_id, status);
create index building_services_vendor on building_services (assigned_vendor) where assigned_vendor is not null;
create index building_services_requested_by on building_services (requested_by);

-- [3.service-quotes]
create table service_quotes (
  id uuid primary key default gen_random_uuid(),
  building_service_id uuid not null references building_services,
  building_id uuid not null references buildings,
  vendor_id uuid not null references vendor_profiles,
  service_type_id uuid not null references service_types,
  round integer not null default 1,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  vendor_status text not null default 'not_quoted' check (vendor_status in ('not_quoted', 'quoted')),
  per_visit_price integer check (per_visit_price between 1 and 100000000),
  -- The vendor's view of a quote (section 4, vendor-facing derived state), stored so that tabs count by index.
  state text not null generated always as (
    case when status = 'accepted' then 'accepted' when status = 'declined' then 'lost'
         when vendor_status = 'quoted' then 'submitted' else 'needs_quote' end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_quote_per_vendor unique (building_service_id, vendor_id, round),
  check (vendor_status = 'quoted' or per_visit_price is null),
  check (status = 'declined' or vendor_status = 'not_quoted' or per_visit_price is not null),
  check (status <> 'accepted' or vendor_status = 'quoted')
);
comment on column service_quotes.per_visit_price is 'integer cents';
-- [V2.3.2]
create unique index one_accepted_quote on service_quotes (building_service_id, round) where status = 'accepted';
create index service_quotes_vendor on service_quotes (vendor_id, created_at desc, id);
create index service_quotes_vendor_state on service_quotes (vendor_id, state, created_at desc, id);
create index service_quotes_vendor_building on service_quotes (vendor_id, building_id);
create index service_quotes_building on service_quotes (building_id);
create index service_quotes_service_type on service_quotes (service_type_id);

-- [3.appointments]
create table appointments (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  building_service_id uuid not null references building_services,
  service_quote_id uuid not null references service_quotes,
  vendor_id uuid not null references vendor_profiles,
  status text not null default 'confirmed' check (status in ('confirmed', 'completed', 'cancelled')),
  scheduled_date date not null,
  scheduled_time time(0) not null,
  confirmed_date date,
  confirmed_time time(0),
  cancelled_reason text check (length(cancelled_reason) <= 300),
  created_at timestamptz not null default now()
);
create index appointments_building on appointments (building_id, scheduled_date);
create index appointments_vendor on appointments (vendor_id, scheduled_date, scheduled_time);
create index appointments_service on appointments (building_service_id, scheduled_date);
create index appointments_quote on appointments (service_quote_id);

-- [3.contact-messages] [4.contact.1] [9.default.3]
create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  email text not null check (length(email) <= 254),
  message text not null check (btrim(message) <> '' and length(message) <= 5000),
  status text not null default 'unread' check (status in ('unread')),
  created_at timestamptz not null default now()
);

-- One row for each change: activity, audit, outbox for mail and the source of live updates.
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  building_id uuid references buildings,
  vendor_id uuid references vendor_profiles,
  kind text not null,
  subject uuid,
  data jsonb not null default '{}'
);
create index events_building on events (building_id, id);
create index events_vendor on events (vendor_id, id);

create function notify_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('stoop_events', json_build_object('id', new.id, 'kind', new.kind, 'building_id', new.building_id,
    'vendor_id', new.vendor_id, 'subject', new.subject)::text);
  return null;
end $$;
create trigger events_notify after insert on events for each row execute function notify_event();

-- What the vendor dashboard reads (decisions, Names): read-only views under the reader's own row rules.
-- [3.quotes]
create view quotes with (security_invoker = true) as
  select q.id, q.vendor_id, q.building_service_id, q.per_visit_price as price, q.created_at,
    case when not exists (select from appointments a where a.service_quote_id = q.id and a.status = 'confirmed') then 'completed'
         when exists (select from appointments a where a.service_quote_id = q.id and a.status = 'completed') then 'in_progress'
         else 'accepted' end as status
  from service_quotes q where q.status = 'accepted';
-- [3.quote-requests]
create view quote_requests with (security_invoker = true) as
  select s.id, 'open' as status, t.name as title, s.excluded_vendors, s.building_id, s.created_at
  from building_services s join service_types t on t.id = s.service_type_id
  where s.status in ('Quote', 'pending_quotes');
