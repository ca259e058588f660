-- Links that only the holder of a mailbox gets: to choose a new password, to confirm a new e-mail address. Each works
-- for one hour and once. What makes a link work (its token) is computed of the row's id and the portal's secret when
-- the mail is sent, and is stored nowhere: who reads this table, or a copy of it, can open none of them.
create table account_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'change_email')),
  -- The mailbox that the link goes to.
  email text not null check (email = lower(email) and length(email) <= 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 hour',
  -- When it was used, or replaced by another one.
  void_at timestamptz
);
create index account_links_user on account_links (user_id, purpose, created_at);
-- One new address at a time: who asks for another one means that one.
create unique index account_links_one_email on account_links (user_id) where purpose = 'change_email' and void_at is null;

-- The link that a mail carries.
alter table mails add column link_id uuid references account_links on delete cascade;
create index mails_link on mails (link_id) where link_id is not null;

-- To whom a link is mailed. A new address that belongs to an account already gets none: nobody learns here whose
-- addresses are known. The address that is to be replaced is told in any case, without a link.
create function queue_link_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare link account_links;
begin
  select * into link from account_links
  where user_id = new.subject
    and purpose = case new.kind when 'password_reset_requested' then 'reset_password' else 'change_email' end
  order by created_at desc limit 1;
  if link.id is null then
    return null;
  end if;
  if link.purpose = 'reset_password' then
    insert into mails (event_id, recipient, link_id) values (new.id, link.email, link.id);
  else
    insert into mails (event_id, recipient, link_id)
    select new.id, link.email, link.id where not exists (select from auth_users where email = link.email);
    insert into mails (event_id, recipient) select new.id, email from profiles where id = new.subject;
  end if;
  return null;
end $$;
create trigger events_link_mail after insert on events for each row
  when (new.kind in ('password_reset_requested', 'email_change_requested')) execute function queue_link_mails();
