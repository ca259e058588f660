import type { Browser } from '@playwright/test'
import { addDays, startOfMonth, today } from '../../src/domain/calendar.ts'
import { NO_TERMS } from '../../src/domain/quotes/terms.ts'
import { arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { openBrowser, unique } from './people.ts'
import { write } from './portal-data.ts'

// Only journeys of invoices ask for it.
export const SERVICE = 'Leaf Removal'
export const TODAY = today(new Date(), 'America/Los_Angeles')
export const LAST_MONTH = startOfMonth(addDays(startOfMonth(TODAY), -1))

/** A vendor with three finished visits at one building: today, yesterday, and on the first day of the last month. */
export async function finishedVisits(browser: Browser) {
  const [maya, vera] = [await openBrowser(browser), await openBrowser(browser)]
  const email = `${unique('rakes')}@example.com`
  await arriveAsCompany(vera, unique('rakes'), email, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === SERVICE)?.id,
    description: 'The court and the steps.',
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: TODAY,
    preferred_end_date: addDays(TODAY, 14),
  })
  const id = await quoteFor(vera, address)
  const terms = { ...NO_TERMS, start_price: 40_00 }
  await call(vera, 'quotes.submit', { id, per_visit_price: 95_00, terms })
  await call(maya, 'quotes.accept', { id, per_visit_price: 95_00, terms })
  await write(
    `with dated as (
       select a.id, (array[$2, $3, $4]::date[])[row_number() over (order by scheduled_date)] as day
       from appointments a where service_quote_id = $1)
     update appointments a set status = 'completed', completed_at = now(), scheduled_date = day, confirmed_date = day
     from dated where dated.id = a.id`,
    id,
    TODAY,
    addDays(TODAY, -1),
    LAST_MONTH,
  )
  return { maya, vera, address }
}
