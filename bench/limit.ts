import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { IDLE_CONNECTION } from '../src/server/db/timeouts.ts'
import { hashPassword, verifyPassword } from '../src/server/session/password-hash.ts'
import { PASSWORD } from './city.ts'

// The limit for each workload: the same rows by the best SQL that we know, with one session lookup and one statement.
// No audience, row rules, validation or events. Started by servers.ts, in as many processes as the portal.

const PROCESSES = Number(process.env.THREADS)
const hash = await hashPassword(PASSWORD)
// Keeps its connections and query plans while the other side is measured, as the portal does.
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20 / PROCESSES,
  idleTimeoutMillis: IDLE_CONNECTION,
})
pool.on('error', () => undefined) // the database ends before this process
const TODAY = `(now() at time zone 'America/Los_Angeles')::date`

/** Looks up the session of the token $1. */
const ME =
  'me as materialized (select p.* from auth_sessions s join profiles p on p.id = s.user_id where s.token = $1 and s.expires_at > now())'
const as = (body: string) => `with ${ME} select ${body}::text as json`

const rows = (query: string) => `(select coalesce(json_agg(t), '[]') from (${query}) t)`

const services = rows(`
  select s.id, s.service_type_id, ty.name, s.status, s.description, s.service_type, s.required_every_weeks, s.preferred_start_date,
    s.preferred_end_date, s.until_ended, s.requested_at, v.company_name, q.*, a.*
  from building_services s join service_types ty on ty.id = s.service_type_id
  left join vendor_profiles v on v.id = s.assigned_vendor
  left join lateral (select count(*) as vendors_asked, count(per_visit_price) as quotes_received, min(per_visit_price) as lowest_price,
      max(per_visit_price) filter (where status = 'accepted') as accepted_price
    from service_quotes where building_service_id = s.id and round = s.round) q on true
  left join lateral (select scheduled_date as next_visit_date, scheduled_time as next_visit_time from appointments
    where building_service_id = s.id and status = 'confirmed' and scheduled_date >= ${TODAY}
    order by scheduled_date, scheduled_time limit 1) a on true
  where s.building_id = (select building_id from me) and s.status in ('Quote', 'Accepted') order by s.updated_at desc, s.id`)

const visits = `(select json_build_object('total', count(*), 'booked', count(*) filter (where status = 'confirmed'), 'page_size', 20, 'visits',
  ${rows(`select a.id, scheduled_date, scheduled_time, ty.name, company_name, per_visit_price, b.address, b.city, b.state, a.status, a.vendor_id,
      a.building_id, changed_by, change_reason, earlier_date, earlier_time
    from appointments a join service_quotes q on q.id = a.service_quote_id join service_types ty on ty.id = q.service_type_id
    join vendor_profiles v on v.id = a.vendor_id join buildings b on b.id = a.building_id
    where a.building_id = (select building_id from me) and scheduled_date >= ${TODAY}
    order by scheduled_date, scheduled_time, a.id limit 20`)})
  from appointments where building_id = (select building_id from me) and scheduled_date >= ${TODAY})`

/** From the day $2 to before $3. */
const calendar = (of: 'building_id' | 'vendor_id') =>
  rows(`select a.id, scheduled_date, scheduled_time, ty.name, company_name, per_visit_price, b.address, b.city, b.state, a.status, a.vendor_id,
      a.building_id, changed_by, change_reason, earlier_date, earlier_time, window_minutes, checked_in_at, finished_at, d.outcome
    from appointments a join service_quotes q on q.id = a.service_quote_id join service_types ty on ty.id = q.service_type_id
    join vendor_profiles v on v.id = a.vendor_id join buildings b on b.id = a.building_id
    left join attendances h on h.appointment_id = a.id left join visit_disputes d on d.appointment_id = a.id
    where a.${of} = (select ${of} from me) and scheduled_date >= $2::date and scheduled_date < $3::date
    order by scheduled_date, scheduled_time, a.id limit 601`)

const session = `(select json_build_object('id', me.id, 'email', me.email, 'first_name', first_name, 'last_name', last_name, 'role', role,
  'captain', b.captain_id = me.id, 'viewer', json_build_object('id', me.id, 'vendor_id', me.vendor_id), 'last_event', (select max(id) from events), 'building', json_build_object('id', b.id, 'name', b.name,
  'address', b.address, 'city', b.city, 'state', b.state, 'zip_code', b.zip_code)) from me left join buildings b on b.id = me.building_id)`

