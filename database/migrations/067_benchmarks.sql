-- Earlier versions can serve.
-- The months whose benchmarks were counted: each once, also where a service has none (product, 2.8).
create table benchmark_months (
  month date primary key check (extract(day from month) = 1),
  counted_at timestamptz not null default now()
);

-- What buildings of the city accepted in the twelve months before this one, in cents for a unit and a visit.
create table price_benchmarks (
  month date not null references benchmark_months on delete cascade,
  service_type_id uuid not null references service_types on delete cascade,
  low integer not null check (low > 0),
  median integer not null check (median >= low),
  high integer not null check (high >= median),
  primary key (month, service_type_id)
);
create index price_benchmarks_service_type on price_benchmarks (service_type_id);
