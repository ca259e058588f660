-- Earlier versions can serve.
-- Mail that a person causes waits until their own address is confirmed, and is limited for each mailbox.

-- Accounts from before are taken as confirmed.
update auth_users set email_verified = true where not email_verified;

alter table account_links drop constraint account_links_purpose_check,
  add check (purpose in ('reset_password', 'change_email', 'confirm_email'));

alter table mails
  -- Whose action caused it. Null for the system and for people without an account.
  add column sender uuid,
  -- Why it waits: its sender's address is not confirmed, or its recipient got too many mails. Earlier versions take the
  -- first kind for given up, because it is never due.
  add column held text check (held in ('unconfirmed', 'limit')),
  add check (held is distinct from 'unconfirmed' or due_at = 'infinity');
create index auth_users_unconfirmed on auth_users (id) where not email_verified;
create index mails_held on mails (sender) where held = 'unconfirmed';
create index mails_held_for on mails (person) where held = 'unconfirmed';
create index mails_sent on mails (person, sent_at) where sent_at is not null;

-- E-mail addresses that a building's captain does not want to hear from again.
create table blocked_emails (
  building_id uuid not null references buildings,
  email text not null check (email = lower(email) and length(email) <= 254),
  blocked_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (building_id, email)
);
create index blocked_emails_blocked_by on blocked_emails (blocked_by);

-- A declined person's account is deleted; what they did before stays.
alter table building_services drop constraint building_services_requested_by_fkey,
  add foreign key (requested_by) references profiles on delete set null;
