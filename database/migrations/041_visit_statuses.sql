-- Earlier versions can serve.
-- Every way from one status of a visit to another, in one place (product, 1.5).
drop trigger missed_visit_stays on appointments;
drop function missed_visit_stays;
drop trigger disputed_visit_stays on appointments;
drop function disputed_visit_stays;
drop trigger visit_is_disputed_by_dispute on appointments;
drop function visit_is_disputed_by_dispute;

create function visit_changes_status() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  claimed text := coalesce((select coalesce(answer, 'open') from visit_claims where appointment_id = new.id), 'none');
  by_viewer boolean := current_user = 'stoop_viewer';
  allowed boolean := case old.status || ' ' || new.status
    when 'confirmed completed' then true
    when 'confirmed cancelled' then old.checked_in_at is null
    when 'confirmed missed' then not by_viewer
    -- Taken back within a minute, by those who came.
    when 'completed confirmed' then old.completed_at > now() - interval '2 minutes' and (not by_viewer or viewer_building() is null)
    when 'completed disputed' then exists (select from visit_disputes where appointment_id = new.id and outcome is null)
    when 'missed confirmed' then old.checked_in_at is null and new.checked_in_at is not null and claimed = 'none'
    when 'missed completed' then claimed in ('confirmed', 'unanswered')
    when 'disputed completed' then exists (select from visit_disputes where appointment_id = new.id and outcome = 'settled')
    else false
  end;
begin
  if not coalesce(allowed, false) then
    raise check_violation using message = format('a %s visit does not become %s', old.status, new.status);
  end if;
  return new;
end $$;
create trigger visit_changes_status before update of status on appointments for each row
  when (old.status <> new.status) execute function visit_changes_status();

-- A visit that was begun and never finished is missed, too, once no phone can send its end any more.
alter table appointments drop constraint appointments_check7;
create index appointments_unfinished on appointments (scheduled_date) where status = 'confirmed' and checked_in_at is not null;
