import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsResident, arriveBySigningIn, letIn } from './arrive.ts'
import { bookedToday, PHONE } from './booked-today.ts'
import { breaking } from './intercept.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said } from './people.ts'
import { write } from './portal-data.ts'

test('a visit that was finished in Today is disputed from its proof; once it is not charged, every list says so [Product 1.5]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { maya, curb, street } = await bookedToday(browser, PHONE)
  await curb.goto('/vendor/today')
  const stop = curb.getByRole('listitem').filter({ hasText: street })
  await stop.getByRole('button', { name: 'Check In' }).click()
  await stop.getByRole('button', { name: 'Finish Visit' }).click()
  const finish = curb.getByRole('dialog', { name: 'Finish Visit' })
  await finish.getByLabel('Note').fill('All four gutters are clean.')
  await finish.getByRole('button', { name: 'Finish Visit' }).click()
  await expect(stop.getByText(/^Finished/)).toBeVisible()

  await maya.goto('/home/services')
  const visit = maya.getByRole('region', { name: 'Upcoming visits' }).getByRole('listitem')
  await visit.getByRole('button', { name: /^Proof/ }).click()
  const proof = maya.getByRole('dialog', { name: 'Gutter Cleaning' })
  await expect(proof).toContainText('All four gutters are clean.')
  await proof.getByRole('button', { name: /^Not as agreed/ }).click()
  const dialog = maya.getByRole('dialog', { name: 'Not as agreed' })
  await dialog.getByLabel('What was not as agreed').fill('The back gutter is still full.')

  // Not now: what was typed waits.
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  await proof.getByRole('button', { name: /^Not as agreed/ }).click()
  await expect(dialog.getByLabel('What was not as agreed')).toHaveValue('The back gutter is still full.')
  await dialog.getByRole('button', { name: 'Not as agreed' }).click()
  await expect(dialog).toBeHidden()
  expect(await maya.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('back gutter')
  await maya.keyboard.press('Escape')
  await expect(visit).toContainText('Disputed')

  await curb.goto('/vendor/appointments')
  const asked = curb.getByRole('region', { name: 'Not as agreed' })
  await expect(asked).toContainText('The back gutter is still full.')
  await asked.getByRole('button', { name: /^Don’t charge/ }).click()
  await curb
    .getByRole('dialog', { name: 'Don’t charge' })
    .getByRole('button', { name: 'Don’t charge' })
    .click()
  await expect(said(curb, /^The visit is not charged\./)).toBeVisible()

  await expect(visit).toContainText('Not charged')
  await expect(visit).not.toContainText('Disputed')
  await expectAccessible(maya)
  await picture(maya, info, 'visit-not-charged')
  await visit.getByRole('button', { name: /^Proof/ }).click()
  await expect(proof.getByText('Not charged')).toBeVisible()
  await picture(maya, info, 'proof-not-charged')
  for (const view of ['week', 'agenda']) {
    await maya.goto(`/home/calendar?view=${view}`)
    await expect(maya.getByRole('listitem').filter({ hasText: 'Gutter Cleaning' })).toContainText(
      'Not charged',
    )
    await expect(maya.getByText('Disputed')).toHaveCount(0)
  }
})

test('a tenant rates a visit, and the captain reads who did [Product 1.5]', async ({ browser }, info) => {
  const { maya, street, email } = await bookedToday(browser, PHONE)
  await write(
    `update appointments set status = 'completed', scheduled_date = scheduled_date - 1, confirmed_date = confirmed_date - 1
     where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
  )
  const nora = await openBrowser(browser)
  const person = await arriveAsResident(nora, 'Nora', street)
  await letIn(maya, person)
  await arriveBySigningIn(nora, person)
  const ratings = (page: typeof maya) => page.getByRole('dialog').getByRole('region', { name: 'Ratings' })
  for (const page of [maya, nora]) {
    await page.goto('/home/services')
    await page.getByRole('button', { name: /^Proof: Gutter Cleaning/ }).click()
    await expect(page.getByRole('dialog')).toContainText('Nobody has rated this visit yet.')
  }
  // She is no captain.
  await expect(nora.getByRole('button', { name: /^Not as agreed/ })).toHaveCount(0)
  await nora.getByRole('radio', { name: 'Thumbs up' }).check()
  await nora.getByLabel('Comment').fill('They swept the walk, too.')
  await nora.getByRole('button', { name: 'Save Rating' }).click()
  await expect(ratings(nora).getByRole('listitem')).toHaveText(/You\s*They swept the walk, too\./)
  await expect(ratings(maya).getByRole('listitem')).toHaveText(/Nora Rivera\s*They swept the walk, too\./)
  await expectAccessible(maya)
  await picture(maya, info, 'rating-of-tenant')
})

test('a dashboard says when missed visits could not be loaded, and an empty month only that it is empty [Product 1.5] [Product 1.7]', async ({
  browser,
}, info) => {
  const { maya, curb } = await bookedToday(browser, PHONE)
  for (const [page, path] of [
    [maya, '/home/dashboard'],
    [curb, '/vendor/dashboard'],
  ] as const) {
    const mend = await breaking(page, 'visits.missed')
    await page.goto(path)
    const failed = page
      .getByRole('alert')
      .filter({ hasText: 'Your missed and disputed visits could not be loaded.' })
    await expect(failed).toBeVisible()
    // Focused first: a refresh takes the button away as soon as it succeeds.
    await failed.getByRole('button', { name: 'Try again' }).focus()
    await mend()
    await page.keyboard.press('Enter')
    await expect(failed).toBeHidden()
  }
  await maya.setViewportSize({ width: 1280, height: 800 }) // a phone has an agenda instead
  await maya.goto('/home/calendar?view=month&date=2030-12-01')
  await expect(maya.getByRole('heading', { name: 'No visits in December 2030' })).toBeVisible()
  await expect(maya.getByRole('main')).not.toContainText('Once you accept')
  await expect(maya.getByRole('link', { name: 'See your services' })).toBeVisible()
  await picture(maya, info, 'calendar-empty-december')
})
