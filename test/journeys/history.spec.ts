import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import {
  addDays,
  firstOfNextMonth,
  formatMonth,
  formatShortDate,
  startOfMonth,
  today,
} from '../../src/domain/calendar.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { monthText } from '../../src/domain/month.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany, ask, call } from './arrive.ts'
import { test } from './journey.ts'
import { home, openBrowser, picture, unique } from './people.ts'
import { write } from './portal-data.ts'

const TODAY = today(new Date(), 'America/Los_Angeles')
const PRICE = 99_95
const LAST_MONTH = startOfMonth(addDays(startOfMonth(TODAY), -1))
const LAST_VISIT = addDays(LAST_MONTH, 9)

async function recordsOf(download: Download): Promise<Record<string, string>[]> {
  return parse(await readFile(await download.path(), 'utf8'), { bom: true, columns: true })
}

/** What somebody saves by the page's one link for that. */
async function saved(page: Page): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).last().click(), // upcoming visits have their own, above
  ])
  return download
}

test('past visits and past months of spend are seen, chosen by month, and saved as CSV', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const [maya, curb] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const email = `${unique('maya')}@example.com`
  const company = unique('curb')
  await arriveAsCompany(curb, company, `${company}@example.com`, ['Gutter Cleaning'])
  const building = home(unique('no'))
  await arriveAsCaptain(maya, 'Maya', email, building)
  const past = maya.getByRole('region', { name: 'Past visits' })
  const spend = maya.getByRole('region', { name: /^Spend of/ })

  await test.step('a new building has none', async () => {
    await maya.goto('/home/services')
    await expect(past).toContainText('There were no visits yet.')
    await expect(maya.getByRole('link', { name: 'Download CSV' })).toHaveCount(0)
    await maya.goto('/home/billing')
    await expect(spend).toContainText('Your building’s first month isn’t over yet.')
  })

  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  const { id } = await call<{ id: string }>(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === 'Gutter Cleaning')?.id,
    description: 'All sides',
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: TODAY,
    preferred_end_date: addDays(TODAY, 28),
    excluded_vendors: [],
  })
  const jobs = await ask<{ id: string; address: string }[]>(curb, 'quotes.list', {
    tab: 'needs_quote',
    page: 1,
  })
  // Buildings of other tests ask, too.
  const job = jobs.find(({ address }) => address === building['Street Address'])
  await call(curb, 'quotes.submit', { id: job?.id, per_visit_price: PRICE })
  const { quotes } = await ask<{ quotes: { id: string }[] }>(maya, 'quotes.received', {
    building_service_id: id,
  })
  await call(maya, 'quotes.accept', { id: quotes[0]?.id, per_visit_price: PRICE })
  // Days that no test can wait for: one completed and one cancelled last month, one of two months ago.
  const dated = async (number: number, day: string, status: string) =>
    write(
      `update appointments set scheduled_date = $2::date, confirmed_date = $2::date, status = $3, changed_by = 'vendor', change_reason = 'Rain'
       where id = (select a.id from appointments a join profiles p on p.building_id = a.building_id where p.email = $1
         order by a.scheduled_date desc limit 1 offset $4)`,
      email,
      day,
      status,
      number,
    )
  await dated(0, addDays(LAST_MONTH, -3), 'completed')
  await dated(1, LAST_VISIT, 'completed')
  await dated(2, addDays(LAST_VISIT, 7), 'cancelled')

  await test.step('past visits say how each stands, its vendor and its price; the month is in the address', async () => {
    await maya.goto('/home/services')
    const rows = past.getByRole('row').filter({ has: maya.getByRole('rowheader') })
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(0)).toContainText('Cancelled')
    await expect(rows.nth(0)).toContainText('Not charged')
    for (const text of [
      formatShortDate(LAST_VISIT, TODAY),
      'Gutter Cleaning',
      company,
      'Completed',
      formatMoney(PRICE),
    ])
      await expect(rows.nth(1)).toContainText(text)
    await past.getByLabel('Month of the visits').selectOption({ label: formatMonth(LAST_MONTH) })
    await expect(rows).toHaveCount(2)
    await expect(maya).toHaveURL(new RegExp(`month=${monthText(LAST_MONTH)}`))
    await maya.reload()
    await expect(rows).toHaveCount(2)
    await expectAccessible(maya)
    await picture(maya, info, 'past-visits')
    const records = await recordsOf(await saved(maya))
    expect(
      records.map((record) => [record.Date, record.Status, record['Price (USD)'], record.Vendor]),
    ).toEqual([
      [LAST_VISIT, 'Completed', '99.95', company],
      [addDays(LAST_VISIT, 7), 'Cancelled', '', company],
    ])
  })

  await test.step('past months say what each cost, and each opens with its rows', async () => {
    await maya.goto('/home/dashboard')
    await maya.getByRole('link', { name: 'Past months' }).click()
    const months = spend.getByRole('row').filter({ has: maya.getByRole('rowheader') })
    await expect(months).toHaveCount(2)
    await expect(months.first()).toContainText(formatMonth(LAST_MONTH))
    await expect(months.first()).toContainText(`${formatMoney(PRICE)} for 1`)
    await expectAccessible(maya)
    await picture(maya, info, 'past-months')
    await spend.getByRole('button', { name: formatMonth(LAST_MONTH) }).click()
    await expect(maya).toHaveURL(new RegExp(`month=${monthText(LAST_MONTH)}`))
    await expect(maya.getByRole('heading', { name: `Spend of ${formatMonth(LAST_MONTH)}` })).toBeVisible()
    await expect(spend.getByRole('row').filter({ hasText: company })).toContainText('Done')
    await expect(spend.getByRole('row', { name: new RegExp(`^${formatMonth(LAST_MONTH)}`) })).toContainText(
      formatMoney(PRICE),
    )
    await expectAccessible(maya)
    await picture(maya, info, 'past-month')
    const [record, ...others] = await recordsOf(await saved(maya))
    expect([record?.Month, record?.['Amount (USD)'], others]).toEqual([monthText(LAST_MONTH), '99.95', []])
    await maya.goBack()
    await expect(months).toHaveCount(2)
  })

  await test.step('a month that nothing is known of says so', async () => {
    const next = monthText(firstOfNextMonth(TODAY))
    await maya.goto(`/home/services?month=${next}`)
    await expect(past).toContainText(`There were no visits in ${formatMonth(`${next}-01`)}.`)
  })
})
