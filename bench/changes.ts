import type pg from 'pg'
import { ask, make, type SideName, type Workload } from './measure.ts'
import { call, type Person } from './servers.ts'

type Origins = Record<SideName, string>

const PRICE = 4001
const WISH = {
  description: 'W8',
  service_type: 'recurring',
  required_every_weeks: 1,
  preferred_start_date: '2099-01-05',
  preferred_end_date: '2099-12-28',
}

/** Remembers the changes and the mails they cause, to undo both: pending mails would disturb the next measurement. */
async function takeBack(db: pg.Pool, description: string): Promise<void> {
  const made = `(select id from building_services where description = '${description}')`
  const asked = `(select id from service_quotes where building_service_id in ${made})`
  await db.query(`with told as materialized (select id from events where subject in ${made} or subject in ${asked}),
      mailed as (delete from mails where event_id in (select id from told))
    delete from events where id in (select id from told);
    delete from appointments where building_service_id in ${made};
    delete from service_quotes where building_service_id in ${made};
    delete from building_services where description = '${description}'`)
  await db.query('vacuum analyze building_services, service_quotes, appointments, events, mails')
}

/** W3: captains accept quotes with 52 visits, each in their own building. */
export function acceptances(db: pg.Pool, captains: Person[], origins: Origins): Workload {
  const cookies = new Map(captains.map(({ email, cookie }) => [email, cookie]))
  return {
    name: 'W3 acceptance, 52 visits',
    async run(side) {
      await takeBack(db, 'W3')
      const { rows } = await db.query<{ id: string; email: string }>(
        `with open as (
          insert into building_services (building_id, service_type_id, status, description, service_type,
            required_every_weeks, preferred_start_date, preferred_end_date, requested_by)
          select p.building_id, t.id, 'Quote', 'W3', 'recurring', 1, current_date + 1, current_date + 1 + 51 * 7, p.id
          from profiles p cross join service_types t where p.email = any ($1) and not exists (select from
            building_services s where s.building_id = p.building_id and s.service_type_id = t.id)
          returning *),
        asked as (
          insert into service_quotes (building_service_id, building_id, service_type_id, vendor_id, vendor_status, per_visit_price)
          select o.id, o.building_id, o.service_type_id, v.vendor_id, 'quoted', ${PRICE} - 1 + v.place
          from open o cross join lateral (select vendor_id, row_number() over () as place from vendor_services
            where service_type_id = o.service_type_id limit 5) v
          returning *)
        select a.id, p.email from asked a join open o on o.id = a.building_service_id
        join profiles p on p.id = o.requested_by where a.per_visit_price = ${PRICE}`,
        [[...cookies.keys()]],
      )
      return make(
        rows.map(({ id, email }) => async () => {
          const cookie = cookies.get(email) ?? ''
          if (side === 'limit') await call(`${origins.limit}/accept?quote=${id}`, cookie)
          else await call(`${origins.portal}/api/trpc/quotes.accept`, cookie, { id, per_visit_price: PRICE })
        }),
      )
    },
    done: () => takeBack(db, 'W3'),
  }
}

/** W8: captains request services that 500 vendors offer. */
export function requests(db: pg.Pool, captains: Person[], origins: Origins): Workload {
  return {
    name: 'W8 request to 500 vendors',
    async run(side) {
      await takeBack(db, 'W8')
      await db.query(`insert into service_types (name, category) select 'Bench ' || n, 'Other'
        from generate_series(1, 4) n on conflict do nothing`)
      await db.query(`insert into vendor_services (vendor_id, service_type_id)
        select v.id, t.id from service_types t cross join (select id from vendor_profiles order by id limit 500) v
        where t.name like 'Bench %' on conflict do nothing`)
      const { rows } = await db.query<{ id: string }>(
        `select id from service_types where name like 'Bench %'`,
      )
      return make(
        captains.flatMap(({ cookie }) =>
          rows.map(({ id }) => async () => {
            if (side === 'limit') await call(`${origins.limit}/request?type=${id}`, cookie)
            else
              await call(`${origins.portal}/api/trpc/services.request`, cookie, {
                ...WISH,
                service_type_id: id,
              })
          }),
        ),
      )
    },
    done: () => takeBack(db, 'W8'),
  }
}

const COMPARED = 60
/** Six lines of scope, which each quote answers: five included, one at an extra price. */
const KEYS = [1, 2, 3, 4, 5, 6]
const SCOPE = `'${JSON.stringify(KEYS.map((key) => ({ key: `line-${key}`, label: `Line ${key}`, answer: ['Yes'], tasks: [] })))}'`
const LINES = `'${JSON.stringify(
  KEYS.map((key) => ({
    key: `line-${key}`,
    offer: key < 6 ? 'included' : 'extra',
    price: key < 6 ? null : 1250,
  })),
)}'`

/** W14: the quotes of a request that 60 vendors answered, as they are listed and compared. */
export async function comparison(
  db: pg.Pool,
  { email, cookie }: Person,
  origins: Origins,
): Promise<Workload> {
  await takeBack(db, 'W14')
  const { rows } = await db.query<{ id: string }>(
    `with open as (
      insert into building_services (building_id, service_type_id, status, description, service_type,
        required_every_weeks, preferred_start_date, preferred_end_date, requested_by, scope)
      select p.building_id, (select t.id from service_types t where not exists (select from building_services s
          where s.building_id = p.building_id and s.service_type_id = t.id) order by t.name limit 1),
        'Quote', 'W14', 'recurring', 1, current_date + 1, current_date + 1 + 51 * 7, p.id, ${SCOPE}
      from profiles p where p.email = $1 returning *),
    asked as (
      insert into service_quotes (building_service_id, building_id, service_type_id, vendor_id, vendor_status, per_visit_price,
        lines, extras, start_price, note)
      select o.id, o.building_id, o.service_type_id, v.id, 'quoted', 4000 + v.place,
        ${LINES}, '[{"name": "Haul it away", "price": 4500, "per": "once"}]', 10000, 'Two people, with our own tools.'
      from open o cross join (select id, row_number() over (order by id) as place from vendor_profiles order by id limit $2) v)
    select id from open`,
    [email, COMPARED],
  )
  const id = rows[0]?.id
  const input = encodeURIComponent(JSON.stringify({ 0: undefined, 1: { building_service_id: id } }))
  const path = {
    portal: `/api/trpc/accounts.session,quotes.received?batch=1&input=${input}`,
    limit: `/received?service=${id}`,
  }
  return {
    name: `W14 ${COMPARED} quotes compared`,
    run: (side, warm) => ask(`${origins[side]}${path[side]}`, cookie, warm),
    done: () => takeBack(db, 'W14'),
  }
}