const quotes = rows(`
  with page as (select id from service_quotes where vendor_id = (select vendor_id from me) order by created_at desc, id limit 24 offset $2)
  select q.id, q.building_service_id, q.round, q.state, q.per_visit_price, q.for_earlier_request, q.withdrawn, ty.name, r.description, r.service_type, r.required_every_weeks, r.preferred_start_date,
    r.preferred_end_date, r.until_ended, b.name as building_name, b.address, b.city, b.state as building_state, (select a.scheduled_date from appointments a where a.service_quote_id = q.id
      and q.state = 'accepted' and a.status <> 'cancelled'
      and (r.service_type = 'on-demand' or a.status = 'confirmed' and a.scheduled_date >= ${TODAY})
      order by a.scheduled_date limit 1) as visit_date
  from page join service_quotes q using (id) join request_rounds r using (building_service_id, round)
  join service_types ty on ty.id = q.service_type_id join buildings b on b.id = q.building_id order by q.created_at desc, q.id`)
const counts = rows(
  `select each.state, (select count(*) from service_quotes q where q.vendor_id = (select vendor_id from me) and q.state = each.state)
    from unnest(array['needs_quote', 'submitted', 'accepted', 'lost']) each (state)`,
)

const INVOICE_STATE = `case when i.status = 'approved' and i.paid >= i.approved then 'paid' else i.status end`
const invoices = rows(`
  with page as (select id from invoices where vendor_id = (select vendor_id from me) order by date desc, id limit 20 offset $2)
  select i.id, i.number, i.status, i.version, i.date, i.due_date, i.total, i.approved, i.paid, i.credited, i.sent_at, ${INVOICE_STATE} as state,
    b.name as building_name, b.address, b.city, v.company_name
  from page join invoices i using (id) join buildings b on b.id = i.building_id join vendor_profiles v on v.id = i.vendor_id
  order by i.date desc, i.id`)
const invoiceCounts = rows(`
  select each.state, own.count, own.total
  from unnest(array['draft', 'sent', 'disputed', 'approved', 'paid', 'refused', 'credited']) each (state), lateral (
    select count(*), coalesce(sum(coalesce(approved, total - credited)), 0) as total from invoices i
    where i.vendor_id = (select vendor_id from me) and ${INVOICE_STATE} = each.state) own`)

/** $2 is the service. What its quotes are compared by. */
const received = `(select json_build_object('id', s.id, 'building_id', s.building_id, 'name', ty.name, 'status', s.status,
    'required_every_weeks', s.required_every_weeks, 'service_type', s.service_type, 'preferred_start_date', s.preferred_start_date,
    'preferred_end_date', s.preferred_end_date, 'until_ended', s.until_ended, 'scope', s.scope, 'number_of_units', b.number_of_units,
    'closed_weekdays', b.closed_weekdays, 'closed_on_holidays', b.closed_on_holidays, 'quiet_from', b.quiet_from, 'quiet_until', b.quiet_until,
    'benchmark', (select json_build_object('low', p.low, 'median', p.median, 'high', p.high) from price_benchmarks p where p.service_type_id = ty.id),
    'unanswered', (select count(*) from service_quotes q where q.building_service_id = s.id and q.round = s.round and q.status = 'pending'
      and q.vendor_status is distinct from 'quoted'),
    'quotes', ${rows(`select q.id, q.status, q.vendor_status, q.for_earlier_request, q.vendor_id, v.company_name, q.opened_at, q.chosen, v.address,
        v.city, v.state, q.weekdays, q.arrives_from, q.arrives_until, q.lines, q.start_price, q.extras, q.valid_until, q.note, q.per_visit_price,
        (select coalesce(json_agg(f order by f.added_at, f.id), '[]') from quote_files f where f.service_quote_id = q.id) as files,
        to_jsonb(c) - 'vendor_id' as scorecard
      from service_quotes q join vendor_profiles v on v.id = q.vendor_id left join vendor_scorecards c on c.vendor_id = q.vendor_id
      where q.building_service_id = s.id and q.round = s.round and q.vendor_status = 'quoted' and q.given_up_reason is null
        and q.per_visit_price is not null order by q.per_visit_price, q.updated_at, q.id`)},
    'given_up', ${rows(`select q.id, v.company_name, q.given_up_reason from service_quotes q join vendor_profiles v on v.id = q.vendor_id
      where q.building_service_id = s.id and q.round = s.round and q.given_up_reason is not null order by v.company_name, q.id`)})
  from building_services s join service_types ty on ty.id = s.service_type_id join buildings b on b.id = s.building_id
  where s.id = $2 and s.building_id = (select building_id from me))`

