import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ask, call } from './arrive.ts'
import { besides, book, bookedWeeks, dayFrom, wordsOf } from './booked-weeks.ts'
import { refusing } from './intercept.ts'
import { test } from './journey.ts'
import { fill, picture, said } from './people.ts'

const visitsOf = (page: Page, service: string) => page.getByRole('listitem').filter({ hasText: service })

/** Cancels a visit in the list of this page, with others of its series. */
async function cancelVisits(page: Page, service: string, nth: number, which: string, reason: string) {
  const row = visitsOf(page, service).nth(nth)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel visit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel visit' })
  await dialog.getByRole('radio', { name: which }).check()
  await expect(dialog).toContainText('3 visits are cancelled.')
  await dialog.getByLabel('Reason').fill(reason)
  return dialog
}

test('a vendor cancels a visit and later ones, a captain all that remain; each sees it of the other [Product 1.3]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each dialog
  const { maya, curb, company, minor } = await bookedWeeks(browser)
  await book(maya, curb, minor, { service: 'Tree Care', start: dayFrom(2), end: dayFrom(16) })
  await maya.goto('/home/services')
  await curb.goto('/vendor/appointments')

  // The visits of weeks 2 to 4.
  const later = 'This and later visits'
  const dialog = await cancelVisits(curb, 'Gutter Cleaning', 1, later, 'Our ladder truck is sold.')
  await expectAccessible(curb)
  await picture(curb, info, 'cancel-later')
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(said(curb, '3 visits cancelled. The HOA representative will get an email.')).toBeVisible()
  const cancelled = visitsOf(maya, 'Gutter Cleaning').filter({ hasText: 'Cancelled' })
  await expect(cancelled).toHaveCount(3)
  await expect(cancelled.first()).toContainText(`By ${company}: Our ladder truck is sold.`)
  await expect(visitsOf(maya, 'Gutter Cleaning').first()).not.toContainText('Cancelled')

  // Named at the second one, all three.
  const all = await cancelVisits(maya, 'Tree Care', 1, 'All remaining visits', 'The trees are felled.')
  await expectAccessible(maya)
  await picture(maya, info, 'cancel-all')
  await all.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(said(maya, `3 visits cancelled. ${company} will get an email.`)).toBeVisible()
  const felled = visitsOf(curb, 'Tree Care').filter({ hasText: minor }).filter({ hasText: 'Cancelled' })
  await expect(felled).toHaveCount(3)
  await expect(felled.last()).toContainText('By the HOA representative: The trees are felled.')
  await curb.goto('/vendor/quotes?tab=accepted')
  const job = curb.getByRole('article').filter({ hasText: minor }).filter({ hasText: 'Tree Care' })
  await expect(job).toContainText('no visits to come')
})

test('a vendor moves a day with visits at two buildings, and each building reads why [Product 1.3]', async ({
  browser,
}, info) => {
  const { maya, otto, curb, minor, denny, company } = await bookedWeeks(browser)
  const second = dayFrom(7)
  const to = besides(second)
  await maya.goto('/home/services')
  await otto.goto('/home/services')
  await curb.goto('/vendor/appointments')
  const move = curb.getByRole('button', { name: `Move this day: ${wordsOf(second)}` })
  const dialog = curb.getByRole('dialog', { name: 'Move this day' })
  await move.click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('list')).toContainText(`9:00 AM · Gutter Cleaning · ${minor}`)
  await expect(dialog.getByRole('list')).toContainText(`9:00 AM · Tree Care · ${denny}`)
  await expect(dialog).toContainText('These 2 visits move at the same hour.')
  await fill(dialog, { 'New Day': to, Reason: 'A storm is forecast.' })

  // What was typed is there again after a look at something else, also with 'Escape'.
  await dialog.getByRole('button', { name: 'Keep as it is' }).click()
  await expect(dialog).toBeHidden()
  await move.click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('A storm is forecast.')
  await curb.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await move.click()
  await expect(dialog.getByLabel('New Day')).toHaveValue(to)
  await expectAccessible(curb)
  await picture(curb, info, 'move-day-two-buildings')
  await dialog.getByRole('button', { name: 'Move this day' }).click()
  await expect(
    said(curb, `2 visits moved to ${wordsOf(to)}. Each building will get one email.`),
  ).toBeVisible()
  for (const [page, service] of [
    [maya, 'Gutter Cleaning'],
    [otto, 'Tree Care'],
  ] as const) {
    const moved = visitsOf(page, service).filter({ hasText: 'A storm is forecast.' })
    await expect(moved).toHaveCount(1)
    await expect(moved).toContainText(wordsOf(to))
    await expect(moved).toContainText(`From ${wordsOf(second)} at 9:00 AM, by ${company}`)
  }
  // Sent, it is no draft any more.
  await curb.getByRole('button', { name: `Move this day: ${wordsOf(to)}` }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('')
})

test('a day of which nothing is left says so, instead of moving no visits', async ({ browser }, info) => {
  const { maya, curb } = await bookedWeeks(browser)
  const third = dayFrom(14)
  await curb.goto('/vendor/appointments')
  const move = curb.getByRole('button', { name: `Move this day: ${wordsOf(third)}` })
  await expect(move).toBeVisible()
  // Its list is of before: the captain cancels meanwhile.
  const { mend } = await refusing(curb, 'visits.upcoming')
  const stale = curb.waitForResponse(/visits\.upcoming/)
  const { visits } = await ask<{ visits: { id: string; scheduled_date: string }[] }>(
    maya,
    'visits.upcoming',
    {
      page: 1,
      all: true,
    },
  )
  const id = visits.find(({ scheduled_date }) => scheduled_date === third)?.id
  await call(maya, 'visits.cancel', {
    id,
    shown_date: third,
    shown_time: '09:00',
    reason: 'Nobody is at home.',
  })
  await stale
  await move.click()
  const dialog = curb.getByRole('dialog', { name: 'Move this day' })
  await expect(dialog).toContainText('No visit of this day is still to come.')
  await expect(dialog.getByLabel('Reason')).toHaveCount(0)
  await expectAccessible(curb)
  await picture(curb, info, 'move-day-nothing')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  await mend()
})
