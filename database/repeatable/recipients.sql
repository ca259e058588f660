-- Rules: [4.mail.5] [4.mail.9] [4.mail.10]
-- The recipients of each event's mail, only here. Mails are queued with their event and sent after the commit.

-- The relation of the recipient to the event, for each kind that is mailed. Null if nobody is mailed.
create or replace function mail_relation(kind text) returns text language sql immutable parallel safe
  return case kind
    when 'member_joined' then 'captain'
    when 'member_invited' then 'mailbox'
    when 'invitation_sent' then 'mailbox'
    when 'member_joined_by_link' then 'captain'
    when 'member_accepted' then 'subject'
    when 'member_removed' then 'subject'
    when 'captaincy_handed_over' then 'actor and subject'
    when 'captaincy_offered' then 'subject'
    when 'captaincy_withdrawn' then 'subject'
    when 'captaincy_declined' then 'subject'
    when 'captaincy_accepted' then 'actor and subject'
    when 'offices_changed' then 'subject'
    when 'quote_requested' then 'vendor'
    when 'quote_submitted' then 'asking side'
    when 'quote_given_up' then 'asking side'
    when 'quote_accepted' then 'vendor'
    when 'quote_declined' then 'vendor'
    when 'request_changed' then 'vendor'
    when 'request_withdrawn' then 'vendor'
    when 'request_extended' then 'vendor'
    when 'request_closed' then 'vendor'
    when 'question_asked' then 'asking side'
    when 'answer_sent' then 'vendor'
    when 'service_closed' then 'asking side'
    when 'visit_moved' then 'other side'
    when 'visit_cancelled' then 'other side'
    when 'time_suggested' then 'other side'
    when 'time_accepted' then 'other side'
    when 'time_declined' then 'other side'
    when 'series_moved' then 'other side'
    when 'series_cancelled' then 'other side'
    when 'day_moved' then 'other side'
    when 'visit_on_the_way' then 'other side'
    when 'visit_finished' then 'other side'
    when 'visit_completed' then 'other side'
    when 'visit_missed' then 'both sides'
    when 'claim_made' then 'other side'
    when 'claim_confirmed' then 'vendor'
    when 'claim_counted' then 'both sides'
    when 'claim_refused' then 'vendor'
    when 'visit_disputed' then 'vendor'
    when 'dispute_answered' then 'other side'
    when 'dispute_settled' then 'vendor'
    when 'visit_waived' then 'other side'
    when 'service_ended' then 'other side'
    when 'service_paused' then 'other side'
    when 'message_sent' then 'other office'
    when 'message_not_taken' then 'subject'
    when 'agreement_ends' then 'captain'
    when 'invoice_sent' then 'other side'
    when 'invoice_decided' then 'other side'
    when 'invoice_paid' then 'other side'
    when 'invoice_credited' then 'other side'
    when 'invoice_disputed' then 'other side'
    when 'invoice_answered' then 'other side'
    when 'invoices_drafted' then 'vendor'
    when 'invoice_overdue' then 'captain'
    when 'budget_reached' then 'captain'
    when 'payment_received' then 'captain'
    when 'payment_failed' then 'captain'
    when 'payment_returned' then 'captain'
    when 'payment_refunded' then 'captain'
    when 'refund_failed' then 'both ends'
    when 'payment_taken_back' then 'payer or vendor'
    when 'chargeback_opened' then 'both ends'
    when 'chargeback_won' then 'both ends'
    when 'chargeback_lost' then 'both ends'
    when 'automatic_charge_failed' then 'captain'
    when 'automatic_payments_stopped' then 'captain and admins'
    when 'payment_method_gone' then 'captain'
    when 'card_expires' then 'captain'
    when 'renewal_offered' then 'other side'
    when 'renewal_agreed' then 'other side'
    when 'renewal_refused' then 'other side'
    when 'renewal_withdrawn' then 'other side'
    when 'visit_assigned' then 'subject'
    when 'candidate_named' then 'subject'
    when 'proxy_given' then 'subject'
    when 'proxy_revoked' then 'subject'
    when 'proxy_ended' then 'subject'
    when 'vote_opened' then 'voters'
    when 'vote_cancelled' then 'voters'
    when 'vote_reminded' then 'missing voters'
    when 'vote_closed' then 'voters'
    when 'announcement_sent' then 'audience'
    when 'announcement_followed_up' then 'audience'
    when 'announcement_withdrawn' then 'audience'
    when 'announcement_replied' then 'author'
    when 'compliance_verified' then 'vendor'
    when 'compliance_refused' then 'vendor'
    when 'compliance_expiring' then 'vendor'
    when 'document_required' then 'vendor'
    when 'visits_at_risk' then 'captain'
    when 'passkey_added' then 'subject'
    when 'passkey_removed' then 'subject'
    when 'second_factor_enabled' then 'subject'
    when 'second_factor_disabled' then 'subject'
    when 'recovery_codes_made' then 'subject'
    when 'recovery_code_used' then 'subject'
    when 'factors_reset' then 'subject'
    when 'password_reset_requested' then 'mailbox'
    when 'email_change_requested' then 'mailbox'
    when 'email_confirmation_requested' then 'mailbox'
    when 'colleague_invited' then 'mailbox'
    when 'member_declined' then 'mailbox'
    when 'account_closed' then 'mailbox'
    when 'colleague_removed' then 'mailbox'
  end;

