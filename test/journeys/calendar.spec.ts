import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { PHONE } from './booked-today.ts'
import { besides, bookedWeeks, dayFrom, wordsOf } from './booked-weeks.ts'
import { breaking } from './intercept.ts'
import { test } from './journey.ts'
import { fill, picture, said } from './people.ts'
import { write } from './portal-data.ts'

const grid = (page: Page) => page.getByRole('table')
const cellOf = (page: Page, date: string) =>
  grid(page)
    .getByRole('cell')
    .filter({ has: page.locator(`time[datetime="${date}"]`) })
const visitOn = (page: Page, date: string, service: string) =>
  cellOf(page, date).getByRole('button', { name: new RegExp(`^${service}`) })

/** Yesterday the vendor came, which no test can wait for: the visit of today moves back and is done. */
const wasHere = (email: string) =>
  write(
    `update appointments set scheduled_date = scheduled_date - 1, confirmed_date = confirmed_date - 1,
       status = 'completed', completed_at = now() - interval '1 hour'
     where scheduled_date = $2 and vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
    dayFrom(0),
  )

test('a vendor sees the visits of all buildings by month and week, double bookings marked, and drags one to move it [Product 1.7]', async ({
  browser,
}, info) => {
  const { maya, curb, minor, denny } = await bookedWeeks(browser)
  const second = dayFrom(7)

  await test.step('the view, the date and the filters stay in the address', async () => {
    await curb.goto('/vendor/appointments')
    await curb.getByRole('tab', { name: 'Calendar' }).click()
    await curb.waitForURL('**/vendor/calendar')
    await expect(visitOn(curb, dayFrom(0), 'Gutter Cleaning')).toContainText('9:00 AM')
    await expect(visitOn(curb, dayFrom(0), 'Gutter Cleaning')).toContainText(minor)
    await expectAccessible(curb)
    await picture(curb, info, 'calendar-vendor-month')
    const title = curb.getByRole('heading', { level: 2 })
    const now = await title.textContent()
    await curb.getByRole('button', { name: 'Next month' }).click()
    await expect(title).not.toHaveText(now ?? '')
    await curb.reload()
    await expect(title).not.toHaveText(now ?? '')
    await curb.getByRole('button', { name: 'Today' }).click()
    await expect(title).toHaveText(now ?? '')
    await curb.goto(`/vendor/calendar?date=${second}`)
    await curb.getByRole('button', { name: 'Week', exact: true }).click()
    await expect(curb.getByRole('button', { name: 'Week', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(visitOn(curb, second, 'Tree Care')).toContainText(denny)
    await curb.getByLabel('Building', { exact: true }).selectOption({ label: minor })
    await expect(visitOn(curb, second, 'Tree Care')).toBeHidden()
    await curb.reload()
    await expect(curb.getByLabel('Building', { exact: true }).locator('option:checked')).toHaveText(minor)
    await expect(visitOn(curb, second, 'Gutter Cleaning')).toBeVisible()
    expect(new URL(curb.url()).searchParams.get('view')).toBe('week')
  })

  await test.step('a double booking is marked, in words, too', async () => {
    // Also with a building that the filter leaves out.
    await expect(visitOn(curb, second, 'Gutter Cleaning')).toContainText('Double booked')
    await curb.getByLabel('Building', { exact: true }).selectOption({ label: 'All buildings' })
    await expect(curb.getByText('2 visits are at the time of another one.')).toBeVisible()
    await expectAccessible(curb)
    await picture(curb, info, 'calendar-vendor-week')
    await visitOn(curb, second, 'Gutter Cleaning').click()
    const menu = curb.getByRole('menu', { name: /^Actions for Gutter Cleaning/ })
    await expect(menu).toContainText(`Overlaps Tree Care at ${denny}, 9:00 AM`)
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Move visit',
      'Suggest another time',
      'Cancel visit',
      'Add to calendar',
      'Show the day',
    ])
    await curb.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(visitOn(curb, second, 'Gutter Cleaning')).toBeFocused()
    await curb.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await picture(curb, info, 'calendar-vendor-menu')
    await expectAccessible(curb)
    await curb.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  })

  await test.step('a dropped visit asks first, and the captain sees who moved it, and why', async () => {
    const to = besides(second)
    await visitOn(curb, second, 'Gutter Cleaning').dragTo(cellOf(curb, to))
    const dialog = curb.getByRole('dialog', { name: 'Move visit' })
    await expect(dialog.getByLabel('Date')).toHaveValue(to)
    await expect(dialog.getByLabel('Time')).toHaveValue('09:00')
    await expect(dialog.getByRole('radio', { name: 'This and later visits' })).toBeVisible()
    await expectAccessible(curb)
    await picture(curb, info, 'calendar-drop')
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await expect(dialog).toBeHidden()
    await expect(visitOn(curb, second, 'Gutter Cleaning')).toBeVisible()

    await visitOn(curb, second, 'Gutter Cleaning').dragTo(cellOf(curb, to))
    await fill(dialog, { Reason: 'We are at Denny Way that morning.' })
    await dialog.getByRole('button', { name: 'Move visit' }).click()
    await expect(said(curb, `Visit moved to ${wordsOf(to)} at 9:00 AM.`)).toBeVisible()
    await expect(visitOn(curb, to, 'Gutter Cleaning')).toBeVisible()
    await expect(curb.getByText('Double booked')).toHaveCount(0)

    // On a Saturday the day beside it is the one before.
    await maya.goto(`/home/calendar?view=agenda&date=${to}`)
    const day = maya.getByRole('region', { name: wordsOf(to) })
    await expect(day).toContainText('We are at Denny Way that morning.')
    await expect(day).toContainText(`From ${wordsOf(second)} at 9:00 AM`)
    await expectAccessible(maya)
    await picture(maya, info, 'calendar-captain-agenda')
  })
})

test('a captain moves a visit by keyboard alone; the vendor’s calendar shows it at once [Product 1.7]', async ({
  browser,
}, info) => {
  const { maya, curb } = await bookedWeeks(browser)
  const second = dayFrom(7)
  const to = besides(second)
  await curb.goto(`/vendor/calendar?view=week&date=${second}`)
  await expect(visitOn(curb, second, 'Gutter Cleaning')).toBeVisible()

  await maya.goto('/home/services')
  await maya
    .getByRole('navigation', { name: 'Services and visits' })
    .getByRole('link', { name: 'Calendar' })
    .click()
  await maya.waitForURL('**/home/calendar')
  await expect(visitOn(maya, dayFrom(0), 'Gutter Cleaning')).toBeVisible()
  await expectAccessible(maya)
  await picture(maya, info, 'calendar-captain-month')
  // Nothing of what the vendor does elsewhere.
  await expect(maya.getByText('Double booked')).toHaveCount(0)

  await maya.goto(`/home/calendar?view=month&date=${second}`)
  const visit = visitOn(maya, second, 'Gutter Cleaning')
  await expect(visit).toBeVisible()
  // Behind the views is the first visit of the month, and from there each is one arrow away.
  await maya.getByRole('button', { name: 'Agenda', exact: true }).focus()
  await maya.keyboard.press('Tab')
  const all = grid(maya).getByRole('button')
  await expect(all.first()).toBeFocused()
  const before = await all.evaluateAll(
    (each, day) => each.findIndex((one) => one.getAttribute('data-day') === day),
    second,
  )
  for (let step = 0; step < before; step += 1) await maya.keyboard.press('ArrowRight')
  await expect(visit).toBeFocused()
  await maya.keyboard.press('Enter')
  const menu = maya.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: 'Move visit' })).toBeFocused()
  await maya.keyboard.press('Enter')
  const dialog = maya.getByRole('dialog', { name: 'Move visit' })
  await expect(dialog.getByLabel('Date')).toHaveValue(second)
  await expect(dialog.getByLabel('Date')).toBeFocused()
  await fill(dialog, { Date: to, Reason: 'The porch is painted.' })
  await maya.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Move visit' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(visitOn(maya, to, 'Gutter Cleaning')).toBeVisible()
  await expect(visitOn(curb, to, 'Gutter Cleaning')).toBeVisible()
  await expect(visitOn(curb, second, 'Gutter Cleaning')).toHaveCount(0)
  await expect(curb.getByText('Double booked')).toHaveCount(0)
})

test('arrow keys go from visit to visit, and each day leads to its agenda [Product 1.7]', async ({
  browser,
}) => {
  const { otto, curb } = await bookedWeeks(browser)
  const second = dayFrom(7)
  await curb.goto(`/vendor/calendar?view=week&date=${second}`)
  const visits = cellOf(curb, second).getByRole('button')
  await expect(visits).toHaveCount(2)
  await visits.first().focus()
  await curb.keyboard.press('ArrowDown')
  await expect(visits.last()).toBeFocused()
  await curb.keyboard.press('ArrowUp')
  await expect(visits.first()).toBeFocused()
  // Otto's building has no other day.
  await otto.goto(`/home/calendar?view=week&date=${second}`)
  const only = visitOn(otto, second, 'Tree Care')
  await only.focus()
  await otto.keyboard.press('ArrowRight')
  await expect(only).toBeFocused()
  await otto.keyboard.press('Enter')
  await otto.getByRole('menuitem', { name: 'Show the day' }).click()
  await expect(otto.getByRole('region', { name: wordsOf(second) })).toContainText('Tree Care')
  expect(new URL(otto.url()).searchParams.get('date')).toBe(second)
})

test('past visits stay in the calendar with their proof, and in the vendor’s own list [Product 1.7]', async ({
  browser,
}, info) => {
  const { maya, curb, email, minor } = await bookedWeeks(browser)
  await wasHere(email)
  await maya.goto(`/home/calendar?view=week&date=${dayFrom(-1)}`)
  const visit = visitOn(maya, dayFrom(-1), 'Gutter Cleaning')
  await expect(visit).toContainText('Completed')
  await visit.click()
  await expect(maya.getByRole('menuitem')).toHaveText(['Proof', 'Show the day'])
  await maya.getByRole('menuitem', { name: 'Proof' }).click()
  const proof = maya.getByRole('dialog', { name: 'Gutter Cleaning' })
  await expect(proof).toContainText('Nobody has checked in at this visit.')
  await maya.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(visit).toBeFocused()

  await curb.goto('/vendor/appointments')
  const past = curb.getByRole('region', { name: 'Past visits' })
  const row = past.getByRole('row').filter({ hasText: 'Gutter Cleaning' })
  await expect(row).toContainText(minor)
  await expect(row).toContainText('Completed')
  await expect(row).toContainText('$95.00')
  await past.getByLabel('Service', { exact: true }).selectOption({ label: 'Tree Care' })
  await expect(past).toContainText('There were no visits yet with this filter.')
  await past.getByLabel('Service', { exact: true }).selectOption({ label: 'Gutter Cleaning' })
  await expect(row).toBeVisible()
  await past.getByLabel('Building', { exact: true }).selectOption({ label: minor })
  await expect(row).toBeVisible()
  await expectAccessible(curb)
  await picture(curb, info, 'vendor-past-visits')
  const saved = curb.waitForEvent('download')
  await past.getByRole('link', { name: 'Download CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('Past visits.csv')
  expect(file.url()).toContain('service_type_id=')
  await row.getByRole('button', { name: /^Proof/ }).click()
  await expect(curb.getByRole('dialog', { name: 'Gutter Cleaning' })).toBeVisible()
})

test('on a phone the calendar is an agenda that fits the thumb [Product 1.7]', async ({ browser }, info) => {
  const { maya, curb, denny } = await bookedWeeks(browser, PHONE)
  await curb.goto('/vendor/calendar')
  const day = curb.getByRole('region', { name: wordsOf(dayFrom(7)) })
  await expect(day.getByRole('listitem')).toHaveCount(2)
  await expect(day).toContainText('Double booked')
  await expect(day).toContainText(`Overlaps Tree Care at ${denny}, 9:00 AM`)
  await expect(grid(curb)).toHaveCount(0)
  await expectAccessible(curb)
  await picture(curb, info, 'calendar-phone-vendor')
  const small = `[...document.querySelectorAll('main :is(button, a, select)')].filter((each) => each.checkVisibility())
    .map((each) => [each.textContent || each.ariaLabel, each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 44 || height < 42).map(([name]) => name)`
  expect(await curb.evaluate(small)).toEqual([])

  await day.getByRole('button', { name: /^Actions for Gutter Cleaning/ }).tap()
  await curb.getByRole('menuitem', { name: 'Move visit' }).tap()
  const dialog = curb.getByRole('dialog', { name: 'Move visit' })
  const to = besides(dayFrom(7))
  await fill(dialog, { Date: to, Reason: 'The truck is in repair.' })
  await dialog.getByRole('button', { name: 'Move visit' }).tap()
  await expect(dialog).toBeHidden()
  await maya.goto('/home/calendar')
  const moved = maya.getByRole('region', { name: wordsOf(to) })
  await expect(moved).toContainText('The truck is in repair.')
  await expectAccessible(maya)
  await picture(maya, info, 'calendar-phone-captain')
  await maya.getByRole('button', { name: 'Next four weeks' }).tap()
  await expect(maya.getByRole('heading', { name: /^No visits in/ })).toBeVisible()
  await expectAccessible(maya)
  await picture(maya, info, 'calendar-phone-empty')
})

test('an empty time says what to do, and a calendar that fails says what failed', async ({
  browser,
}, info) => {
  const { maya, curb } = await bookedWeeks(browser)
  await maya.goto('/home/services')
  const heading = maya.getByRole('heading', { name: /^Your Services \(\d+\)$/ })
  const place = await heading.boundingBox()
  await maya.getByRole('link', { name: 'Calendar' }).click()
  await expect(maya).toHaveURL(/\/home\/calendar$/)
  await expect.poll(() => heading.boundingBox(), { message: 'the heading stays' }).toEqual(place)
  await maya.getByRole('link', { name: '+ Add Service' }).click()
  await expect(maya.getByRole('dialog', { name: 'Add Service' })).toBeVisible()
  await maya.goto('/home/calendar?view=month&date=2030-01-15')
  await expect(maya.getByRole('heading', { name: 'No visits in January 2030' })).toBeVisible()
  await expect(maya.getByRole('link', { name: 'See your services' })).toBeVisible()
  await expectAccessible(maya)
  await picture(maya, info, 'calendar-empty')

  await curb.goto(`/vendor/calendar?view=week&date=2030-01-15`)
  await curb.getByLabel('Service', { exact: true }).selectOption({ label: 'Tree Care' })
  await curb.getByRole('button', { name: 'Show all visits' }).click()
  await expect(curb.getByLabel('Service', { exact: true })).toHaveValue('')

  const mend = await breaking(curb, 'visits.calendar')
  await curb.getByRole('button', { name: 'Next week' }).click()
  await expect(curb.getByRole('alert').filter({ hasText: 'The calendar could not be loaded.' })).toBeVisible()
  await mend()
  await curb.getByRole('button', { name: 'Try again' }).click()
  await expect(curb.getByRole('heading', { name: /^No visits in/ })).toBeVisible()
})
