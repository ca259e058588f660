-- Earlier versions can serve.
-- A removed person has no calendar address, and gets none in a call that had begun before (product, 1.7, 1.8).
delete from feeds where user_id in (select id from profiles where status = 'removed');

create or replace function person_has_at_most_five_feeds() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two at once don't count without each other, and a removal is waited for.
  perform from profiles where id = new.user_id and status <> 'removed' for no key update;
  if not found then
    raise check_violation using message = 'a removed person has no calendar address';
  end if;
  if (select count(*) from feeds where user_id = new.user_id) > 5 then
    raise check_violation using message = 'a person has at most five calendar addresses', constraint = 'feeds_five';
  end if;
  return null;
end $$;

-- A visit that was over when its person was removed, and is to take place again: nobody goes to it yet.
create function removed_person_goes_nowhere() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform from profiles where id = new.assigned_to and status = 'active' for share;
  if not found then
    new.assigned_to := null;
  end if;
  return new;
end $$;
create trigger appointments_confirmed_again before update of status on appointments for each row
  when (new.status = 'confirmed' and old.status <> 'confirmed' and new.assigned_to is not null)
  execute function removed_person_goes_nowhere();
update appointments a set assigned_to = null from profiles p
  where p.id = a.assigned_to and p.status <> 'active' and a.status = 'confirmed';