-- For how long its vendor can take back that a visit is done. The procedure asks this, too.
create or replace function undo_time() returns interval language sql immutable parallel safe
  return interval '1 minute';

-- How long the mail of an event waits: what may be taken back is told once it no longer can be, and who reads a message at
-- once in the portal gets no mail of it.
create or replace function mail_delay(kind text) returns interval language sql immutable parallel safe
  return case when kind in ('visit_completed', 'visit_finished') then undo_time() when kind = 'message_sent' then interval '1 minute'
    else interval '0' end;

-- Whether the event still concerns a person. Checked when the mail is queued and again when it is sent, maybe days
-- later.
-- [4.mail.13]
create or replace function still_concerns(relation text, event_building uuid, event_vendor uuid, person profiles)
  returns boolean language sql immutable parallel safe
  return coalesce(case relation
    when 'captain' then person.status = 'active' and person.role = 'captain' and person.building_id = event_building
    -- Crew gets no mail of quotes and of what was claimed: only of the visits that they are assigned to, below.
    when 'captain and admins' then person.status = 'active'
      and (person.role = 'admin' or person.role = 'captain' and person.building_id = event_building)
    -- Who was told of the payment: the captain of a fee's, the vendor of an invoice's.
    when 'payer or vendor' then person.status = 'active' and case when event_vendor is null
      then person.role = 'captain' and person.building_id = event_building
      else person.vendor_role <> 'crew' and person.vendor_id = event_vendor end
    -- Of a refund and a chargeback: the captain, and whose money it is.
    when 'both ends' then person.status = 'active' and (person.role = 'captain' and person.building_id = event_building
      or case when event_vendor is null then person.role = 'admin'
        else person.vendor_role <> 'crew' and person.vendor_id = event_vendor end)
    when 'vendor' then person.status = 'active' and person.vendor_role <> 'crew' and person.vendor_id = event_vendor
    when 'asking side' then person.status = 'active' and person.building_id = event_building
    when 'other side' then person.status = 'active' and (person.vendor_id = event_vendor or person.building_id = event_building)
    -- Who may read the thread.
    when 'other office' then person.status = 'active' and (person.vendor_role <> 'crew' and person.vendor_id = event_vendor
      or person.role = 'captain' and person.building_id = event_building)
    when 'both sides' then person.status = 'active'
      and (person.vendor_role <> 'crew' and person.vendor_id = event_vendor or person.building_id = event_building)
    when 'subject' then person.status <> 'removed'
    when 'actor and subject' then person.status <> 'removed'
    when 'voters' then person.status = 'active' and person.building_id = event_building
    when 'missing voters' then person.status = 'active' and person.building_id = event_building
    when 'audience' then person.status = 'active' and person.building_id = event_building
    when 'author' then person.status = 'active' and person.building_id = event_building
  end, false);

-- Whether somebody writes announcements by the table of powers (src/domain/members/office.ts): the captain, and by default the secretary.
create or replace function may_announce(person uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from profiles p where p.id = may_announce.person and p.role = 'captain')
    or exists (select from officers o left join office_powers t on t.building_id = o.building_id and t.holder = o.office
      where o.profile_id = may_announce.person
        and case when t.powers is null then o.office = 'secretary' else 'manage_announcements' = any (t.powers) end) $$;

-- Whether the mail of an announcement goes to this person, checked as above. An important one goes to its whole audience, the rest as each of
-- them has set; nothing of what is over, but that it was withdrawn; and replies to its author alone. Product 4.5
create or replace function reaches(kind text, subject uuid, actor uuid, reader profiles) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select case mail_relation(reaches.kind)
    when 'audience' then exists (select from announcements a where a.id = reaches.subject
      and (reaches.kind = 'announcement_withdrawn' or a.state = 'sent' and a.ended_at is null)
      and (reaches.reader).id = any (announcement_audience(a.id))
      and (a.is_important or not exists (select from announcement_mutes m where m.person = (reaches.reader).id)))
    when 'author' then exists (select from announcements a where a.id = reaches.subject and a.state = 'sent'
      and a.author_id = (reaches.reader).id and a.author_id is distinct from reaches.actor
      and (a.author_id = any (announcement_audience(a.id)) or may_announce(a.author_id)))
    else true end $$;

