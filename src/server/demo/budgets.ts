import { sql } from 'kysely'
import { yearOf } from '../../domain/budget/budget.ts'
import { today } from '../../domain/calendar.ts'
import { asSystem } from '../db/as-viewer.ts'
import { tellOverspending } from '../features/budget/alerts.ts'
import type { Portal } from '../rpc/context.ts'
import { entryNamed } from './ask-and-answer.ts'
import { BUILDINGS } from './city.ts'
import type { Person } from './person.ts'

type DemoClock = { portal: Portal; clock: { now: Date } }

/** Where more was spent on snow than was planned. */
export const SNOWED_IN = { building: 'galer', category: 'Snow and Ice' }
const DAY = 24 * 60 * 60 * 1000
/** In days before now, soon after everybody signed up. */
const SET = 180
/** In cents: people plan in round sums. */
const ROUND = 500_00
const ROUND_OF_SNOW = 50_00

/** Each captain plans a little more than the year comes to, one of them too little for snow, which is told. Product 3.4 */
export async function setBudgets(
  { portal, clock }: DemoClock,
  people: ReadonlyMap<string, Person>,
): Promise<void> {
  const now = clock.now
  const year = yearOf(today(now, portal.config.timeZone))
  for (const { key } of BUILDINGS) {
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
      const isShort = key === SNOWED_IN.building && category === SNOWED_IN.category
      const amount = isShort
        ? Math.max(1, Math.floor((spent * 0.7) / ROUND_OF_SNOW)) * ROUND_OF_SNOW
        : Math.ceil((forecast * 1.05) / ROUND) * ROUND
      return { category, amount }
    })
    clock.now = new Date(now.getTime() - SET * DAY)
    if (lines.length > 0) await budget.set({ year, version: 0, lines })
  }
  clock.now = now
  await asSystem(portal.db, (tx) =>
    sql`update events set at = b.set_at from budgets b where b.id = events.subject`.execute(tx),
  )
  await tellOverspending(portal)
}
