-- Earlier versions can serve.
-- A person has at most 20 passkeys, whoever adds the row: two that are added at once wait for each other.
create function limit_passkeys() returns trigger language plpgsql as $$
begin
  perform from auth_users where id = new.user_id for no key update;
  if (select count(*) from auth_passkeys where user_id = new.user_id) >= 20 then
    raise check_violation using constraint = 'passkeys_of_a_person', message = 'this person has 20 passkeys already';
  end if;
  return new;
end $$;
create trigger limit_passkeys before insert on auth_passkeys for each row execute function limit_passkeys();
