import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookedToday, PHONE, PHOTO } from './booked-today.ts'
import { test } from './journey.ts'
import { picture, said } from './people.ts'
import { write } from './portal-data.ts'

/** What the job does two hours later, because no test can wait for it. */
const nobodyComes = (email: string) =>
  write(
    `update appointments set status = 'missed', scheduled_date = scheduled_date - 1, confirmed_date = confirmed_date - 1
     where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
  )

/** The vendor says on the phone that they came, with a photo. */
async function sayThatWeCame(curb: Page, info: TestInfo): Promise<void> {
  await curb.goto('/vendor/appointments')
  const missed = curb.getByRole('region', { name: 'Missed visits' })
  await expect(missed.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(curb)
  await picture(curb, info, 'missed-vendor')
  await missed.getByRole('button', { name: /^We came/ }).click()
  const dialog = curb.getByRole('dialog', { name: 'We came' })
  await dialog.getByRole('button', { name: 'We came' }).click()
  await expect(dialog.getByText('What happened is required')).toBeVisible()
  await dialog.getByLabel('What happened').fill('We cleaned them at noon. The phone had no power.')
  await expectAccessible(curb)
  await picture(curb, info, 'missed-claim')
  await dialog.getByRole('button', { name: 'We came' }).click()
  await expect(said(curb, /The HOA representative will get an email/)).toBeVisible()
  await missed.getByLabel('Choose Photos').setInputFiles([PHOTO])
  await expect(missed.getByRole('list', { name: 'Photos', exact: true }).getByRole('img')).toHaveCount(1)
  await expect(missed).toContainText('Without an answer the visit counts on')
  await expectAccessible(curb)
  await picture(curb, info, 'missed-claimed')
}

test('a vendor says of a missed visit that they came, and it counts once the captain confirms it [Product 1.5]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { maya, curb, email } = await bookedToday(browser, PHONE)
  await nobodyComes(email)
  await maya.goto('/home/dashboard')
  const notice = (page: Page) => page.getByRole('region', { name: '1 visit was missed' })
  await expect(notice(maya)).toBeVisible()
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  expect(await top(notice(maya))).toBeLessThan(await top(maya.getByText('HOA Spend Month-to-Date')))
  await expectAccessible(maya)
  await picture(maya, info, 'missed-dashboard')
  await curb.goto('/vendor/dashboard')
  await expect(notice(curb)).toBeVisible()
  await picture(curb, info, 'missed-vendor-dashboard')
  await notice(maya).getByRole('link', { name: 'Review' }).click()
  await expect(maya).toHaveURL(/\/home\/services$/)
  const missed = maya.getByRole('region', { name: 'Missed visits' })
  await expect(missed).toContainText('Nobody checked in, so that you are not charged.')
  const past = maya.getByRole('region', { name: 'Past visits' })
  await expect(past.getByRole('row').filter({ hasText: 'Gutter Cleaning' })).toContainText('Not charged')

  await sayThatWeCame(curb, info)

  // The captain sees it at once.
  await expect(missed).toContainText('The phone had no power.')
  await expect(missed.getByRole('img')).toHaveCount(1)
  await expectAccessible(maya)
  await picture(maya, info, 'missed-captain')
  await missed.getByRole('button', { name: /^Confirm/ }).click()
  await maya.getByRole('dialog', { name: 'Confirm visit' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(said(maya, /^The visit counts\./)).toBeVisible()
  await expect(missed).toBeHidden()
  await expect(curb.getByRole('region', { name: 'Missed visits' })).toBeHidden()
  const row = past.getByRole('row').filter({ hasText: 'Gutter Cleaning' })
  await expect(row).toContainText('$95.00')
  await row.getByRole('button', { name: /^Proof/ }).click()
  const proof = maya.getByRole('dialog', { name: 'Gutter Cleaning' })
  await expect(proof).toContainText('Confirmed by the HOA representative')
  await expect(proof.getByRole('img', { name: '1 of 1' })).toBeVisible()
  await expectAccessible(maya)
  await picture(maya, info, 'missed-proof')
})

test('a captain says that they didn’t come, and the visit stays missed, with the reason [Product 1.5]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { maya, curb, email } = await bookedToday(browser, PHONE)
  await nobodyComes(email)
  await sayThatWeCame(curb, info)
  await maya.goto('/home/services')
  const missed = maya.getByRole('region', { name: 'Missed visits' })
  await missed.getByRole('button', { name: /^They didn’t come/ }).click()
  const dialog = maya.getByRole('dialog', { name: 'They didn’t come' })
  await dialog.getByLabel('Reason').fill('The gutters are still full of leaves.')
  await expectAccessible(maya)
  await picture(maya, info, 'missed-refuse')
  await dialog.getByRole('button', { name: 'They didn’t come' }).click()
  await expect(said(maya, /^The visit stays missed\./)).toBeVisible()
  await expect(missed).toBeHidden()
  const row = maya
    .getByRole('region', { name: 'Past visits' })
    .getByRole('row')
    .filter({ hasText: 'Gutter Cleaning' })
  await expect(row).toContainText('Missed')
  await row.getByRole('button', { name: /^Proof/ }).click()
  await expect(maya.getByRole('dialog', { name: 'Gutter Cleaning' })).toContainText('still full of leaves')
  await expect(curb.getByRole('region', { name: 'Missed visits' })).toBeHidden()
})
