import { sql } from 'kysely'
import { yearOf } from '../../domain/budget/budget.ts'
import { addDays, daysBetween, today } from '../../domain/calendar.ts'
import { asSystem } from '../db/as-viewer.ts'
import { tellOverspending } from '../features/budget/alerts.ts'
import type { Portal } from '../rpc/context.ts'
import { entryNamed } from './ask-and-answer.ts'
import { BUILDINGS } from './city.ts'
import type { Person } from './person.ts'
import { HELD } from './visits.ts'

type DemoClock = { portal: Portal; clock: { now: Date } }

/** Where more was spent on snow than was planned. */
export const SNOWED_IN = { building: 'galer', category: 'Snow and Ice' }
const DAY = 24 * 60 * 60 * 1000
/** The day of a year on which a budget is set, or today. Those of the first year, when everybody has signed up. */
const SET = '01-05'
/** In cents: people plan in round sums. */
const ROUND = 500_00
const ROUND_OF_SNOW = 50_00

/** Each captain plans a little more than a year comes to, one of them too little for this year's snow, which is told. Product 3.4 */
export async function setBudgets(
  { portal, clock }: DemoClock,
  people: ReadonlyMap<string, Person>,
): Promise<void> {
  const now = clock.now
  const day = today(now, portal.config.timeZone)
  const first = addDays(day, -HELD)
  const years = Array.from({ length: yearOf(day) - yearOf(first) + 1 }, (_, later) => yearOf(first) + later)
  for (const { key, year } of BUILDINGS.flatMap(({ key }) => years.map((year) => ({ key, year })))) {
    const { budget } = entryNamed(new Map(people), key).call
    clock.now = now
    const { figures } = await budget.year({ year })
    const sums = new Map<string, { spent: number; forecast: number }>()
    for (const { category, spent, to_come } of figures) {
      const before = sums.get(category) ?? { spent: 0, forecast: 0 }
      sums.set(category, {
        spent: before.spent + spent,
        forecast: before.forecast + spent + to_come,
      })
    }
    const lines = [...sums].map(([category, { spent, forecast }]) => {
      const isShort = key === SNOWED_IN.building && category === SNOWED_IN.category && year === yearOf(day)
      const amount = isShort
        ? Math.max(1, Math.floor((spent * 0.7) / ROUND_OF_SNOW)) * ROUND_OF_SNOW
        : Math.ceil((forecast * 1.05) / ROUND) * ROUND
      return { category, amount }
    })
    const planned = `${year}-${SET}`
    const set = planned < first ? first : planned > day ? day : planned
    clock.now = new Date(now.getTime() - daysBetween(set, day) * DAY)
    if (lines.length > 0) await budget.set({ year, version: 0, lines })
  }
  clock.now = now
  await asSystem(portal.db, (tx) =>
    sql`update events set at = b.set_at from budgets b where b.id = events.subject`.execute(tx),
  )
  await tellOverspending(portal)
}
