-- The invariants of the data: one row for each breach. `npm run check`, the tests and the fault drills run this query.
-- Some are constraints as well, but a failed disk or restore can break those, too.
with booked as (
  -- The days booked by an accepted quote [4.visit.2]: every N weeks including both ends, or only the start. Without an end
  -- they go on (product, 1.1), so up to the last one that is booked.
  select q.id, q.building_service_id, array(
    select day::date from generate_series(s.preferred_start_date::timestamp,
      case when s.service_type = 'recurring' and s.required_every_weeks is not null
        then coalesce((select max(n.until_date) from renewals n where n.service_quote_id = q.id and n.answer = 'agreed'),
          s.preferred_end_date, case when s.until_ended then (select max(nominal_date) from appointments
          where service_quote_id = q.id) end, s.preferred_start_date) else s.preferred_start_date end::timestamp,
      make_interval(weeks => coalesce(s.required_every_weeks, 1))) as day) as days
  from service_quotes q join request_rounds s on s.building_service_id = q.building_service_id and s.round = q.round
  where q.status = 'accepted' and s.preferred_start_date is not null)

select 'each account has a profile with its email' as invariant, u.id::text as row from auth_users u
  where not exists (select from profiles p where p.id = u.id and p.email = u.email)
union all
select 'an account has a second factor exactly if its password alone does not sign in', u.id::text from auth_users u
  where u.two_factor_enabled <> (exists (select from auth_passkeys k where k.user_id = u.id)
    or exists (select from auth_two_factors f where f.user_id = u.id and f.verified))
union all
select 'each contractor belongs to a vendor', p.id::text from profiles p
  where (p.role = 'contractor') <> exists (select from vendor_profiles v where v.id = p.vendor_id)
union all
select 'a company with people has an owner', p.vendor_id::text from profiles p where p.vendor_id is not null
  group by p.vendor_id having bool_or(p.status = 'active') and not bool_or(p.status = 'active' and p.vendor_role = 'owner')
union all
select 'a visit is assigned to somebody who works for its vendor', a.id::text from appointments a
  join profiles p on p.id = a.assigned_to
  where p.vendor_id is distinct from a.vendor_id or a.status = 'confirmed' and p.status <> 'active'
union all
select 'each address is one building', min(b.id::text) from buildings b where b.duplicate_of is null
  group by address_key(b.address), plain_words(b.city), b.state, b.zip_code having count(*) > 1
union all
select 'a duplicate names the building that people meet at its address', b.id::text from buildings b
  left join buildings met on met.id = b.duplicate_of and met.duplicate_of is null
    and (met.address_key, met.city_key, met.state, met.zip_code) = (b.address_key, b.city_key, b.state, b.zip_code)
  where b.duplicate_of is not null and met.id is null
union all
select 'the captain that a building names is its active captain', b.id::text from buildings b
  left join profiles p on p.building_id = b.id and p.role = 'captain' and p.status = 'active'
  where b.captain_id is distinct from p.id
union all
select 'the building of an active resident has a captain', p.id::text from profiles p join buildings b on b.id = p.building_id
  where p.status = 'active' and b.captain_id is null
union all
select 'a unit is held by active people of its building', h.unit_id::text || ' ' || h.profile_id::text from unit_holders h
  left join units u on u.id = h.unit_id and u.building_id = h.building_id
  left join profiles p on p.id = h.profile_id and p.building_id = h.building_id and p.status = 'active'
  where u.id is null or p.id is null
union all
select 'an office is held by an active resident who is not the captain', o.profile_id::text || ' ' || o.office from officers o
  where not exists (select from profiles p where p.id = o.profile_id and p.building_id = o.building_id
    and p.status = 'active' and p.role in ('homeowner', 'member'))
union all
select 'an accepted service has one accepted quote, of its vendor', s.id::text from building_services s
  where s.status = 'Accepted' and 1 <> (select count(*) from service_quotes q where q.building_service_id = s.id
    and q.round = s.round and q.status = 'accepted' and q.vendor_id = s.assigned_vendor)
