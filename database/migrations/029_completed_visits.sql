-- When a visit was marked completed: its vendor can take that back for a minute.
alter table appointments
  add column completed_at timestamptz,
  add check (completed_at is null or status = 'completed');
