import { expect, type Page } from '@playwright/test'
import { firstFee } from '../../src/domain/billing/proration.ts'
import { addDays, formatMonth, formatShortDate, today } from '../../src/domain/calendar.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany } from './arrive.ts'
import { test } from './journey.ts'
import { home, openBrowser, picture, unique } from './people.ts'

const TODAY = today(new Date(), 'America/Los_Angeles')
const LABELS = [
  'HOA Spend Month-to-Date',
  'HOA Estimated Spend This Month',
  'Number of Services Subscribed To',
  'Next Service Scheduled',
]
const PRICE = 9999
const DASHBOARD = '**/api/trpc/**billing.dashboard**'

/** Calls a procedure as the signed-in person, as another screen would. */
async function call<T>(page: Page, path: string, input?: object): Promise<T> {
  return page.evaluate(
    async ([path, input]) => {
      const url = `/api/trpc/${path}`
      const isQuery = /received|available|list/.test(path)
      const answer = isQuery
        ? await fetch(input ? `${url}?input=${encodeURIComponent(input)}` : url)
        : await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: input })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      const { result } = (await answer.json()) as { result: { data: never } }
      return result.data
    },
    [path, input ? JSON.stringify(input) : ''] as const,
  )
}

/** The amounts of the rows of a table, in cents: fees and visits, without the totals. */
async function linesOf(page: Page): Promise<number[]> {
  const rows = page.getByRole('region', { name: 'Where this month’s money goes' }).getByRole('row')
  // A phone lays out rows below the fold later, so they have no inner text yet.
  const texts = await rows.filter({ has: page.getByRole('rowheader') }).allTextContents()
  return texts
    .filter((text) => !/So far|Still to come|estimated/.test(text))
    .map((text) => Math.round(Number(text.replaceAll(',', '').match(/\$([\d.]+)/)?.[1]) * 100))
}

test('the building’s figures, from the first day to its first visits', async ({ browser }, info) => {
  const [maya, curb] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const company = unique('curb')
  const fee = firstFee(TODAY)
  const figure = (label: string | undefined) => maya.getByRole('article').filter({ hasText: label })
  const expectFigures = async (...values: string[]) => {
    for (const [index, value] of values.entries())
      await expect(figure(LABELS[index]).getByRole('paragraph').first()).toHaveText(value)
  }

  await test.step('figures that are loading are skeletons [2.dashboard.6]', async () => {
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await maya.route(DASHBOARD, async (route) => {
      await arrival
      await route.continue()
    })
    await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
    for (const label of LABELS) await expect(figure(label)).toHaveAttribute('aria-busy', 'true')
    await picture(maya, info, 'home-dashboard-loading')
    arrive()
    await maya.unrouteAll({ behavior: 'wait' })
  })

  await test.step('the first day shows the first fee and the next steps [2.dashboard.1]', async () => {
    await expectFigures(formatMoney(fee), formatMoney(fee), '0', 'None')
    await expect(maya.getByRole('article').getByRole('heading')).toHaveText(LABELS)
    expect(await linesOf(maya)).toEqual([fee])
    await expect(maya.getByRole('link', { name: '+ Add Service' })).toHaveAttribute('href', '/home/services')
    await expectAccessible(maya)
    await picture(maya, info, 'home-dashboard-empty')
  })

  await test.step('Ask only announces itself [2.dashboard.7]', async () => {
    await maya.getByLabel('Ask about your building').fill('Any visit this week?')
    await maya.keyboard.press('Enter')
    const notice = maya.getByRole('alert').filter({ hasText: /^AI chat coming soon!$/ })
    await expect(notice).toBeVisible()
    const first = await notice.elementHandle()
    await maya.getByRole('button', { name: 'Ask', exact: true }).click()
    await first?.waitForElementState('hidden') // the second replaces it
    await expect(notice).toHaveCount(1)
    await expectAccessible(maya, '[role=alert]')
    await picture(maya, info, 'home-dashboard-ask')
    await notice.getByRole('button').click()
    await expect(notice).toBeHidden()
    await maya.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  })

  const visits = [0, 7, 14, 21, 28].map((days) => addDays(TODAY, days))
  await test.step('a request and an acceptance update the open page without a reload [2.dashboard.2-4]', async () => {
    await arriveAsCompany(curb, company, `${company}@example.com`, ['Window Washing'])
    const types = await call<{ id: string; name: string }[]>(maya, 'services.available')
    const { id } = await call<{ id: string }>(maya, 'services.request', {
      service_type_id: types.find(({ name }) => name === 'Window Washing')?.id,
      description: 'Street side',
      service_type: 'recurring',
      required_every_weeks: 1,
      preferred_start_date: TODAY,
      preferred_end_date: visits.at(-1),
      excluded_vendors: [],
    })
    await expect(maya.getByRole('heading', { name: 'Waiting for quotes for 1 service' })).toBeVisible()
    await picture(maya, info, 'home-dashboard-quotes')

    const open = await call<{ id: string; address: string }[]>(curb, 'quotes.list', {
      tab: 'needs_quote',
      page: 1,
    })
    const job = open.find((quote) => quote.address === address['Street Address'])
    await call(curb, 'quotes.submit', { id: job?.id, per_visit_price: PRICE })
    await expect(maya.getByRole('heading', { name: 'Quotes to compare for 1 service' })).toBeVisible()
    const { quotes } = await call<{ quotes: { id: string }[] }>(maya, 'quotes.received', {
      building_service_id: id,
    })
    await call(maya, 'quotes.accept', { id: quotes[0]?.id, per_visit_price: PRICE })
    const inMonth = visits.filter((date) => date.slice(0, 7) === TODAY.slice(0, 7)).length
    await expectFigures(
      formatMoney(fee + PRICE),
      formatMoney(fee + inMonth * PRICE),
      '1',
      formatShortDate(TODAY),
    )
    await expect(figure('Next Service Scheduled')).toContainText('9:00 AM · Window Washing')
    expect(await linesOf(maya)).toEqual([fee, ...Array.from({ length: inMonth }, () => PRICE)])
  })

  await test.step('each row of the month has its item, vendor and status, and the rows add up to the figures', async () => {
    const money = maya.getByRole('region', { name: 'Where this month’s money goes' })
    const first = money.getByRole('row').filter({ hasText: company }).first()
    for (const words of [formatShortDate(TODAY), 'Window Washing', 'Today', '$99.99'])
      await expect(first).toContainText(words)
    await expect(money.getByRole('row', { name: /So far/ })).toContainText(formatMoney(fee + PRICE))
    const total = (await linesOf(maya)).reduce((sum, cents) => sum + cents, 0)
    await expect(money.getByRole('row', { name: `${formatMonth(TODAY)}, estimated` })).toContainText(
      formatMoney(total),
    )
    await expect(figure('HOA Estimated Spend This Month')).toContainText(formatMoney(total))
    await expectAccessible(maya)
    await picture(maya, info, 'home-dashboard')
  })

  await test.step('data that fails to load shows an error and can be retried [8.silent.2]', async () => {
    await maya.route(DASHBOARD, (route) => route.abort())
    await maya.reload()
    const failed = maya.getByRole('alert').filter({ hasText: 'Your dashboard could not be loaded.' })
    const again = failed.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'home-dashboard-failed')
    await again.focus() // the next event would load it as well
    await maya.unroute(DASHBOARD)
    await again.click()
    await expect(failed).toHaveCount(0)
    await expectFigures(formatMoney(fee + PRICE))
  })
})