union all
select 'a service that is not accepted has no accepted quote', s.id::text from building_services s
  join service_quotes q on q.building_service_id = s.id and q.round = s.round and q.status = 'accepted'
  where s.status in ('Quote', 'pending_quotes')
union all
select 'an accepted quote costs what was chosen of its terms', q.id::text from service_quotes q
  where (q.extra_price, q.once_price) is distinct from (chosen_price(q.lines, q.extras, q.chosen, 'visit'),
    case when q.status = 'accepted' then coalesce(q.start_price, 0) else 0 end + chosen_price(q.lines, q.extras, q.chosen, 'once'))
union all
select 'a decided service has no open quote', q.id::text from service_quotes q
  join building_services s on s.id = q.building_service_id
  where q.status = 'pending' and (s.status in ('Accepted', 'None') or q.round <> s.round)
union all
select 'an open request went once to each vendor of the service, and to no other', s.id::text || ' ' || v.vendor_id::text
  from building_services s join vendor_services v on v.service_type_id = s.service_type_id and v.is_active
    and v.vendor_id <> all (s.excluded_vendors)
  where s.status in ('Quote', 'pending_quotes') and 1 <> (select count(*) from service_quotes q
    where q.building_service_id = s.id and q.vendor_id = v.vendor_id and q.round = s.round)
union all
select 'an open request went once to each vendor of the service, and to no other', q.id::text
  from service_quotes q join building_services s on s.id = q.building_service_id and s.round = q.round
  where q.status = 'pending' and (q.vendor_id = any (s.excluded_vendors) or q.per_visit_price is null
    and not exists (select from vendor_services v
      where v.vendor_id = q.vendor_id and v.service_type_id = q.service_type_id and v.is_active))
union all
select 'a service asks for what its present round says', s.id::text
  from building_services s left join request_rounds r on r.building_service_id = s.id and r.round = s.round
  where (s.description, s.scope, s.service_type, s.required_every_weeks, s.preferred_start_date, s.preferred_end_date, s.until_ended,
      s.quotes_by, s.decide_by, s.closed_reason, s.excluded_vendors, s.requested_by, s.requested_at)
    is distinct from (r.description, r.scope, r.service_type, r.required_every_weeks, r.preferred_start_date, r.preferred_end_date,
      r.until_ended, r.quotes_by, r.decide_by, r.closed_reason, r.excluded_vendors, r.requested_by, r.requested_at)
union all
select 'a round counts the vendors that it asked', r.id::text from request_rounds r
  where r.vendors_asked <> (select count(*) from service_quotes q
    where q.building_service_id = r.building_service_id and q.round = r.round)
union all
select 'an accepted quote has the visits of its schedule', b.id::text from booked b
  where cardinality(b.days) <> (select count(*) from appointments a where a.service_quote_id = b.id)
    or exists (select from appointments a where a.service_quote_id = b.id and (a.nominal_date <> all (b.days)
      or a.changed_by is null and a.shift_days is not null and a.scheduled_date <> a.series_date))
union all
-- What a stop leaves on its first day: a visit whose hour had come. Nothing is moved onto its days.
select 'nothing is booked after a service was ended', a.id::text from appointments a
  join service_stops e on e.service_quote_id = a.service_quote_id and e.until_date is null
  where a.status = 'confirmed' and (a.scheduled_date > e.from_date or a.scheduled_date = e.from_date and a.created_at > e.created_at)
union all
select 'nobody comes while a service is paused', a.id::text from appointments a
  join service_stops e on e.service_quote_id = a.service_quote_id and a.scheduled_date <= e.until_date
  where a.status = 'confirmed' and (a.scheduled_date > e.from_date or a.scheduled_date = e.from_date and a.created_at > e.created_at)
union all
select 'each visit belongs to an accepted quote', a.id::text from appointments a join service_quotes q on q.id = a.service_quote_id
  where q.status <> 'accepted' or (a.building_service_id, a.building_id, a.vendor_id)
    is distinct from (q.building_service_id, q.building_id, q.vendor_id)