/** $2 is the year. A year's spend by month and category: visits with their lines of invoices, one-time prices, extras, fees. */
const spend = `(select json_build_object('units', (select number_of_units from buildings where id = (select building_id from me)),
    'first', (select least((select min(month) from fees f where f.building_id = (select building_id from me)), (select min(scheduled_date)
      from appointments a where a.building_id = (select building_id from me)))), 'categories', (select json_agg(distinct category) from service_types),
    'versions', ${rows(`select b.id, b.version, b.set_at, p.full_name as set_by, (select json_agg(l order by l.category) from budget_lines l where l.budget_id = b.id) as lines
      from budgets b left join profiles p on p.id = b.set_by where b.building_id = (select building_id from me) and b.year = $2::int order by b.version desc`)},
    'figures', ${rows(`
      with days as materialized (select make_date($2::int, 1, 1) as from_day, make_date($2::int + 1, 1, 1) as until_day, (select building_id from me) as building),
      lines as (
        select extract(month from a.scheduled_date) as month, a.service_quote_id as quote, a.scheduled_date > ${TODAY} as to_come, sum(coalesce(l.amount + l.tax,
          case when q.renewed_until is null then q.agreed_price else agreed_visit_price(q.id, a.nominal_date) end)) as amount, count(*) as lines
        from days d join appointments a on a.building_id = d.building and a.scheduled_date >= d.from_day and a.scheduled_date < d.until_day
          join service_quotes q on q.id = a.service_quote_id
          left join invoice_lines l on l.building_id = d.building and l.appointment_id = a.id and l.credit_note_id is null and l.tax is not null
        where a.status in ('confirmed', 'completed') group by 1, 2, 3
        union all
        select extract(month from f.scheduled_date), q.id, f.scheduled_date > ${TODAY}, coalesce(l.amount + l.tax, q.once_price), 1
        from days d join service_quotes q on q.building_id = d.building and q.status = 'accepted' and q.once_price > 0
          join lateral (select scheduled_date from appointments a where a.service_quote_id = q.id and a.status in ('confirmed', 'completed')
            order by scheduled_date, scheduled_time, id limit 1) f on f.scheduled_date >= d.from_day and f.scheduled_date < d.until_day
          left join invoice_lines l on l.service_quote_id = q.id and l.refused_reason is null and l.credit_note_id is null and l.tax is not null
        union all
        select extract(month from i.date), (select coalesce(o.service_quote_id, a.service_quote_id) from invoice_lines o left join appointments a
          on a.id = o.appointment_id where o.invoice_id = i.id order by o.position limit 1), false, l.amount + l.tax, 1
        from days d join invoices i on i.building_id = d.building and i.status = 'approved' and i.date >= d.from_day and i.date < d.until_day
          join invoice_lines l on l.invoice_id = i.id and l.kind = 'extra' and l.refused_reason is null and l.credit_note_id is null)
      select month, t.category, sum(amount) filter (where not to_come) as spent, sum(amount) filter (where to_come) as to_come, sum(lines.lines) as lines
      from lines join service_quotes q on q.id = quote join service_types t on t.id = q.service_type_id group by 1, 2
      union all
      select extract(month from month), 'Service fee', amount - credited, null, 1 from days d join fees f on f.building_id = d.building
        and month >= d.from_day and month < d.until_day join payables using (id) order by 1, 2`)}))`

const documents =
  rows(`select d.id, d.file_name, d.file_size, d.document_type, d.created_at, p.full_name as uploaded_by
  from building_documents d left join profiles p on p.id = d.uploaded_by where d.building_id = (select building_id from me)
  and d.deleted_at is null order by d.listed_at desc, d.created_at desc, d.id limit 50`)

