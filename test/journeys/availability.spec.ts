import { expect } from '@playwright/test'
import { addDays, formatShortDate, today, weekday } from '../../src/domain/calendar.ts'
import { WEEKDAYS } from '../../src/domain/visits/availability.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call } from './arrive.ts'
import { test } from './journey.ts'
import { confirmAcceptance, fill, openBrowser, picture, said, unique } from './people.ts'
import { write } from './portal-data.ts'

const SERVICE = 'Gutter Cleaning'
const now = today(new Date(), 'America/Los_Angeles')
/** Far from every federal holiday but Independence Day. */
const YEAR = Number(now.slice(0, 4)) + 2
const start =
  Array.from({ length: 7 }, (_, day) => addDays(`${YEAR}-07-05`, day)).find((day) => weekday(day) === 7) ?? ''
const nameOf = (day: string) => WEEKDAYS[weekday(day) - 1]?.name ?? ''

test('a building says when nobody comes, a vendor when it comes, and the visits keep to both [Product 1.2]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each open dialog
  const [maya, vera] = [await openBrowser(browser), await openBrowser(browser)]
  const company = unique('gutters')
  await arriveAsCompany(vera, company, `${company}@example.com`, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')
  const dialog = maya.getByRole('dialog')

  await test.step('the captain says on which days and in which hours nobody comes', async () => {
    await maya.goto('/home/building')
    await maya.getByRole('button', { name: 'Edit Building' }).click()
    const days = dialog.getByRole('group', { name: 'Nobody comes on' })
    for (const { name } of WEEKDAYS) await days.getByRole('checkbox', { name }).check()
    await dialog.getByLabel('Quiet from').fill('22:00')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByText('On one day of the week vendors must be able to come')).toBeVisible()
    await expect(dialog.getByText('Enter both times, or none')).toBeVisible()
    for (const { name } of WEEKDAYS)
      if (name !== 'Sunday') await days.getByRole('checkbox', { name }).uncheck()
    await dialog.getByRole('checkbox', { name: 'Nobody comes on federal holidays' }).check()
    await dialog.getByLabel('Quiet until').fill('07:00')
    await expectAccessible(maya)
    await picture(maya, info, 'building-closures')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(said(maya, 'Building updated successfully')).toBeVisible()
    await expect(
      maya.getByText('Nobody comes on Sunday, on federal holidays, from 10:00 PM to 7:00 AM'),
    ).toBeVisible()
    await picture(maya, info, 'building-closed')
  })

  const catalog = await ask<{ id: string; name: string }[]>(maya, 'services.catalog')
  await call(maya, 'services.request', {
    service_type_id: catalog.find(({ name }) => name === SERVICE)?.id,
    description: 'Front and back',
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: start,
    preferred_end_date: addDays(start, 42),
  })

  await test.step('the vendor reads it, and says when it comes', async () => {
    await vera.goto('/vendor/quotes?tab=needs_quote')
    const card = vera.getByRole('article').filter({ hasText: address })
    await card.getByRole('button', { name: 'Quote this job' }).click()
    const job = vera.getByRole('dialog', { name: SERVICE })
    await expect(job).toContainText('Nobody comes on Sunday, on federal holidays, from 10:00 PM to 7:00 AM.')
    await job.getByLabel('Price per Visit').fill('80')
    await expect(job.getByText('Any day, at 9:00 AM')).toBeVisible()
    await job.getByText('Days and arrival time').click()
    await job.getByRole('checkbox', { name: 'Tuesday' }).check()
    await fill(job, { 'Arrives between': '06:00', and: '05:00' })
    await job.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(job.getByText('Enter a later time')).toBeVisible()
    await fill(job, { and: '08:00' })
    await job.getByRole('button', { name: 'Submit Quote' }).click()
    // Refused with a sentence, and nothing is lost.
    await expect(said(vera, /nobody comes to this building from 10:00 PM to 7:00 AM/)).toBeVisible()
    await expect(job.getByLabel('Price per Visit')).toHaveValue('80')
    await fill(job, { 'Arrives between': '08:00', and: '10:00' })
    await expect(job.getByText('Comes Tuesday, arrives between 8:00 AM and 10:00 AM')).toBeVisible()
    await expectAccessible(vera)
    await picture(vera, info, 'quote-availability')
    await job.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(said(vera, 'Quote submitted successfully!')).toBeVisible()
  })

  const tuesday = (week: number) => addDays(start, 2 + 7 * week)
  await test.step('the review shows the days, and closes when the vendor changes them', async () => {
    await maya.goto('/home/services')
    await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
    await dialog.getByRole('button', { name: 'View Quotes' }).click()
    await expect(dialog).toContainText('Comes Tuesday, arrives between 8:00 AM and 10:00 AM')
    const accept = dialog.getByRole('button', { name: `Accept Quote from ${company}` })
    const fact = (text: string) => dialog.getByRole('definition').filter({ hasText: text })
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await accept.click()
    await expect(fact('7 visits, every week')).toBeVisible()
    const weeks = [0, 1, 2, 3, 4]
    await expect(dialog.getByRole('listitem')).toHaveText(
      weeks.map((week) => {
        const [day, sunday] = [tuesday(week), addDays(start, 7 * week)]
        return `${formatShortDate(day, now)} instead of ${formatShortDate(sunday, now)}`
      }),
    )
    await expect(fact('7 visits to the next day that suits the building and the vendor')).toBeVisible()
    await expect(dialog).toContainText(`Until the end, ${formatShortDate(tuesday(6), now)}$560.00`)
    await expect(dialog, 'the same sum as until the end').not.toContainText('To be paid in a year')
    await expect(dialog).toContainText('8:00 AM to 10:00 AM')
    await expectAccessible(maya)
    await picture(maya, info, 'acceptance-availability')

    const [quote] = await ask<{ id: string }[]>(vera, 'quotes.list', { tab: 'submitted', page: 1 })
    await call(vera, 'quotes.update', {
      id: quote?.id,
      per_visit_price: 80_00,
      availability: { weekdays: [2, 7], arrives_from: '08:00', arrives_until: '11:00' },
    })
    await expect(said(maya, `${company} changed its days or hours. Please look at them again.`)).toBeVisible()
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await accept.click()
    await expect(dialog).toContainText('8:00 AM to 11:00 AM')
    await confirmAcceptance(dialog)
    await expect(said(maya, 'Quote accepted successfully! 7 appointment(s) created.')).toBeVisible()
  })

  await test.step('both calendars show the day, the window, and from when a visit was put off', async () => {
    await maya.goto('/home/services')
    const visits = maya.getByRole('region', { name: 'Upcoming Visits' }).getByRole('listitem')
    const first = visits.filter({ hasText: formatShortDate(tuesday(0), now) }).first()
    await expect(first).toContainText('8:00 AM to 11:00 AM') // Sundays are closed
    await expect(first).toContainText(`Put off from ${formatShortDate(start, now)}`)
    await expectAccessible(maya)
    await picture(maya, info, 'visits-put-off')
    await vera.goto('/vendor/appointments')
    await expect(vera.getByRole('listitem').first()).toContainText('8:00 AM to 11:00 AM')
    expect(nameOf(tuesday(0))).toBe('Tuesday')
    await picture(vera, info, 'vendor-visits-put-off')
  })

  await test.step('moving a visit to a closed time shows a warning', async () => {
    const visit = vera.getByRole('listitem').first()
    await visit.getByRole('button', { name: /^Actions for/ }).click()
    await vera.getByRole('menuitem', { name: 'Move visit' }).click()
    const move = vera.getByRole('dialog', { name: 'Move visit' })
    const closed = move.getByText(/^Nobody comes on Sunday, .* You can choose this time all the same\.$/)
    await expect(move.getByText('The other visits of this service stay as they are.')).toBeVisible()
    await fill(move, { Time: '22:00' })
    await expect(closed).toBeVisible()
    await fill(move, { Time: '21:59' })
    await expect(closed).toBeHidden()
    await fill(move, { Date: addDays(start, 7) })
    await expect(closed).toBeVisible()
    await expectAccessible(vera)
    await picture(vera, info, 'move-to-closed-time')
  })

  await test.step('so does moving the series, for later visits, too', async () => {
    const move = vera.getByRole('dialog', { name: 'Move visit' })
    await move.getByRole('button', { name: 'Keep as it is' }).click()
    const { visits } = await ask<{ visits: Booked[] }>(vera, 'visits.upcoming', { page: 1, all: true })
    const shown = shownOf(visits.find(({ scheduled_date }) => scheduled_date === tuesday(1)))
    const alone = { scheduled_date: addDays(tuesday(1), 2), scheduled_time: '08:00', reason: 'Another job' }
    await call(vera, 'visits.move', { ...shown, ...alone })
    await vera.reload()
    await vera
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await vera.getByRole('menuitem', { name: 'Move visit' }).click()
    const sunday = formatShortDate(addDays(tuesday(1), 5), now)
    const closed = move.getByText(`: 1 of these 7 visits is at such a time, on ${sunday}. You can choose`)
    await fill(move, { Date: addDays(tuesday(0), 3) }) // open, as for all but the one that is already two days later
    await expect(closed).toBeHidden()
    await move.getByLabel('This and later visits').check()
    await expect(closed).toBeVisible()
    await expectAccessible(vera)
    await picture(vera, info, 'move-series-to-closed-time')
    await move.getByLabel('Also take back visits that were moved by themselves').check()
    await expect(closed).toBeHidden()
  })

  await test.step('and who may accept a suggested time reads that it is closed', async () => {
    const { visits } = await ask<{ visits: Booked[] }>(vera, 'visits.upcoming', { page: 1, all: true })
    const reason = { reason: 'The scaffold is away' }
    const [first, second] = [0, 2].map((week) =>
      shownOf(visits.find(({ scheduled_date }) => scheduled_date === tuesday(week))),
    )
    const hours = { scheduled_date: tuesday(0), scheduled_time: '22:30' }
    await call(vera, 'visits.suggestTime', { ...first, ...hours, ...reason })
    await call(vera, 'visits.suggestTime', { ...second, ...hours, scheduled_time: '12:30', ...reason })
    await maya.goto('/home/services')
    const visit = (week: number) =>
      maya
        .getByRole('region', { name: 'Upcoming Visits' })
        .getByRole('listitem')
        .filter({ hasText: formatShortDate(tuesday(week), now) })
        .filter({ hasText: reason.reason })
    const closed = /Nobody comes on Sunday, .* You can accept it all the same\./
    await expect(visit(0).filter({ hasText: '10:30 PM' })).toContainText(closed)
    await expect(visit(2).getByRole('button', { name: /^Accept/ })).toBeVisible()
    await expect(visit(2)).not.toContainText('Nobody comes')
    await expectAccessible(maya)
    await picture(maya, info, 'suggested-closed-time')
    await vera.reload()
    await expect(vera.getByText(reason.reason).first()).toBeVisible()
    await expect(vera.getByText(closed), 'nothing to accept').toHaveCount(0)
  })
})