union all
select 'a visit is finished by somebody who checked in', a.id::text
  from appointments a left join attendances t on t.appointment_id = a.id
  where (a.checked_in_at is null) <> (t.check_in_received_at is null)
    or t.finished_at is not null and (a.status not in ('completed', 'disputed') or t.finished_at < a.checked_in_at)
union all
select 'a visit is disputed as its dispute says', a.id::text
  from appointments a left join visit_disputes d on d.appointment_id = a.id
  where (a.status = 'disputed') <> (d.appointment_id is not null and d.outcome is distinct from 'settled')
    or d.outcome = 'settled' and a.status <> 'completed'
union all
select 'photos are of visits at which somebody checked in, or that were claimed or disputed', p.id::text
  from visit_photos p join appointments a on a.id = p.appointment_id
  where a.checked_in_at is null and not exists (select from visit_claims c where c.appointment_id = a.id)
    and not exists (select from visit_disputes d where d.appointment_id = a.id)
union all
select 'a claim is of a missed visit, which it completes once it counts', c.appointment_id::text
  from visit_claims c join appointments a on a.id = c.appointment_id
  where a.status <> case when c.answer in ('confirmed', 'unanswered') then 'completed' else 'missed' end
union all
select 'a service''s next visit is its earliest confirmed one', s.id::text from building_services s
  where s.next_scheduled_visit is distinct from
    (select min(a.scheduled_date) from appointments a where a.building_service_id = s.id and a.status = 'confirmed')
union all
select 'a building with a captain has its first fee', b.id::text from buildings b
  where b.captain_id is not null and not exists (select from fees f where f.building_id = b.id)
union all
select 'a fee is paid at most once, and in full', o.id::text from payables o
  -- What a bank returned is owed again, and it may return a part.
  where o.kind = 'fee' and not o.charged_back and (select count(*) filter (where p.amount <> o.amount) * 2 + count(*) from payments p
    where p.payable_id = o.id and p.status = 'paid') > 1
union all
select 'payments never exceed the amount owed', o.id::text from payables o
  -- What was paid again before a bank gave the first payment back, is too much.
  where not o.charged_back and o.amount < (select coalesce(sum(p.amount), 0) from payments p where p.payable_id = o.id and p.status = 'paid')
    - (select coalesce(sum(r.amount), 0) from refunds r where r.payable_id = o.id and r.status = 'done')
    - (select coalesce(sum(c.amount), 0) from chargebacks c where c.payable_id = o.id and c.status = 'lost')
union all
select 'the paid amount is the sum of the payments', o.id::text from payables o
  where o.paid <> (select coalesce(sum(p.amount), 0) from payments p where p.payable_id = o.id and p.status = 'paid')
    - (select coalesce(sum(r.amount), 0) from refunds r where r.payable_id = o.id and r.status = 'done')
    - (select coalesce(sum(c.amount), 0) from chargebacks c where c.payable_id = o.id and c.status = 'lost')
union all
select 'a refund is of what was paid', p.id::text from payments p
  where (p.status = 'paid')::int * p.amount < (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status <> 'failed')
    + (select coalesce(sum(c.amount), 0) from chargebacks c where c.payment_id = p.id and c.status <> 'won')
union all
select 'each refund that went back is in the books once', r.id::text from refunds r
  where (r.status = 'done')::int <> (select count(*) filter (where t.kind = 'refund') - count(*) filter (where t.kind = 'refund_undone')
      from transfers t where t.refund_id = r.id and t.amount = r.amount)
    -- Of a fee it is owed less then, but for what was paid beyond it.
    or not exists (select from payables o where o.id = r.payable_id and (select coalesce(sum(case t.kind when 'credit' then t.amount else -t.amount end), 0)
        from transfers t where t.refund_id = r.id and t.kind in ('credit', 'credit_undone'))
      between case when o.kind = 'fee' and r.status = 'done' and not o.charged_back then r.amount else 0 end
        and case when o.kind = 'fee' and r.status = 'done' then r.amount else 0 end)
union all
select 'what is owed says what a bank holds and returned', o.id::text from payables o
  where (o.disputed, o.lost) <> (select coalesce(sum(c.amount) filter (where c.status = 'open'), 0),
    coalesce(sum(c.amount) filter (where c.status = 'lost'), 0) from chargebacks c where c.payable_id = o.id)
    or not o.charged_back and o.lost > 0
