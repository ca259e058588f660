import { feeLabel } from '../../../domain/billing/fees.ts'
import { monthSpend, visitState } from '../../../domain/billing/spend.ts'
import { addDays, type CalendarDate, firstOfNextMonth, startOfMonth } from '../../../domain/calendar.ts'
import { priceText } from '../../../domain/money.ts'
import { monthText, pastMonths } from '../../../domain/month.ts'
import type { Tx } from '../../db/pool.ts'
import type { Export } from '../../rpc/export.ts'
import { feesBetween, firstSpend, pricedVisits } from './spend.db.ts'

const MONTHS_SHOWN = 12
/** A month before all portals. */
const NEVER = '1900-01-01'

/** A page of the past months with what each cost, the newest first. */
export async function monthsPage(tx: Tx, buildingId: string, today: CalendarDate, page: number) {
  const first = await firstSpend(tx, buildingId)
  const all = first === null ? [] : pastMonths(first, today)
  const months = await spendOf(tx, buildingId, all.slice((page - 1) * MONTHS_SHOWN, page * MONTHS_SHOWN))
  return {
    today,
    first: all.at(-1) ?? null,
    total: all.length,
    page_size: MONTHS_SHOWN,
    months: months.map(({ month, fee, visits, amount }) => ({
      month,
      fee: fee?.amount ?? 0,
      visits: visits.length,
      visits_amount: amount - (fee?.amount ?? 0),
      amount,
    })),
  }
}

/** What each of these adjoining months, the newest first, was spent for: its fee and its visits. */
export async function spendOf(tx: Tx, buildingId: string, months: CalendarDate[]) {
  const oldest = months.at(-1) ?? NEVER
  const until = firstOfNextMonth(months[0] ?? NEVER)
  const [fees, visits] = await Promise.all([
    feesBetween(tx, buildingId, oldest, until),
    pricedVisits(tx, buildingId, oldest, until),
  ])
  return months.map((month) => {
    const fee = fees.find((each) => each.month === month) ?? null
    const own = visits.filter(({ scheduled_date }) => startOfMonth(scheduled_date) === month)
    const { so_far } = monthSpend(fee?.amount ?? 0, own, addDays(firstOfNextMonth(month), -1))
    return { month, fee, ...so_far }
  })
}

/** What a building's past months were spent for: a row for each fee and each visit. */
export const spendExport = {
  name: 'Spend',
  path: '/api/billing/spend.csv',
  audiences: ['resident'],
  async read(tx, { building_id }, { month, today }) {
    const first = month ?? (await firstSpend(tx, building_id)) ?? today
    const asked = month === null ? pastMonths(first, today) : pastMonths(month, today).slice(-1)
    const months = await spendOf(tx, building_id, asked)
    const rows = months
      .reverse()
      .flatMap(({ month, fee, visits }) => [
        ...(fee ? [[monthText(month), '', feeLabel({ ...fee, month }), '', '', priceText(fee.amount)]] : []),
        ...visits.map((visit) => [
          monthText(month),
          visit.scheduled_date,
          visit.name,
          visit.company_name,
          visitState(visit, today),
          priceText(visit.price),
        ]),
      ])
    return { columns: ['Month', 'Date', 'What for', 'Vendor', 'State', 'Amount (USD)'], rows }
  },
} as const satisfies Export<'resident'>
