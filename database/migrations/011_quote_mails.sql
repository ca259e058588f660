-- Whom a mail is for. It goes to the address that this person has when it is sent. Null where the mailbox itself is
-- meant: a link for whoever holds it, a warning to the address that is to be replaced.
alter table mails add column person uuid references profiles on delete cascade;
create index mails_person on mails (person) where person is not null;
-- Their mails arrive in the order of what they tell.
create index mails_waiting on mails (person, id) where sent_at is null;
update mails m set person = p.id from profiles p, events e
  where m.sent_at is null and p.email = m.recipient and e.id = m.event_id
    and e.kind in ('member_joined', 'member_accepted', 'appointment_moved', 'appointment_cancelled');

-- A link that works for an hour doesn't wait behind what was asked of five hundred vendors.
drop index mails_due;
create index mails_due on mails ((link_id is null), due_at, id) where sent_at is null;

-- What a mail server answers may be of any length.
update mails set last_error = left(last_error, 1000) where length(last_error) > 1000;
alter table mails add check (length(last_error) <= 1000);

-- Whom events are mailed to (but for links, which have triggers of their own): all events of a statement at once, so
-- that a request to five hundred vendors is one more insert. It runs as the tables' owner: who caused an event may not
-- see its mails.
drop trigger events_mail on events;
drop trigger events_visit_mail on events;
drop function queue_visit_mail();
create or replace function queue_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into mails (event_id, recipient, person)
  select distinct e.id, p.email, p.id
  from told e
    left join buildings b on b.id = e.building_id
    left join service_quotes q on q.id = e.subject
    left join building_services s on s.id = q.building_service_id
    cross join lateral unnest(case e.kind
      when 'member_joined' then array[b.captain_id]
      when 'member_accepted' then array[e.subject]
      -- Who only waited had nothing to lose.
      when 'member_removed' then case when e.data ->> 'was' = 'active' then array[e.subject] end
      -- A vendor that starts to offer a service finds what is open by itself.
      when 'quote_requested' then case when e.actor is distinct from e.vendor_id then array[e.vendor_id] end
      -- The captain, and who asked.
      when 'quote_submitted' then array[b.captain_id, s.requested_by]
      when 'quote_accepted' then array[e.vendor_id]
      -- Who never named a price was not passed over; and where nobody was chosen, the next round asks anew.
      when 'quote_declined' then case when q.per_visit_price is not null and exists (select from service_quotes chosen
        where chosen.building_service_id = q.building_service_id and chosen.round = q.round
          and chosen.status = 'accepted') then array[e.vendor_id] end
      -- The side that did not change the visit.
      when 'appointment_moved' then array[case when e.actor = e.vendor_id then b.captain_id else e.vendor_id end]
      when 'appointment_cancelled' then array[case when e.actor = e.vendor_id then b.captain_id else e.vendor_id end]
    end) as reader (id)
    join profiles p on p.id = reader.id
  -- Nothing of a building to those who have left it, nor to those who wait for it.
  where e.kind <> 'quote_submitted' or (p.building_id = e.building_id and p.status = 'active')
  order by e.id, p.email;
  return null;
end $$;
create trigger events_mails after insert on events
  referencing new table as told for each statement execute function queue_mails();