union all
select 'each chargeback is in the books as the bank decided', c.id::text from chargebacks c
  where (c.amount, case c.status when 'lost' then c.amount else 0 end) <> (select
      coalesce(sum(case t.kind when 'chargeback' then t.amount when 'chargeback_won' then -t.amount end), 0),
      coalesce(sum(case t.kind when 'chargeback_lost' then t.amount when 'chargeback_undone' then -t.amount end), 0)
    from transfers t where t.chargeback_id = c.id)
union all
select 'a chargeback holds what is left of its payment', c.id::text from (
    select c.id, c.amount, greatest(0, least(c.claimed, p.amount
      - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status <> 'failed')
      - coalesce(sum(c.claimed) over (partition by p.id order by c.opened_at, c.id rows between unbounded preceding and 1 preceding), 0))) as target
    from chargebacks c join payments p on p.id = c.payment_id where c.status <> 'won') c
  where c.amount <> c.target
union all
select 'each chargeback has its event', c.id::text from chargebacks c
  where not exists (select from events e where e.subject = c.id and e.building_id = c.building_id and e.kind = 'chargeback_opened')
    or c.status <> 'open'
      and not exists (select from events e where e.subject = c.id and e.building_id = c.building_id and e.kind = 'chargeback_' || c.status)
union all
select 'a payment is taken back with a reason and an event', p.id::text from payments p
  where (p.status = 'taken_back') <> exists (select from payment_take_backs k where k.payment_id = p.id and k.payable_id = p.payable_id)
    or p.status = 'taken_back'
      and not exists (select from events e where e.subject = p.id and e.building_id = p.building_id and e.kind = 'payment_taken_back')
union all
select 'a payment through Stripe is in the history as Stripe says', s.id::text from stripe_payments s left join payments p on p.id = s.id
  where case s.status when 'paid' then (p.status, p.amount, p.payable_id) is distinct from ('paid', s.amount, s.payable_id)
    when 'processing' then (p.status, p.amount, p.payable_id) is distinct from ('pending', s.amount, s.payable_id)
    when 'open' then p.id is not null else coalesce(p.status <> 'failed', false) end
union all
select 'each payment that Stripe confirmed has its event', s.id::text from stripe_payments s
  where s.status = 'paid' and (select count(*) from events e where e.subject = s.id and e.building_id = s.building_id and e.kind = 'payment_received') <> 1
union all
select 'a payout is the sum of its movements', o.id from stripe_payouts o
  where o.amount <> (select coalesce(sum(m.net), 0) from stripe_movements m where m.payout_id = o.id)
union all
select 'the books say what a building was charged, owes and has paid', coalesce(o.building_id, e.building_id)::text
  from (select building_id, sum(amount - credited) as charged, sum(paid) as paid, sum(disputed) as disputed
      from payables group by building_id) o
  full join (select e.building_id, sum(amount) filter (where a.kind = 'spend') as charged,
      coalesce(-sum(amount) filter (where a.kind in ('paid', 'disputed')), 0) as paid, -sum(amount) filter (where a.kind = 'owed') as owed,
      coalesce(-sum(amount) filter (where a.kind = 'disputed'), 0) as disputed
    from ledger_entries e join accounts a on a.id = e.account_id group by e.building_id) e on e.building_id = o.building_id
  where (o.charged, o.paid, o.charged - o.paid, o.disputed) is distinct from (e.charged, e.paid, e.owed, e.disputed)
union all
select 'each charge, confirmed payment and credit is in the books once', p.id::text from (
    select id, id as payable_id, null::uuid as payment_id, null::uuid as credit_note_id, amount, 1 as times from payables
    union all select id, payable_id, id, null, amount, (status = 'paid')::int from payments
    union all select t.credit_note_id, t.payable_id, null, t.credit_note_id, c.total, 1
      from transfers t join credit_notes c on c.id = t.credit_note_id) p
  where p.times <> (select coalesce(sum(case kind when 'reversal' then -1 else 1 end), 0) from transfers t
    where t.payable_id = p.payable_id and t.payment_id is not distinct from p.payment_id and t.refund_id is null and t.chargeback_id is null
      and t.credit_note_id is not distinct from p.credit_note_id and t.amount = p.amount)
