-- What the crew ticked at a visit, of the tasks of its request's scope (product, 2.1).
alter table attendances add column ticked text[] not null default '{}',
  add check (cardinality(ticked) <= 100 and length(ticked::text) <= 20000 and array_position(ticked, null) is null),
  add check (finished_at is not null or ticked = '{}');
-- Earlier versions can serve: their visits have no ticks.
