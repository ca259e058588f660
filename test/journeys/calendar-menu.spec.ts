import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsResident, arriveBySigningIn, ask, call, letIn } from './arrive.ts'
import { PHONE } from './booked-today.ts'
import { besides, bookedWeeks, dayFrom, wordsOf } from './booked-weeks.ts'
import { test } from './journey.ts'
import { picture, said } from './people.ts'

const second = dayFrom(7)
const another = besides(second)
const visitOn = (page: Page, date: string) =>
  page
    .getByRole('table')
    .getByRole('cell')
    .filter({ has: page.locator(`time[datetime="${date}"]`) })
    .getByRole('button', { name: /^Gutter Cleaning/ })

/** The vendor on this page suggests another day for maya's second visit. */
async function suggestAnother(curb: Page): Promise<void> {
  const { visits } = await ask<{ visits: { id: string; name: string; scheduled_date: string }[] }>(
    curb,
    'visits.upcoming',
    { page: 1, all: true },
  )
  const id = visits.find((visit) => visit.name === 'Gutter Cleaning' && visit.scheduled_date === second)?.id
  const shown = { shown_date: second, shown_time: '09:00' }
  const to = { scheduled_date: another, scheduled_time: '10:30' }
  await call(curb, 'visits.suggestTime', { id, ...shown, ...to, reason: 'Frost is due that morning.' })
}

test('a calendar shows what is suggested for a visit, and its menu answers it [Product 1.3] [Product 1.7]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each menu
  const { maya, curb, company } = await bookedWeeks(browser)
  await suggestAnother(curb)
  const suggested = `suggests ${wordsOf(another)} at 10:30 AM: Frost is due that morning.`

  await curb.goto(`/vendor/calendar?view=week&date=${second}`)
  await visitOn(curb, second).click()
  await expect(curb.getByRole('menu')).toContainText(suggested)
  await expect(curb.getByRole('menuitem').first()).toHaveText('Withdraw')
  await picture(curb, info, 'calendar-menu-withdraw')
  await maya.goto(`/home/calendar?view=month&date=${second}`)
  await expect(visitOn(maya, second)).toContainText('Another time suggested')
  await picture(maya, info, 'calendar-suggested')
  await visitOn(maya, second).click()
  const menu = maya.getByRole('menu')
  await expect(menu).toContainText(`${company} ${suggested}`)
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Accept',
    'Decline',
    'Move visit',
    'Suggest another time',
    'Cancel visit',
    'Add to calendar',
    'Show the day',
  ])
  await expect(menu.getByRole('menuitem', { name: 'Accept' })).toBeFocused()
  await expectAccessible(maya)
  await menu.getByRole('menuitem', { name: 'Decline' }).click()
  await expect(said(maya, `The visit stays as it is. ${company} will get an email.`)).toBeVisible()
  await expect(visitOn(maya, second)).not.toContainText('Another time suggested')

  await suggestAnother(curb)
  await expect(visitOn(maya, second)).toContainText('Another time suggested')
  await visitOn(maya, second).click()
  await menu.getByRole('menuitem', { name: 'Accept' }).click()
  await expect(said(maya, `Visit moved to ${wordsOf(another)} at 10:30 AM.`)).toBeVisible()
  await expect(visitOn(maya, another)).toContainText('10:30 AM')
  await expect(visitOn(curb, another)).toContainText('10:30 AM')
})

test('a tenant saves a visit from the calendar, too, by month and on a phone [Product 1.7]', async ({
  browser,
}, info) => {
  const { maya, minor } = await bookedWeeks(browser)
  const nora = await (await browser.newContext(PHONE)).newPage()
  const person = await arriveAsResident(nora, 'Nora', minor)
  await letIn(maya, person)
  await arriveBySigningIn(nora, person)
  await nora.goto(`/home/calendar?date=${second}`)
  const day = nora.getByRole('region', { name: wordsOf(second) })
  await day.getByRole('button', { name: /^Actions for Gutter Cleaning/ }).tap()
  await expect(nora.getByRole('menuitem')).toHaveText(['Add to calendar'])
  await expectAccessible(nora)
  await picture(nora, info, 'calendar-menu-tenant')
  const saving = nora.waitForEvent('download')
  await nora.getByRole('menuitem', { name: 'Add to calendar' }).tap()
  expect((await saving).suggestedFilename()).toBe(`Gutter Cleaning ${second}.ics`)

  await maya.goto(`/home/calendar?view=month&date=${second}`)
  await visitOn(maya, second).click()
  const saved = maya.waitForEvent('download')
  await maya.getByRole('menuitem', { name: 'Add to calendar' }).click()
  expect((await saved).suggestedFilename()).toBe(`Gutter Cleaning ${second}.ics`)
})