union all
select 'what is credited of a payable is in the books', o.id::text from payables o
  where o.credited <> (select coalesce(sum(case t.kind when 'credit' then t.amount else -t.amount end), 0) from transfers t
    where t.payable_id = o.id and t.kind in ('credit', 'credit_undone'))
union all
select 'a credit note is the sum of its lines', c.id::text from credit_notes c,
  lateral (select coalesce(sum(l.amount), 0) as amount, count(*) as lines from invoice_lines l
    where l.credit_note_id = c.id and l.invoice_id = c.invoice_id and l.id = any (c.line_ids)) l
  where l.amount <> c.subtotal or l.lines <> cardinality(c.line_ids)
union all
select 'an invoice says what is credited of it', i.id::text from invoices i
  where i.credited <> (select coalesce(sum(c.total), 0) from credit_notes c where c.invoice_id = i.id)
    or i.status <> 'draft' and i.decided_at is null and i.total - i.credited <> kept_total(i)
    or i.status = 'credited' and (kept_total(i) > 0 or i.credited = 0)
union all
select 'each credit note has its event', c.id::text from credit_notes c
  where not exists (select from events e where e.subject = c.invoice_id and e.building_id = c.building_id and e.vendor_id = c.vendor_id
    and e.kind = 'invoice_credited' and e.data ->> 'credit_number' = c.number)
union all
select 'a transfer is between two accounts of its building', t.id::text from transfers t
  where 2 <> (select count(*) from accounts a where a.id in (t.from_account, t.to_account) and a.building_id = t.building_id)
union all
select 'an invoice is the sum of its lines', i.id::text from invoices i
  where i.subtotal <> (select coalesce(sum(l.amount), 0) from invoice_lines l where l.invoice_id = i.id)
union all
select 'the lines of a sent invoice share its tax', i.id::text from invoices i,
  lateral (select count(*) filter (where l.tax is not null) as shared, count(*) as lines,
      coalesce(sum(l.amount + l.tax) filter (where l.refused_reason is null and l.credit_note_id is null), 0) as kept,
      coalesce(sum(l.tax) filter (where l.refused_reason is not null or l.credit_note_id is not null), 0) as out
    from invoice_lines l where l.invoice_id = i.id) l
  where case when i.status = 'draft' then l.shared > 0 else l.shared < l.lines or l.kept <> kept_total(i) or l.out > 0 end
union all
select 'a year''s budgets are counted, and each has lines', (array_agg(b.id))[1]::text from budgets b group by b.building_id, b.year
  having max(b.version) <> count(*) or bool_or(not exists (select from budget_lines l where l.budget_id = b.id))
union all
select 'each budget has its event', b.id::text from budgets b
  where not exists (select from events e where e.subject = b.id and e.building_id = b.building_id and e.kind = 'budget_set')
union all
select 'what was told of a budget was budgeted', a.building_id::text from budget_alerts a
  where not exists (select from budgets b join budget_lines l on l.budget_id = b.id
    where b.building_id = a.building_id and b.year = a.year and (a.category is null or l.category = a.category)
    group by b.id having sum(l.amount) = a.budgeted)
union all
select 'an invoiced visit was finished, and costs at most what was agreed', l.id::text from invoice_lines l
  join appointments a on a.id = l.appointment_id
  where l.credit_note_id is null
    and (a.status not in ('completed', 'disputed') or l.amount > agreed_visit_price(a.service_quote_id, a.nominal_date))
union all
select 'an invoiced one-time price was agreed', l.id::text from invoice_lines l join service_quotes q on q.id = l.service_quote_id
  where l.credit_note_id is null and (q.status <> 'accepted' or l.amount > q.once_price)
union all
select 'each sent invoice has its event', i.id::text from invoices i
  where i.status <> 'draft' and not exists (select from events e where e.subject = i.id and e.vendor_id = i.vendor_id and e.kind = 'invoice_sent')