/** $2 is the quote. Writes everything that an acceptance writes, including the events behind mail and live updates. */
const acceptance = `with ${ME},
  q as materialized (select q.*, s.preferred_start_date as first, s.preferred_end_date as last, s.required_every_weeks as weeks
    from service_quotes q join building_services s on s.id = q.building_service_id
    where q.id = $2 and s.building_id = (select building_id from me) and s.status = 'Quote' for update of s, q),
  chosen as (update service_quotes set status = 'accepted', updated_at = now() where id = (select id from q)),
  lost as (update service_quotes o set status = 'declined', vendor_status = 'quoted', updated_at = now() from q
    where o.building_service_id = q.building_service_id and o.round = q.round and o.id <> q.id returning o.id, o.vendor_id),
  service as (update building_services s set status = 'Accepted', assigned_vendor = q.vendor_id, updated_at = now() from q
    where s.id = q.building_service_id),
  visits as (insert into appointments (building_id, building_service_id, service_quote_id, vendor_id, nominal_date, series_date, series_time, scheduled_date,
      scheduled_time, confirmed_date, confirmed_time)
    select building_id, building_service_id, id, vendor_id, d, d, '09:00', d, '09:00', d, '09:00' from q,
      generate_series(first::timestamp, last::timestamp, make_interval(weeks => weeks)) d returning 1),
  told as (insert into events (actor, building_id, vendor_id, kind, subject)
    select (select id from me), building_id, vendor_id, 'quote_accepted', id from q
    union all select (select id from me), (select building_id from q), vendor_id, 'quote_declined', id from lost)
  select json_build_object('visits', count(*))::text as json from visits`

/** $2 is the type. Writes the service, and a quote and an event for each vendor that offers it. */
const request = `with ${ME},
  service as (insert into building_services (building_id, service_type_id, status, description, service_type, required_every_weeks,
      preferred_start_date, preferred_end_date, requested_by)
    select building_id, $2, 'Quote', 'W8', 'recurring', 1, '2099-01-05', '2099-12-28', id from me returning *),
  asked as (insert into service_quotes (building_service_id, building_id, service_type_id, vendor_id)
    select s.id, s.building_id, s.service_type_id, v.vendor_id from service s join vendor_services v using (service_type_id) where v.is_active
    returning id, vendor_id, building_id),
  told as (insert into events (actor, building_id, vendor_id, kind, subject)
    select (select id from me), building_id, null::uuid, 'service_requested', id from service
    union all select (select id from me), building_id, vendor_id, 'quote_requested', id from asked)
  select json_build_object('vendors', count(*))::text as json from asked`

/** From the day $2 to $3. Writes a draft for each building, its lines and its event. */
const monthOfDrafts = `with ${ME},
  locked as materialized (select pg_advisory_xact_lock(hashtextextended('invoices of ' || vendor_id, 0)) from me),
  due as materialized (
    select a.id, a.building_id, agreed_visit_price(a.service_quote_id, a.nominal_date) as amount,
      row_number() over (partition by a.building_id order by a.scheduled_date, a.scheduled_time, a.id) as position
    from locked, appointments a where a.vendor_id = (select vendor_id from me) and a.status = 'completed'
      and a.scheduled_date between $2::date and $3::date
      and not exists (select from invoice_lines l where l.appointment_id = a.id and l.credit_note_id is null)),
  drafted as materialized (
    select gen_random_uuid() as id, building_id, sum(amount)::int as total, 'INV-' || lpad((row_number() over (order by building_id))::text, 4, '0') as number
    from due group by building_id),
  written as (insert into invoices (id, vendor_id, building_id, number, date, due_date, tax_rate, subtotal, tax, total, created_by)
    select d.id, me.vendor_id, d.building_id, d.number, ${TODAY}, ${TODAY} + 30, 0, d.total, 0, d.total, me.id from drafted d, me),
  lines as (insert into invoice_lines (invoice_id, building_id, vendor_id, position, kind, appointment_id, amount)
    select d.id, d.building_id, me.vendor_id, due.position, 'visit', due.id, due.amount
    from due join drafted d using (building_id), me order by due.id),
  told as (insert into events (actor, vendor_id, kind, subject, data)
    select me.id, me.vendor_id, 'invoice_created', d.id, jsonb_build_object('number', d.number, 'total', d.total) from drafted d, me)
  select json_build_object('drafts', count(*))::text as json from drafted`

