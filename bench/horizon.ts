import pg from 'pg'
import { createPool, Db } from '../src/server/db/pool.ts'
import { bookAhead } from '../src/server/features/visits/book-ahead.ts'
import type { Servers } from './servers.ts'

/** With 80,000 services that were accepted: six of eight a building. */
const BUILDINGS = 13_334
const DAY = 86_400_000

/** All services go on without an end, and the last visit of each is the week before the one that ends twelve months ahead. */
const LACKING = `
  set session_replication_role = replica;
  update building_services set until_ended = true, preferred_end_date = null where status = 'Accepted';
  update appointments a set nominal_date = nominal_date + days, series_date = series_date + days,
    scheduled_date = scheduled_date + days, confirmed_date = confirmed_date + days
  from (select distinct on (service_quote_id) id as last,
      ((current_date + interval '1 year')::date - nominal_date) / 7 * 7 - 7 as days
    from appointments order by service_quote_id, nominal_date desc) booked
  where id = last;
  set session_replication_role = origin;
  vacuum analyze building_services, appointments`

/** W13: the nightly job that books twelve months ahead: each service lacks a visit, then one of seven, then none. */
export async function horizon(servers: Servers): Promise<string> {
  const connection = await servers.city(BUILDINGS)
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query('drop database if exists horizon')
  await admin.query(`create database horizon template ${connection.database}`)
  const pool = createPool({ ...connection, database: 'horizon', max: 1 })
  try {
    for (const statement of LACKING.split(';')) await pool.query(statement)
    const config = { timeZone: 'UTC' } as Parameters<typeof bookAhead>[0]['config']
    const visits = async () =>
      Number((await pool.query('select count(*) as visits from appointments')).rows[0].visits)
    const night = async (days: number) => {
      const before = await visits()
      const from = performance.now()
      await bookAhead({ db: new Db(pool), now: () => new Date(Date.now() + days * DAY), config })
      const seconds = (performance.now() - from) / 1000
      return `${(await visits()) - before} visits in ${seconds.toFixed(1)} s`
    }
    const { rows } = await pool.query('select count(*) as services from building_services where until_ended')
    const nights = [await night(0), await night(1), await night(1)]
    return `${'W13 horizon'.padEnd(28)} ${rows[0].services} services: ${nights.join(', then ')}`
  } finally {
    await pool.end()
    await admin.query('drop database horizon')
    await admin.end()
  }
}
