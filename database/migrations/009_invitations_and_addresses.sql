-- Whom a captain added is mailed the link to choose a password.
create function queue_invitation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into mails (event_id, recipient, link_id)
  select new.id, email, id from account_links
  where user_id = new.subject and purpose = 'reset_password' and void_at is null
  order by created_at desc limit 1;
  return null;
end $$;
create trigger events_invitation after insert on events for each row
  when (new.kind = 'member_invited') execute function queue_invitation();

-- Addresses are suggested while one types a part of them.
create index buildings_address_part on buildings using gin (lower(address) gin_trgm_ops);