/** $2 is the vote, $3 the unit, $4 the choice. Writes the ballot, and its event; the table's trigger marks the roll for both sides. */
const ballot = `with ${ME},
  of as materialized (select v.id, v.building_id, v.question, r.unit_id, r.number from votes v
    join vote_roll r on r.vote_id = v.id and r.unit_id = $3
    join vote_voters o on o.vote_id = v.id and o.unit_id = r.unit_id and o.profile_id = (select id from me)
    where v.id = $2 and v.state = 'open' and v.closes_at > now() for key share of v),
  put as (insert into ballots (vote_id, unit_id, building_id, choice, cast_as, person)
    select of.id, unit_id, of.building_id, $4::text[], 'owner', me.id from of, me
    on conflict on constraint one_ballot_a_unit do update set choice = excluded.choice, cast_at = now() returning 1),
  told as (insert into events (actor, building_id, kind, subject, data)
    select me.id, of.building_id, 'ballot_cast', of.id, jsonb_build_object('question', question, 'unit', number, 'by', 'owner') from of, me)
  select json_build_object('ballots', count(*))::text as json from put`

/** $1 is the vote. Makes its box as much longer as a ballot does. */
const secretBallot = `with of as materialized (select id from votes where id = $1 and state = 'open' for key share)
  update vote_boxes set box = coalesce(box, '') || decode(repeat('ab', 36), 'hex') where vote_id = (select id from of) returning '{}' as json`

const statements = {
  '/services': as(`json_build_object('session', ${session}, 'services', ${services}, 'visits', ${visits})`),
  '/quotes': as(`json_build_object('session', ${session}, 'counts', ${counts}, 'quotes', ${quotes})`),
  '/invoices': as(
    `json_build_object('session', ${session}, 'counts', ${invoiceCounts}, 'invoices', ${invoices})`,
  ),
  '/draft-month': monthOfDrafts,
  '/received': as(`json_build_object('session', ${session}, 'received', ${received})`),
  '/documents': as(documents),
  '/spend': as(`json_build_object('session', ${session}, 'spend', ${spend})`),
  '/calendar': as(calendar('building_id')),
  '/stops': as(calendar('vendor_id')),
  '/accept': acceptance,
  '/request': request,
  '/ballot': ballot,
  '/secret-ballot': secretBallot,
  '/search': `select coalesce(json_agg(t), '[]')::text as json from (select address, city, state, zip_code from buildings
    where translate(lower(address), ' ', 'x') like '%' || translate(lower($1), ' ', 'x') || '%' and lower(address) like '%' || lower($1) || '%'
    order by position(lower($1) in lower(address)), lower(address), city, zip_code limit 8) t`,
}

type Path = keyof typeof statements
const WITHOUT_SESSION = ['/search', '/secret-ballot']

async function answer(path: Path, values: string[], response: ServerResponse): Promise<void> {
  const { rows: found } = await pool.query<{ json: string }>({ name: path, text: statements[path], values })
  response.setHeader('content-type', 'application/json').end(found[0]?.json)
}

/** Responses that are only bytes or a hash. */
async function bare(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const file = join(process.env.DATA_DIR ?? '', 'bare')
  if (path === '/upload') {
    await pipeline(request, createWriteStream(`${file}-${randomUUID()}`))
    response.writeHead(201).end('{}')
  } else if (path === '/download') {
    response.setHeader('content-type', 'application/pdf')
    // The load generator cuts its last responses off.
    await pipeline(createReadStream(file), response).catch(() => response.destroy())
  } else if (path === '/sign-in') {
    response.end(String(await verifyPassword({ password: PASSWORD, hash })))
  } else return false
  return true
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://limit')
  if (await bare(pathname, request, response)) return
  const token = /session_token=([^.%;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const given = [...searchParams.values()]
  answer(pathname as Path, WITHOUT_SESSION.includes(pathname) ? given : [token, ...given], response).catch(
    (error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    },
  )
})

if (cluster.isPrimary && PROCESSES > 1) for (let count = 0; count < PROCESSES; count += 1) cluster.fork()
else server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
