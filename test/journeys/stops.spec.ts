import { expect } from '@playwright/test'
import { addDays, formatMonthDay, formatShortDate, today } from '../../src/domain/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident } from './arrive.ts'
import { test } from './journey.ts'
import { confirmAcceptance, fill, openBrowser, picture, said, unique } from './people.ts'

const SERVICE = 'Gutter Cleaning'
const now = today(new Date(), 'America/Los_Angeles')
const day = (after: number) => addDays(now, after)
const days = (after: number) => formatMonthDay(day(after), now)
const words = (after: number) => formatShortDate(day(after), now)

test('a service goes on until it is ended: it is paused by its captain, then its vendor gives notice [Product 1.6]', async ({
  browser,
}, info) => {
  test.slow() // two people, and axe checks each open dialog
  const [maya, curb] = [await openBrowser(browser), await openBrowser(browser)]
  const company = unique('curb')
  await arriveAsCompany(curb, company, `${company}@example.com`, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')
  const dialog = maya.getByRole('dialog')
  const job = curb.getByRole('article').filter({ hasText: address })
  const notice = curb.getByRole('dialog')

  await test.step('a request ends on a date, after the first visit, or when its building ends it', async () => {
    await maya.goto('/home/services')
    await maya.getByRole('button', { name: '+ Add Service' }).click()
    await dialog.getByRole('button', { name: SERVICE }).click()
    await fill(dialog, { 'Service Description': 'All four sides', 'Desired Start Date': day(1) })
    await dialog.getByLabel('Service Frequency').selectOption({ label: 'Weekly' })
    const ends = dialog.getByRole('radiogroup', { name: 'Ends' })
    await expect(ends.getByRole('radio', { name: 'On a date' })).toBeChecked()
    await expect(dialog.getByLabel('End Date')).toHaveValue(/^\d{4}/)
    await ends.getByRole('radio', { name: 'After the first visit' }).check()
    await expect(dialog.getByLabel('End Date')).toHaveCount(0)
    await expect(dialog).toContainText('Only the first visit is booked.')
    await ends.getByRole('radio', { name: 'Until we end it' }).check()
    await expect(dialog).toContainText(/Books 5\d visits to begin with, and always a year ahead/)
    await expectAccessible(maya)
    await picture(maya, info, 'request-ends')
    await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('its vendor reads that, and its building what an acceptance books', async () => {
    await curb.goto('/vendor/quotes?tab=needs_quote')
    await job.getByRole('button', { name: 'Quote this job' }).click()
    await expect(notice).toContainText('goes on until the building ends it')
    await notice.getByLabel('Price per Visit').fill('150')
    await notice.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(notice).toBeHidden()
    await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
    await dialog.getByRole('button', { name: 'View Quotes' }).click()
    await dialog.getByRole('button', { name: `Accept Quote from ${company}` }).click()
    await expect(dialog).toContainText('53 visits, every week, and more, always a year ahead')
    await expect(dialog).toContainText('To be paid in a year$7,950.00')
    await expect(dialog).toContainText('It goes on until you end it')
    await picture(maya, info, 'acceptance-without-end')
    await confirmAcceptance(dialog)
    await expect(said(maya, /^Quote accepted successfully! 5\d appointment\(s\) created\.$/)).toBeVisible()
  })

  await test.step('a pause says what it cancels, and its vendor sees those visits cancelled', async () => {
    await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
    await expect(dialog).toContainText('When you end it')
    await dialog.getByRole('button', { name: 'Pause Service' }).click()
    await expect(maya.getByRole('dialog', { name: `Pause ${SERVICE}` })).toBeVisible()
    await fill(dialog, { 'First day of the pause': day(21), 'Last day of the pause': day(20) })
    await dialog.getByRole('button', { name: 'Pause Service' }).click()
    const order = dialog.getByText('The last day must be on or after the first one')
    await expect(order).toBeVisible()
    await fill(dialog, { 'First day of the pause': day(7) }) // mended at the other field
    await expect(order).toBeHidden()
    await expect(dialog).toContainText(`Cancels 2 visits, from ${words(8)} to ${words(15)}.`)
    await dialog.getByRole('button', { name: 'Pause Service' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/)
    await dialog.getByLabel('Reason').fill('The scaffold stands in the way')
    await expectAccessible(maya)
    await picture(maya, info, 'pause-service')
    await dialog.getByRole('button', { name: 'Pause Service' }).click()
    await expect(said(maya, `Service paused. ${company} will get an email.`)).toBeVisible()
    const paused = `Paused ${days(7)} to ${days(20)}`
    await expect(dialog).toContainText(`${paused} by the HOA representative: The scaffold stands in the way`)
    await expect(dialog.getByRole('button', { name: 'End Service' })).toBeVisible()
    await picture(maya, info, 'paused-service')
    await maya.keyboard.press('Escape')
    await expect(maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) })).toContainText(paused)
    await picture(maya, info, 'paused-card')
    await curb.goto('/vendor/quotes?tab=accepted')
    await expect(job).toContainText(paused)
    await job.getByRole('button').click()
    await expect(notice).toContainText(`${paused} by the HOA representative: The scaffold stands in the way`)
    await expect(notice.getByRole('button', { name: 'Pause Service' })).toBeVisible()
    await curb.goto('/vendor/appointments')
    const cancelled = curb.getByRole('listitem').filter({ hasText: 'The scaffold stands in the way' })
    await expect(cancelled).toHaveCount(2)
    // Those of the next year, too: each on one line.
    const heads = curb.getByRole('heading', { level: 2 }).filter({ hasText: /^\w{3}, \w{3} \d/ })
    const heights = await heads.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
    expect(heights.length).toBeGreaterThan(15)
    expect(new Set(heights).size).toBe(1)
    // And the widest that there can be.
    const [one, widest] = await heads.first().evaluate((head) => {
      const other = head.cloneNode() as typeof head
      other.textContent = 'Wed, Mar 24, 2027'
      head.after(other)
      const both = [head.clientHeight, other.clientHeight]
      other.remove()
      return both
    })
    expect(widest).toBe(one)
  })

  await test.step('the vendor moves the series by a day; its building sees all of it move', async () => {
    const first = curb.getByRole('listitem').filter({ hasText: SERVICE }).first()
    await first.getByRole('button', { name: /^Actions for/ }).click()
    await curb.getByRole('menuitem', { name: 'Move visit' }).click()
    const which = notice.getByRole('radiogroup', { name: 'Which visits' })
    await expect(which.getByRole('radio', { name: 'This visit' })).toBeChecked()
    await which.getByRole('radio', { name: 'This and later visits' }).check()
    await expect(notice).toContainText(/5\d visits move by as many days, to the new hour\./)
    await fill(notice, { Date: day(2), Time: '13:30', Reason: 'Our truck comes on other days' })
    await expectAccessible(curb)
    await picture(curb, info, 'move-series')
    await notice.getByRole('button', { name: 'Move visit' }).click()
    await expect(said(curb, /^5\d visits moved\. The HOA representative will get an email\.$/)).toBeVisible()
    await expect(notice).toBeHidden()
    const upcoming = maya.getByRole('region', { name: 'Upcoming visits' }).getByRole('listitem')
    await expect(upcoming.first()).toContainText(words(2))
    await expect(upcoming.first()).toContainText('1:30 PM')
    await expect(upcoming.nth(3)).toContainText('1:30 PM')
  })

  await test.step('the vendor gives notice; the captain sees the service end', async () => {
    await curb.goto('/vendor/quotes?tab=accepted')
    await job.getByRole('button').click()
    await notice.getByRole('button', { name: 'Give Notice' }).click()
    await fill(notice, { 'No visits from': day(3), Reason: 'We close our business' })
    await expect(notice).toContainText(/Cancels [45]\d visits, from /)
    await expectAccessible(curb)
    await picture(curb, info, 'give-notice')
    await notice.getByRole('button', { name: 'End Service' }).click()
    await expect(said(curb, 'Service ended. The HOA representative will get an email.')).toBeVisible()
    await expect(notice).toBeHidden()
    const card = maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) })
    await expect(card).toContainText(`Ends ${days(3)}`)
    await expect(card).toContainText(words(2))
    await card.click()
    await expect(dialog).toContainText(`Ends ${days(3)} by ${company}: We close our business`)
    await expect(dialog).not.toContainText('When you end it')
    await expect(dialog).not.toContainText('Paused') // it ends before
    await expect(dialog.getByRole('button', { name: /^(End|Pause) Service$/ })).toHaveCount(0)
    await picture(maya, info, 'ended-service')
    await expect(job).toContainText(`Ends ${days(3)}`)
    await picture(curb, info, 'ended-job-card')
    await job.getByRole('button').click()
    await expect(notice).toContainText(`Ends ${days(3)} by you: We close our business`)
    await expect(notice).not.toContainText('End Date')
    await expect(notice.getByRole('button', { name: /^(Give Notice|Pause Service)$/ })).toHaveCount(0)
    await expectAccessible(curb)
    await picture(curb, info, 'ended-job')
  })
})
