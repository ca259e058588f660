import { feesUntil } from '../../../domain/billing/fees.ts'
import { startOfMonth, today } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Portal } from '../../rpc/context.ts'
import { addFees, unbilledBuildings } from './db.ts'

/** Buildings in one transaction, so that a failure loses only its own step. */
const STEP = 1000

/**
 * Adds every missing fee: this month's, those of months in which no server ran, and all of a building that has a captain but
 * was never billed. Idempotent, on any number of servers.
 * [9.fee.6]
 */
export async function chargeFees(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const day = today(now(), config.timeZone)
  let found: number
  do {
    found = await asSystem(db, async (tx) => {
      const buildings = await unbilledBuildings(tx, startOfMonth(day), STEP)
      const fees = buildings.flatMap(({ building_id, billing_began, last_month }) =>
        feesUntil(day, today(billing_began, config.timeZone), last_month).map((fee) => ({
          building_id,
          ...fee,
        })),
      )
      await addFees(tx, fees)
      return fees.length
    })
  } while (found > 0 && !stop?.aborted)
}
