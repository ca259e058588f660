-- Mail to send. A row is written in the transaction of the event that it tells of, and sent after the commit by a job:
-- at least once, and not again once it was sent. What the mail says is made of the event when it is sent.
create table mails (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  recipient text not null check (length(recipient) <= 254),
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  sent_at timestamptz,
  unique (event_id, recipient)
);
create index mails_due on mails (due_at) where sent_at is null;

-- Whom an event is mailed to. It runs as the tables' owner: who caused the event may not see the mail.
create function queue_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into mails (event_id, recipient)
  select new.id, p.email from profiles p
  where p.id = case new.kind
    when 'member_joined' then (select b.captain_id from buildings b where b.id = new.building_id)
    when 'member_accepted' then new.subject
  end;
  return null;
end $$;
create trigger events_mail after insert on events for each row
  when (new.kind in ('member_joined', 'member_accepted')) execute function queue_mails();