-- Runs as the tables' owner, because the actor may not see mails, and once per statement. Joins profiles by `= any
-- (array)`: for unnest() PostgreSQL estimates ten rows per event and scans the whole table.
create or replace function queue_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare unconfirmed uuid[] := array(
  select u.id from auth_users u where not u.email_verified and u.id = any (array(select distinct actor from new_events)));
begin
  -- What is taken back is told to nobody.
  if exists (select from new_events where kind = 'visit_reopened') then
    delete from mails m using new_events undone, events done, profiles p
    where undone.kind = 'visit_reopened' and p.building_id = undone.building_id and m.person = p.id and m.sent_at is null
      and done.id = m.event_id and mail_delay(done.kind) > interval '0'
      and done.subject = undone.subject and done.vendor_id = undone.vendor_id;
  end if;

  insert into mails (event_id, recipient, person, sender, held, due_at)
  select e.id, p.email, p.id, e.actor, held, case when held is null then now() + mail_delay(e.kind) else 'infinity' end
  from new_events e
    left join buildings b on b.id = e.building_id
    left join service_quotes q on q.id = e.subject
    left join building_services s on s.id = coalesce(q.building_service_id, e.subject)
    join profiles p on p.id = any (case mail_relation(e.kind)
      when 'captain' then array[b.captain_id]
      when 'captain and admins' then array(select id from profiles where role = 'admin') || b.captain_id
      when 'both ends' then array(select id from profiles where case when e.vendor_id is null then role = 'admin'
        else vendor_id = e.vendor_id and vendor_role <> 'crew' end) || b.captain_id
      when 'payer or vendor' then case when e.vendor_id is null then array[b.captain_id]
        else array(select id from profiles where vendor_id = e.vendor_id and vendor_role <> 'crew') end
      when 'subject' then array[e.subject]
      when 'actor and subject' then array[e.actor, e.subject]
      -- Who is on the roll of the vote; of a reminder, those with a unit that has not voted. Product 4.4
      when 'voters' then array(select profile_id from vote_voters where vote_id = e.subject)
      when 'missing voters' then array(select v.profile_id from vote_voters v join vote_roll r using (vote_id, unit_id)
        where r.vote_id = e.subject and r.voted_as is null)
      when 'audience' then announcement_audience(e.subject)
      when 'author' then array[(select a.author_id from announcements a where a.id = e.subject)]
      when 'vendor' then array(select id from profiles where vendor_id = e.vendor_id and vendor_role <> 'crew')
      when 'asking side' then array[b.captain_id, s.requested_by]
      when 'both sides' then array(select id from profiles where vendor_id = e.vendor_id and vendor_role <> 'crew') || b.captain_id
      when 'other side' then case when e.vendor_id = (select vendor_id from profiles where id = e.actor) then array[b.captain_id]
        else array(select id from profiles where vendor_id = e.vendor_id and vendor_role <> 'crew') end
      when 'other office' then case when e.vendor_id = (select vendor_id from profiles where id = e.actor) then array[b.captain_id]
        else array(select id from profiles where vendor_id = e.vendor_id and vendor_role <> 'crew') end
    -- Who goes to the visits that changed, too, unless they changed them themselves. Product 1.8
    end || array(select person::uuid from jsonb_array_elements_text(e.data -> 'assigned') person
      where person::uuid is distinct from e.actor))
    -- Nobody is mailed at an address that they have not confirmed, and nobody by somebody who has not.
    cross join lateral (select case when e.actor = any (unconfirmed)
      or exists (select from auth_users u where u.id = p.id and not u.email_verified) then 'unconfirmed' end as held) h
  where still_concerns(mail_relation(e.kind), e.building_id, e.vendor_id, p) and reaches(e.kind, e.subject, e.actor, p)
    and case e.kind
      -- A pending person gets no mail about the removal.
      when 'member_removed' then e.data ->> 'was' = 'active'
      -- Who takes a visit themselves knows.
      when 'visit_assigned' then e.actor is distinct from e.subject
      -- One mail a visit: the office had completed it, and this is the end that a phone sends later.
      when 'visit_finished' then not coalesce((e.data ->> 'completed_before')::boolean, false)
      -- The first codes come with a factor, which is mailed.
      when 'recovery_codes_made' then (e.data ->> 'replaced')::boolean
      -- A vendor that starts to offer a service caused these events itself.
      when 'quote_requested' then e.vendor_id is distinct from (select vendor_id from profiles where id = e.actor)
      -- More time is news to those who have not quoted yet, or have to confirm their price.
      when 'request_extended' then q.state = 'needs_quote' or q.for_earlier_request
      -- Only vendors that sent a price, and only when another quote was chosen.
      when 'quote_declined' then q.per_visit_price is not null and exists (select from service_quotes chosen
        where chosen.building_service_id = q.building_service_id and chosen.round = q.round and chosen.status = 'accepted')
      else true
    end
  order by e.id, p.email;

  -- Links go to a mailbox, not to a person.
  if exists (select from new_events where mail_relation(kind) = 'mailbox') then
    insert into mails (event_id, recipient, link_id, sender, held, due_at)
    select e.id, link.email, link.id, e.actor, held, case when held is null then now() else 'infinity' end
    from new_events e
      cross join lateral (select case when e.actor = any (unconfirmed) and e.subject <> e.actor then 'unconfirmed' end as held) h
      cross join lateral (
        select l.id, l.email from account_links l
        where l.user_id = e.subject and l.void_at is null and l.purpose = case e.kind
          when 'email_change_requested' then 'change_email'
          when 'email_confirmation_requested' then 'confirm_email'
          else 'reset_password' end
        order by l.created_at desc limit 1) link
    where mail_relation(e.kind) = 'mailbox' and e.kind not in ('member_declined', 'account_closed', 'colleague_removed')
      -- A new address that already has an account gets no mail, so nobody learns which addresses are known.
      and not (e.kind = 'email_change_requested' and exists (select from auth_users u where u.email = link.email));
    -- Without a link: the address to be replaced gets a warning, and a person who was declined or removed or leaves, whose
    -- account ends next, gets the answer, at a confirmed address only.
    insert into mails (event_id, recipient, sender, held, due_at)
    select e.id, p.email, e.actor, held, case when held is null then now() else 'infinity' end
    from new_events e
      join profiles p on p.id = e.subject
      cross join lateral (select case when e.actor = any (unconfirmed) and e.subject <> e.actor then 'unconfirmed' end as held) h
    where e.kind = 'email_change_requested'
      or e.kind in ('member_declined', 'account_closed', 'colleague_removed') and exists (select from auth_users u where u.id = p.id and u.email_verified);
  end if;
  return null;
end $$;
create or replace trigger events_mails after insert on events
  referencing new table as new_events for each statement execute function queue_mails();

-- What a person has read in the portal is not mailed to them any more. A mail that is just being sent is left alone.
create or replace function drop_read_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from mails where id in (
    select m.id from mails m join events e on e.id = m.event_id
    where m.person = new.person and m.sent_at is null and e.kind = 'message_sent' and e.subject = new.service_quote_id
      and (e.data ->> 'number')::integer <= new.number
    for update of m skip locked);
  return null;
end $$;
create or replace trigger message_reads_mails after insert or update on message_reads
  for each row execute function drop_read_mails();

-- Who has voted is not reminded any more.
create or replace function drop_reminders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from mails where id in (
    select m.id from mails m join events e on e.id = m.event_id
    where m.sent_at is null and e.kind = 'vote_reminded' and e.subject = new.vote_id
      and m.person in (select v.profile_id from vote_voters v where v.vote_id = new.vote_id and v.unit_id = new.unit_id)
      and not exists (select from vote_voters v join vote_roll r using (vote_id, unit_id)
        where v.vote_id = new.vote_id and v.profile_id = m.person and r.voted_as is null)
    for update of m skip locked);
  return null;
end $$;
create or replace trigger vote_roll_mails after update of voted_as on vote_roll for each row
  when (old.voted_as is null and new.voted_as is not null) execute function drop_reminders();

-- Once both sender and recipient have confirmed their addresses, held mail is sent. Links in it are valid from now on.
create or replace function release_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with released as (
    update mails m set held = null, due_at = now() + (select mail_delay(kind) from events where id = m.event_id)
    where m.held = 'unconfirmed' and (m.sender = new.id or m.person = new.id)
      and not exists (select from auth_users u where u.id in (m.sender, m.person) and not u.email_verified)
    returning link_id)
  update account_links l set expires_at = now() + (l.expires_at - l.created_at) from released where l.id = link_id;
  return null;
end $$;
create or replace trigger auth_users_release_mails after update of email_verified on auth_users
  for each row when (new.email_verified and not old.email_verified) execute function release_mails();
