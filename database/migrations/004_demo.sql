-- One row where this database holds the demo city: the demo never fills, or empties, a database that has none.
create table demo_city (
  one boolean primary key default true check (one),
  -- Null while the city is being made: an unfinished one is made again.
  made_at timestamptz
);