union all
select 'what is approved of an invoice is the sum of its lines, and owed', i.id::text from invoices i
  left join payables o on o.id = i.id and o.kind = 'invoice' and o.building_id = i.building_id
  where i.decided_at is not null and (i.approved <> kept_total(i) or i.approved <> coalesce(o.amount - o.credited, 0))
union all
select 'an invoice says what is paid of it', i.id::text from invoices i left join payables o on o.id = i.id and o.kind = 'invoice'
  where i.paid <> coalesce(o.paid, 0)
union all
select 'each owed invoice was approved', o.id::text from payables o
  where o.kind = 'invoice' and not exists (select from invoices i where i.id = o.id and (i.status = 'approved'
    or i.status = 'credited' and i.decided_at is not null))
union all
select 'each disputed invoice has a message', i.id::text from invoices i
  where i.status = 'disputed' and not exists (select from invoice_messages m where m.invoice_id = i.id)
union all
select 'each decided invoice has its event', i.id::text from invoices i
  where i.decided_at is not null
    and not exists (select from events e where e.subject = i.id and e.building_id = i.building_id and e.kind = 'invoice_decided')
union all
select 'a fee and its payable agree', o.id::text from payables o
  where o.kind = 'fee' and not exists (select from fees f where f.id = o.id and f.building_id = o.building_id
    and o.due_date = (f.month + interval '1 month')::date)
union all
select 'each decision on a quote has its event', q.id::text from service_quotes q
  where q.status <> 'pending' and not exists (select from events e where e.subject = q.id
    and case q.status when 'accepted' then e.kind = 'quote_accepted' else e.kind in ('quote_declined', 'quote_given_up', 'request_withdrawn', 'request_closed') end)
union all
select 'each document has its event', d.id::text from building_documents d
  where not exists (select from events e where e.subject = d.id and e.kind in ('document_uploaded', 'document_replaced'))
union all
select 'each document in the bin has the event that put it there', d.id::text from building_documents d
  where d.deleted_at is not null
    and not exists (select from events e where e.subject = d.id and e.kind = 'document_deleted')
    and not exists (select from events e where e.building_id = d.building_id and e.kind = 'document_replaced'
      and e.data ->> 'earlier_id' = d.id::text)
union all
select 'a building uses the space of its files', building_id::text
  from building_storage s full join (
    select building_id, sum(documents) as documents, sum(photos) as photos from (
      select building_id, file_space(file_size) as documents, 0 as photos from building_documents
      union all select building_id, file_space(file_size), 0 from request_files
      union all select building_id, file_space(file_size), 0 from message_files where side = 'captain'
      union all select building_id, file_space(file_size), 0 from payment_files
      union all select building_id, file_space(file_size), 0 from vote_files
      union all select building_id, file_space(file_size), 0 from announcement_files
      union all select building_id, 0, file_space(file_size) from visit_photos) f group by building_id) d using (building_id)
  where (coalesce(used_bytes, 0), coalesce(photo_bytes, 0)) <> (coalesce(documents, 0), coalesce(photos, 0))
union all
select 'a quote says until when it was renewed', q.id::text from service_quotes q
  where q.renewed_until is distinct from (select max(n.until_date) from renewals n where n.service_quote_id = q.id and n.answer = 'agreed')
union all
select 'an agreed renewal has its visits', n.id::text from renewals n
  where n.answer = 'agreed' and not exists (select from appointments a where a.service_quote_id = n.service_quote_id
    and a.nominal_date between n.from_date and n.until_date)
union all
select 'a company uses the space of its files', vendor_id::text
  from vendor_storage s full join (
    select vendor_id, sum(file_space(file_size)) as files from (
      select vendor_id, file_size from quote_files
      union all select vendor_id, file_size from message_files where side = 'vendor'
      union all select vendor_id, file_size from invoice_files
      union all select vendor_id, file_size from portfolio_photos) f group by vendor_id) d using (vendor_id)
  where coalesce(used_bytes, 0) <> coalesce(files, 0)
