import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany } from './arrive.ts'
import { test } from './journey.ts'
import { confirmAcceptance, fill, goByMenu, home, openBrowser, picture, unique } from './people.ts'
import { write } from './portal-data.ts'

/** Today in the city, and later dates, in the format of a date field. */
function day(after: number): string {
  const date = new Date(Date.now() + after * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(date)
}

const dayWords = (after: number) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(new Date(Date.now() + after * 86_400_000))

/** Moves a visit into the past, because no test can wait for its day. */
function dayPasses(email: string, days: number): Promise<void> {
  return write(
    `update appointments set scheduled_date = scheduled_date - $2::int, confirmed_date = confirmed_date - $2::int
     where id in (select a.id from appointments a join profiles p on p.vendor_id = a.vendor_id where p.email = $1
       order by scheduled_date limit 1)`,
    email,
    days,
  )
}

async function openMenu(row: Locator, page: Page): Promise<Locator> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  return page.getByRole('menu')
}

test('a vendor and a captain complete, move and cancel visits, and tell each other why', async ({
  browser,
}, info) => {
  test.slow() // axe checks each open dialog and menu
  const [maya, curb] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const company = unique('curb')
  const email = `${company}@example.com`

  await test.step('four weekly visits are booked, the first of them more than a week ago', async () => {
    await arriveAsCompany(curb, company, email, ['Gutter Cleaning'])
    await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
    await maya.goto('/home/services')
    await maya.getByRole('button', { name: '+ Add Service' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Gutter Cleaning' }).click()
    const form = maya.getByRole('dialog', { name: 'Request Quotes for Gutter Cleaning' })
    await fill(form, {
      'Service Description': 'All four sides, please',
      'Desired Start Date': day(0),
      'End Date': day(21),
    })
    await form.getByLabel('Service Frequency').selectOption({ label: 'Weekly' })
    await form.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(form).toBeHidden()
    await curb.goto('/vendor/quotes?tab=needs_quote')
    const job = curb.getByRole('article').filter({ hasText: address['Street Address'] })
    await job.getByRole('button', { name: 'Quote this job' }).click()
    await curb.getByRole('dialog').getByLabel('Price per Visit').fill('150')
    await curb.getByRole('dialog').getByRole('button', { name: 'Submit Quote' }).click()
    await expect(curb.getByRole('alert').filter({ hasText: 'Quote submitted' })).toBeVisible()
    await maya.getByRole('button', { name: /Gutter Cleaning/ }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'View Quotes' }).click()
    await maya.getByRole('button', { name: `Accept Quote from ${company}` }).click()
    await confirmAcceptance(maya.getByRole('dialog'))
    await expect(maya.getByRole('alert').filter({ hasText: '4 appointment(s) created.' })).toBeVisible()
    // Before the days that are looked back to for missed visits.
    await dayPasses(email, 8)
  })

  await test.step('the vendor marks the past visit completed', async () => {
    await curb.goto('/vendor/appointments')
    const waiting = curb.getByRole('region', { name: 'To mark completed' })
    await expect(waiting.getByRole('listitem')).toHaveCount(1)
    await expect(waiting).toContainText(address['Street Address'])
    await expectAccessible(curb)
    await picture(curb, info, 'visits-to-complete')
    await waiting.getByRole('button', { name: /^Mark completed/ }).click()
    await expect(curb.getByRole('alert').filter({ hasText: 'Visit marked completed' })).toBeVisible()
    await waiting.getByRole('button', { name: /^Not completed after all/ }).click()
    await expect(curb.getByRole('alert').filter({ hasText: 'not marked completed any more' })).toBeVisible()
    await waiting.getByRole('button', { name: /^Mark completed/ }).click()
    await expect(waiting.getByRole('button', { name: /^Not completed after all/ })).toBeVisible()
    await goByMenu(curb, 'Dashboard')
    await expect(curb).toHaveURL(/\/vendor\/dashboard$/)
    await expect(waiting).toBeHidden()
    await curb.goBack()
    await waiting.getByRole('button', { name: /^Not completed after all/ }).click()
    await waiting.getByRole('button', { name: /^Mark completed/ }).click()
    await expect(waiting.getByRole('button', { name: /^Not completed after all/ })).toBeVisible()
    await curb.reload()
    await expect(curb.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(waiting).toBeHidden()
  })

  const visits = maya.getByRole('region', { name: 'Upcoming visits' })
  // Exact: Dec 1 is not Dec 15.
  const captainRow = (when: string) =>
    visits.getByRole('listitem').filter({ has: maya.getByText(when, { exact: true }) })
  const vendorRow = (text: string) => curb.getByRole('listitem').filter({ hasText: text })

  await test.step('the captain moves a visit by keyboard; the vendor sees it immediately, with the reason', async () => {
    await maya.goto('/home/services')
    await expect(visits.getByRole('listitem')).toHaveCount(3)
    const button = captainRow(dayWords(7)).getByRole('button', { name: /^Actions for Gutter Cleaning/ })
    const menu = maya.getByRole('menu')
    await button.click()
    await expect(menu).toBeVisible()
    // The menu takes the focus a moment after it shows; a key before that goes to the button.
    await expect
      .poll(() => menu.evaluate((node) => node.contains(node.ownerDocument.activeElement)))
      .toBe(true)
    await expectAccessible(maya) // a window of another width may close the menu
    await maya.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await button.focus()
    await maya.keyboard.press('Enter')
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Move visit',
      'Suggest another time',
      'Cancel visit',
      'Add to calendar',
    ])
    await expect(menu.getByRole('menuitem', { name: 'Move visit' })).toBeFocused()
    await maya.keyboard.press('Enter')
    const dialog = maya.getByRole('dialog', { name: 'Move visit' })
    await expect(dialog.getByLabel('Date')).toHaveValue(day(7))
    await expect(dialog.getByLabel('Time')).toHaveValue('09:00')
    await expect(dialog.getByLabel('Date')).toBeFocused()
    await expectAccessible(maya)
    await maya.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    await (await openMenu(captainRow(dayWords(7)), maya))
      .getByRole('menuitem', { name: 'Move visit' })
      .click()
    await dialog.getByRole('button', { name: 'Move visit' }).click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await fill(dialog, { Date: day(-1), Reason: 'We are painting the porch that day.' })
    await dialog.getByRole('button', { name: 'Move visit' }).click()
    await expect(dialog.getByText('A visit can’t be moved into the past')).toBeVisible()
    await expectAccessible(maya)
    await fill(dialog, { Date: day(9), Time: '13:30' })
    await picture(maya, info, 'move-visit')
    await dialog.getByRole('button', { name: 'Move visit' }).click()
    const words = `Visit moved to ${dayWords(9)} at 1:30 PM. ${company} will get an email.`
    await expect(maya.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(captainRow(dayWords(9))).toContainText('1:30 PM')
    await expect(captainRow(dayWords(9))).toContainText('Moved')

    const moved = vendorRow('We are painting the porch that day.')
    await expect(moved).toContainText(`From ${dayWords(7)} at 9:00 AM, by the HOA representative`)
    await expect(curb.getByText('3 upcoming visits')).toBeVisible()
  })

  await test.step('the vendor cancels a visit; the captain sees it immediately, with the reason', async () => {
    const row = curb
      .getByRole('region', { name: dayWords(14) })
      .getByRole('listitem')
      .filter({ hasText: 'Gutter Cleaning' })
    await (await openMenu(row, curb)).getByRole('menuitem', { name: 'Cancel visit' }).click()
    const dialog = curb.getByRole('dialog', { name: 'Cancel visit' })
    await dialog.getByRole('button', { name: 'Cancel visit' }).click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await fill(dialog, { Reason: 'Our <b>ladder</b> broke.' })
    await expectAccessible(curb)
    await picture(curb, info, 'cancel-visit')
    await dialog.getByRole('button', { name: 'Cancel visit' }).click()
    const words = 'Visit cancelled. The HOA representative will get an email.'
    await expect(curb.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(row.getByRole('button')).toHaveCount(0)
    await expect(curb.getByText('2 upcoming visits')).toBeVisible()
    await picture(curb, info, 'vendor-changed-visits')

    const cancelled = captainRow(dayWords(14))
    await expect(cancelled).toContainText(`By ${company}: Our <b>ladder</b> broke.`)
    await expect(cancelled).toContainText('Cancelled')
    await expect(cancelled.getByRole('button')).toHaveCount(0)
    await expectAccessible(maya)
    await picture(maya, info, 'changed-visits')
  })
})
