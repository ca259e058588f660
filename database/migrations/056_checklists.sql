-- What the crew ticked at a visit, of the tasks of its request's scope (product, 2.1).
-- Null where nobody was shown a checklist.
alter table attendances add column ticked text[],
  add check (cardinality(ticked) <= 100 and length(ticked::text) <= 20000 and array_position(ticked, null) is null),
  add check (finished_at is not null or ticked is null);
