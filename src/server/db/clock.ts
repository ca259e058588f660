import { sql } from 'kysely'
import type { Tx } from './pool.ts'

/** The database's time. What one server makes and another one checks expires by it: servers' clocks may differ. */
export async function databaseTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(tx)
  const [{ time } = { time: undefined }] = rows
  if (!time) throw new Error('The database did not say the time')
  return time
}
