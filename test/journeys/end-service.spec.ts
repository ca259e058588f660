import { expect } from '@playwright/test'
import { addDays, formatMonthDay, formatShortDate, today } from '../../src/domain/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany } from './arrive.ts'
import { book } from './booked-weeks.ts'
import { test } from './journey.ts'
import { fill, home, openBrowser, picture, said, unique } from './people.ts'

const SERVICE = 'Gutter Cleaning'
const now = today(new Date(), 'America/Los_Angeles')
const day = (after: number) => addDays(now, after)

test('a captain ends a service: the visits that are cancelled are counted before, its vendor reads why, and it can be asked for again [Product 1.6]', async ({
  browser,
}, info) => {
  test.slow() // two people, and axe checks each open dialog
  const [maya, curb] = [await openBrowser(browser), await openBrowser(browser)]
  const company = unique('curb')
  const at = home(unique('no'))
  const street = at['Street Address']
  await arriveAsCompany(curb, company, `${company}@example.com`, [SERVICE])
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, at)
  await book(maya, curb, street, { service: SERVICE, start: day(1), end: day(29) })
  const dialog = maya.getByRole('dialog')
  const card = maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) })
  const job = curb.getByRole('article').filter({ hasText: street })
  const notice = curb.getByRole('dialog')
  await curb.goto('/vendor/quotes?tab=accepted')
  await expect(job).toContainText('next on')

  await test.step('it says how many visits are cancelled, from which day to which', async () => {
    await maya.goto('/home/services')
    await card.click()
    await dialog.getByRole('button', { name: 'End Service' }).click()
    await expect(maya.getByRole('dialog', { name: `End ${SERVICE}` })).toBeVisible()
    await dialog.getByLabel('No visits from').fill(day(9))
    const short = (after: number) => formatShortDate(day(after), now)
    await expect(dialog).toContainText(`Cancels 3 visits, from ${short(15)} to ${short(29)}.`)
    await dialog.getByLabel('No visits from').fill(now)
    await expect(dialog).toContainText(`Cancels 5 visits, from ${short(1)} to ${short(29)}.`)
    await expect(dialog).toContainText(`${company} will see your reason and get an email.`)
    await dialog.getByRole('button', { name: 'End Service' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/)
    await dialog.getByLabel('Reason').fill('The roof is torn down')
    // It waits until it is sent.
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await dialog.getByRole('button', { name: 'End Service' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveValue('The roof is torn down')
    await expect(dialog).toContainText('Cancels 5 visits')
    await expectAccessible(maya)
    await picture(maya, info, 'end-service')
    await dialog.getByRole('button', { name: 'End Service' }).click()
    await expect(said(maya, `Service ended. ${company} will get an email.`)).toBeVisible()
    expect(await maya.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('torn down')
  })

  const ended = `Ended ${formatMonthDay(now)}`
  await test.step('the building sees that it ended and why, and nothing to end any more', async () => {
    await expect(dialog).toContainText(`${ended} by the HOA representative: The roof is torn down`)
    await expect(dialog).toContainText('Finished')
    await expect(dialog.getByRole('button', { name: /^(End|Pause) Service$/ })).toHaveCount(0)
    await maya.keyboard.press('Escape')
    await expect(card).toContainText(ended)
    await expect(card).toContainText('No further visits booked')
  })

  await test.step('its vendor sees live that it ended, why, and each visit cancelled', async () => {
    await expect(job).toContainText(ended)
    await expect(job).toContainText('no visits to come')
    await job.getByRole('button').click()
    await expect(notice).toContainText(`${ended} by the HOA representative: The roof is torn down`)
    await expect(notice).toContainText('No visit is to come.')
    await expect(notice.getByRole('button', { name: /^(Give Notice|Pause Service)$/ })).toHaveCount(0)
    await picture(curb, info, 'job-ended-by-captain')
    await curb.goto('/vendor/appointments')
    await expect(curb.getByRole('listitem').filter({ hasText: 'The roof is torn down' })).toHaveCount(5)
  })

  await test.step('the building asks for it again, and its vendor is asked', async () => {
    await maya.getByRole('button', { name: '+ Add Service' }).click()
    await dialog.getByRole('button', { name: SERVICE }).click()
    await fill(dialog, { 'Service Description': 'The new roof', 'Desired Start Date': day(30) })
    await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('Quotes pending for Service')
    await expect(card).not.toContainText('Ended')
    await curb.goto('/vendor/quotes?tab=needs_quote')
    await expect(job).toContainText('The new roof')
    await curb.goto('/vendor/quotes?tab=accepted')
    await expect(job).toContainText(ended)
  })
})