union all
select 'a file beside a quote is of its vendor and building', f.id::text from quote_files f
  where not exists (select from service_quotes q where q.id = f.service_quote_id
    and q.vendor_id = f.vendor_id and q.building_id = f.building_id)
union all
select 'a message has the files that it counts', m.id::text from messages m
  where m.file_count <> (select count(*) from message_files f where f.message_id = m.id)
union all
select 'each message has its event', m.id::text from messages m
  where not exists (select from events e where e.kind = 'message_sent' and e.subject = m.service_quote_id
    and (e.data ->> 'number')::integer = m.number)
union all
select 'a thread is of an accepted quote', m.id::text from messages m join service_quotes q on q.id = m.service_quote_id
  where q.status <> 'accepted'
union all
select 'nobody has read further than the thread goes', r.service_quote_id::text from message_reads r
  where r.number > (select coalesce(max(m.number), 0) from messages m where m.service_quote_id = r.service_quote_id)
union all
select 'a quote has at most five files', service_quote_id::text from quote_files group by service_quote_id having count(*) > 5
union all
select 'an invoice and a payment have at most five files', invoice_id::text from (
    select invoice_id, null::uuid as payment_id from invoice_files union all select invoice_id, payment_id from payment_files) f
  group by invoice_id, payment_id having count(*) > 5
union all
select 'a file of a payment is of its invoice', f.id::text from payment_files f
  where not exists (select from payments p where p.id = f.payment_id and p.payable_id = f.invoice_id and p.building_id = f.building_id)
union all
select 'a vendor shows at most twelve photos', vendor_id::text from portfolio_photos group by vendor_id having count(*) > 12
union all
select 'a vendor has at most sixty documents that were never verified', vendor_id::text from compliance_documents
  where verified_at is null group by vendor_id having count(*) > 60
union all
select 'a person has at most five calendar addresses', user_id::text from feeds group by user_id having count(*) > 5
union all
select 'access notes have the event that last changed them', n.building_id::text from access_notes n
  where (select e.data ->> 'removed' from events e where e.building_id = n.building_id and e.kind = 'access_notes_changed'
    order by e.id desc limit 1) is distinct from 'false'
union all
select 'a removed person has no calendar address', f.user_id::text from feeds f join profiles p on p.id = f.user_id
  where p.status = 'removed'
union all
select 'a vote that was opened has its roll', v.id::text from votes v
  where v.state in ('open', 'closed', 'failed_quorum', 'certified') and not exists (select from vote_roll r where r.vote_id = v.id)
union all
select 'the roll says how each unit voted', r.vote_id::text || ' ' || r.number from vote_roll r
  where r.voted_as is distinct from coalesce((select b.cast_as from ballots b where b.vote_id = r.vote_id and b.unit_id = r.unit_id),
    (select 'secret' from vote_signatures s where s.vote_id = r.vote_id and s.unit_id = r.unit_id))
union all
select 'a ballot chooses options of its vote', b.vote_id::text || ' ' || b.unit_id::text from ballots b join votes v on v.id = b.vote_id
  where not is_choice(v, b.choice) or v.is_secret
union all
select 'a ballot chooses options of its vote', b.id::text from secret_ballots b join votes v on v.id = b.vote_id
  where not is_choice(v, b.choice) or not v.is_secret
union all
select 'a decided vote has the result of its ballots', v.id::text from votes v
  cross join lateral (select count(*) as units, coalesce(sum(weight), 0) as weight from vote_roll r where r.vote_id = v.id) roll
  cross join lateral (select count(*) as units, coalesce(sum(weight), 0) as weight from (
    select r.weight from ballots b join vote_roll r using (vote_id, unit_id) where b.vote_id = v.id
    union all select 1 from secret_ballots b where b.vote_id = v.id) b) counted
  where v.result is not null and ((v.result -> 'roll') <> jsonb_build_object('units', roll.units, 'weight', roll.weight)
    or (v.result -> 'voted') <> jsonb_build_object('units', counted.units, 'weight', counted.weight)
    or exists (select from jsonb_array_elements(v.result -> 'options' || jsonb_build_array(v.result -> 'abstained' || '{"option": "abstain"}')) o
      where o - 'option' <> (select jsonb_build_object('units', count(*), 'weight', coalesce(sum(weight), 0)) from (
        select r.weight from ballots b join vote_roll r using (vote_id, unit_id) where b.vote_id = v.id and o ->> 'option' = any (b.choice)
        union all select 1 from secret_ballots b where b.vote_id = v.id and o ->> 'option' = any (b.choice)) chosen)))
