-- The people whom an event is mailed to are each looked up. Of a list that is made to rows PostgreSQL expects ten for each
-- event, and for some hundred events it read all people of the city.
create or replace function queue_mails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into mails (event_id, recipient, person)
  select e.id, p.email, p.id
  from told e
    left join buildings b on b.id = e.building_id
    left join service_quotes q on q.id = e.subject
    left join building_services s on s.id = q.building_service_id
    join profiles p on p.id = any (case e.kind
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
    end)
  -- Nothing of a building to those who have left it, nor to those who wait for it.
  where e.kind <> 'quote_submitted' or (p.building_id = e.building_id and p.status = 'active')
  order by e.id, p.email;
  return null;
end $$;