type Booked = { id: string; scheduled_date: string; scheduled_time: string }

/** The visit, at the time at which it is shown. */
function shownOf(visit: Booked | undefined) {
  return {
    id: visit?.id,
    shown_date: visit?.scheduled_date,
    shown_time: visit?.scheduled_time.slice(0, 5),
  }
}

test('a vendor moves a whole day, as for weather, and the building reads why [Product 1.3]', async ({
  browser,
}, info) => {
  const [maya, vera] = [await openBrowser(browser), await openBrowser(browser)]
  const company = unique('gutters')
  await arriveAsCompany(vera, company, `${company}@example.com`, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')
  const catalog = await ask<{ id: string; name: string }[]>(maya, 'services.catalog')
  await call(maya, 'services.request', {
    service_type_id: catalog.find(({ name }) => name === SERVICE)?.id,
    description: 'Front and back',
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: start,
    preferred_end_date: addDays(start, 7),
  })
  const quotes = await ask<{ id: string; address: string }[]>(vera, 'quotes.list', {
    tab: 'needs_quote',
    page: 1,
  })
  const price = { id: quotes.find((quote) => quote.address === address)?.id, per_visit_price: 90_00 }
  await call(vera, 'quotes.submit', price)
  await call(maya, 'quotes.accept', price)
  await maya.goto('/home/services')
  const visits = maya.getByRole('region', { name: 'Upcoming Visits' }).getByRole('listitem')
  await expect(visits).toHaveCount(2)

  await write(`update buildings set closed_weekdays = '{7}' where address = $1`, address)
  await vera.goto('/vendor/appointments')
  await vera.getByRole('button', { name: `Move this day: ${formatShortDate(start, now)}` }).click()
  const dialog = vera.getByRole('dialog', { name: 'Move this day' })
  await expect(dialog.getByRole('listitem')).toHaveText([`9:00 AM · ${SERVICE} · ${address}`])
  await expect(dialog.getByLabel('New Day')).toHaveValue(addDays(start, 1))
  await dialog.getByLabel('New Day').fill(start)
  await dialog.getByRole('button', { name: 'Move this day' }).click()
  await expect(dialog.getByText('Choose another day')).toBeVisible()
  const closed = dialog.getByRole('status').filter({ hasText: `${address}: Nobody comes on Sunday.` })
  await fill(dialog, { 'New Day': addDays(start, 7) })
  await expect(closed).toContainText('You can choose this day all the same.')
  await expectAccessible(vera)
  await picture(vera, info, 'move-day-to-closed-time')
  await fill(dialog, { 'New Day': addDays(start, 2), Reason: 'A storm is coming' })
  await expect(closed).toBeHidden()
  await expectAccessible(vera)
  await picture(vera, info, 'move-day')
  await dialog.getByRole('button', { name: 'Move this day' }).click()
  const moved = formatShortDate(addDays(start, 2), now)
  await expect(said(vera, `1 visit moved to ${moved}. Each building will get one email.`)).toBeVisible()
  await expect(vera.getByRole('heading', { name: moved })).toBeVisible()
  // The building's open page follows.
  await expect(visits.first()).toContainText(moved)
  await expect(visits.first()).toContainText('A storm is coming')
  await expect(visits.nth(1)).toContainText(formatShortDate(addDays(start, 7), now))
})
