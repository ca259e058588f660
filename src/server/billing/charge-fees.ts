import { feesUntil } from '../../domain/billing/fees.ts'
import { startOfMonth, today } from '../../domain/calendar.ts'
import type { Portal } from '../context.ts'
import { asSystem } from '../database/as-viewer.ts'
import { addFees, unbilledBuildings } from './billing.db.ts'

/** Buildings a transaction: a big city is billed in steps, and each step is kept when a later one fails. */
const STEP = 1000

/**
 * Makes every fee that is missing by now: this month's, those of months in which no server ran, and all of a building
 * that has a captain but was never billed. Run as often as one likes, on any number of servers, it makes each fee once.
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
      const fees = buildings.flatMap(({ building_id, captain_since, last_month }) =>
        feesUntil(day, today(captain_since, config.timeZone), last_month).map((fee) => ({
          building_id,
          ...fee,
        })),
      )
      await addFees(tx, fees)
      return fees.length
    })
  } while (found > 0 && !stop?.aborted)
}