union all
select 'a vote that is over has no ballots in its box', v.id::text from votes v
  where v.state <> 'open' and (exists (select from vote_boxes x where x.vote_id = v.id and x.box is not null)
    or exists (select from paper_sheets s where s.vote_id = v.id and s.choices is not null))
union all
select 'each secret ballot is of a unit that voted, and each receipt of a ballot', v.id::text from votes v
  where v.is_secret and ((select count(*) from secret_ballots b where b.vote_id = v.id) > (select count(*) from vote_signatures s where s.vote_id = v.id)
    or (select count(*) from vote_receipts r where r.vote_id = v.id)
      <> (select count(*) from secret_ballots b where b.vote_id = v.id) - case when v.result is null then 0
        else (select count(*) from vote_signatures s where s.vote_id = v.id and s.on_paper) end)
union all
select 'nobody holds more proxies than the vote allows', p.vote_id::text || ' ' || p.holder_id::text
  from vote_proxies p join votes v on v.id = p.vote_id group by p.vote_id, p.holder_id, v.proxies having count(*) > v.proxies
union all
select 'the ballot of a proxy is by who holds it', b.vote_id::text || ' ' || b.unit_id::text from ballots b
  where b.cast_as = 'proxy' and b.person is not null and not exists (select from vote_proxies p
    where (p.vote_id, p.unit_id, p.holder_id) = (b.vote_id, b.unit_id, b.person))
union all
select 'a paper ballot was confirmed by another officer', b.vote_id::text || ' ' || b.unit_id::text from ballots b
  where b.cast_as = 'paper' and not exists (select from paper_ballots p join paper_sheets s on s.id = p.sheet_id
    where (p.vote_id, p.unit_id, p.choice) = (b.vote_id, b.unit_id, b.choice) and s.confirmed_at is not null)
union all
select 'a vote has at most five files', vote_id::text from vote_files group by vote_id having count(*) > 5
union all
select 'each vote has its event', v.id::text from votes v
  where not exists (select from events e where e.building_id = v.building_id and e.subject = v.id and e.kind = case
    when v.state in ('closed', 'failed_quorum') then 'vote_closed' when v.state = 'draft' then 'vote_drafted' else 'vote_' || case v.state
      when 'open' then 'opened' else v.state end end)
union all
select 'an announcement has at most five files', announcement_id::text from announcement_files group by announcement_id having count(*) > 5
union all
select 'an announcement is sent once', a.id::text from announcements a
  where (select count(*) from events e where e.building_id = a.building_id and e.subject = a.id and e.kind = 'announcement_sent')
    <> case when a.sent_at is null then 0 else 1 end
union all
select 'each announcement has its event', a.id::text from announcements a
  where not exists (select from events e where e.building_id = a.building_id and e.subject = a.id
    and e.kind = 'announcement_' || case a.state when 'draft' then 'drafted' else a.state end)
union all
select 'what was written to an announcement has its event', w.id::text from (
    select id, announcement_id, 'announcement_followed_up' as kind, 'follow_up_id' as key from announcement_follow_ups
    union all select id, announcement_id, 'announcement_replied', 'reply_id' from announcement_replies) w
  where not exists (select from events e where e.subject = w.announcement_id and e.kind = w.kind and e.data ->> w.key = w.id::text)
union all
select 'replies came where they were allowed', r.id::text from announcement_replies r
  join announcements a on a.id = r.announcement_id where not a.allows_replies or a.sent_at is null
union all
select 'no event is mailed to a person twice', min(m.id)::text from mails m
  group by m.event_id, m.recipient having count(*) > 1
order by 1, 2
