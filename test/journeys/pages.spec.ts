import { type Browser, expect, type Page } from '@playwright/test'
import { arriveAsCaptain, arriveAsCompany, ask, call } from './arrive.ts'
import { book, dayFrom } from './booked-weeks.ts'
import { test } from './journey.ts'
import { home, openBrowser, picture, unique } from './people.ts'
import { write } from './portal-data.ts'

/** One more than a page has. */
const VISITS = 21

async function bookedVisits(browser: Browser): Promise<{ maya: Page; curb: Page; email: string }> {
  const [maya, curb] = [await openBrowser(browser), await openBrowser(browser)]
  const company = unique('curb')
  const email = `${company}@example.com`
  const at = home(unique('no'))
  await arriveAsCompany(curb, company, email, ['Gutter Cleaning'])
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, at)
  const end = dayFrom(1 + 7 * (VISITS - 1))
  await book(maya, curb, at['Street Address'], { service: 'Gutter Cleaning', start: dayFrom(1), end })
  return { maya, curb, email }
}

/** As if nobody had come, on days on which their vendor may still say otherwise. */
const nobodyCame = (email: string) =>
  write(
    `update appointments set status = 'missed', scheduled_date = $2, confirmed_date = $2
     where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
    dayFrom(-2),
  )

test('the last page of a list that became shorter gives way to the one before', async ({ browser }, info) => {
  const { maya, curb, email } = await bookedVisits(browser)
  await nobodyCame(email)
  await maya.goto('/home/services')
  const missed = maya.getByRole('region', { name: 'Missed visits' })
  const pages = missed.getByRole('navigation', { name: 'Pages of missed visits' })
  await expect(missed.getByRole('listitem')).toHaveCount(20)
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2 of 2')
  await expect(missed.getByRole('listitem')).toHaveCount(1)

  const { visits } = await ask<{ visits: { id: string }[] }>(curb, 'visits.missed', { page: 2 })
  await call(curb, 'visits.claim', { id: visits[0]?.id, words: 'We came at noon' })
  await missed.getByRole('button', { name: /^Confirm: / }).click()
  await maya.getByRole('dialog', { name: 'Confirm visit' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(missed.getByRole('listitem')).toHaveCount(20)
  await expect(pages).toBeHidden()
  await picture(maya, info, 'missed-one-page')
})

test('an address with a page that is gone shows the last one, and goes back to where its person was', async ({
  browser,
}) => {
  const { maya, curb, email } = await bookedVisits(browser)
  await curb.goto('/vendor/appointments')
  await expect(curb.getByText('21 upcoming visits')).toBeVisible()
  await curb.goto('/vendor/appointments?page=9')
  await expect(curb.getByRole('navigation', { name: 'Pages', exact: true })).toContainText('Page 2 of 2')
  await expect(curb.getByRole('listitem').filter({ hasText: 'Gutter Cleaning' })).toHaveCount(1)
  await expect(curb).toHaveURL(/\?page=2$/)
  await curb.goBack()
  await expect(curb).toHaveURL(/\/vendor\/appointments$/)

  await nobodyCame(email)
  for (const [page, address] of [
    [maya, '/home/services?page=9'],
    [curb, '/vendor/appointments?past_page=9'],
  ] as const) {
    await page.goto(address)
    const past = page.getByRole('region', { name: 'Past visits' })
    await expect(past.getByRole('navigation')).toContainText('Page 2 of 2')
    await expect(past.getByRole('row').filter({ hasText: 'Gutter Cleaning' })).toHaveCount(1)
    await expect(page).toHaveURL(/page=2$/)
  }
})
