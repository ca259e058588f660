import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookedToday, PHONE, PHOTO } from './booked-today.ts'
import { test } from './journey.ts'
import { picture, said } from './people.ts'
import { write } from './portal-data.ts'

test('a captain says that a visit was not as agreed, the vendor answers with a photo, and it is settled [Product 1.5]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { maya, curb, email } = await bookedToday(browser, PHONE)
  await write(
    `update appointments set status = 'completed', completed_at = now() - interval '2 minutes',
       scheduled_date = scheduled_date - 1, confirmed_date = confirmed_date - 1
     where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
  )
  await curb.goto('/vendor/appointments')
  await expect(curb.getByRole('heading', { name: 'No visits booked yet' })).toBeVisible()
  await maya.goto('/home/services')
  const row = maya
    .getByRole('region', { name: 'Past visits' })
    .getByRole('row')
    .filter({ hasText: 'Gutter Cleaning' })
  await row.getByRole('button', { name: /^Proof/ }).click()
  await maya.getByRole('button', { name: /^Not as agreed/ }).click()
  const dialog = maya.getByRole('dialog', { name: 'Not as agreed' })
  await dialog.getByRole('button', { name: 'Not as agreed' }).click()
  await expect(dialog.getByText('What was not as agreed is required')).toBeVisible()
  await dialog.getByLabel('What was not as agreed').fill('The back gutter is still full.')
  await expectAccessible(maya)
  await picture(maya, info, 'dispute')
  await dialog.getByRole('button', { name: 'Not as agreed' }).click()
  await expect(dialog).toBeHidden()
  const proof = maya.getByRole('dialog', { name: 'Gutter Cleaning' })
  await expect(proof).toContainText('The back gutter is still full.')
  await maya.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(row).toContainText('Disputed')
  await expect(row).toContainText('Not charged')
  const open = maya.getByRole('region', { name: 'Not as agreed' })
  await open.getByLabel('Choose Photos').setInputFiles([PHOTO])
  await expect(open.getByRole('img')).toHaveCount(1)
  await expectAccessible(maya)
  await picture(maya, info, 'disputed-captain')

  // The vendor's phone shows it at once.
  const asked = curb.getByRole('region', { name: 'Not as agreed' })
  await expect(asked).toContainText('The back gutter is still full.')
  await expect(asked.getByRole('img')).toHaveCount(1)
  await asked.getByRole('button', { name: /^Answer/ }).click()
  const answer = curb.getByRole('dialog', { name: 'Answer' })
  await answer.getByLabel('What you did').fill('We came again and cleaned it.')
  await answer.getByRole('button', { name: 'Answer' }).click()
  await expect(said(curb, /The HOA representative will get an email/)).toBeVisible()
  await asked.getByLabel('Choose Photos').setInputFiles([PHOTO])
  await expect(asked.getByRole('img')).toHaveCount(2)
  await expectAccessible(curb)
  await picture(curb, info, 'disputed-vendor')

  await expect(open).toContainText('We came again and cleaned it.')
  await open.getByRole('button', { name: /^Settle/ }).click()
  await maya.getByRole('dialog', { name: 'Settle' }).getByRole('button', { name: 'Settle' }).click()
  await expect(said(maya, /^The visit counts\./)).toBeVisible()
  await expect(open).toBeHidden()
  await expect(row).toContainText('$95.00')
  await expect(asked).toBeHidden()
})

test('a vendor charges nothing for a visit that was not as agreed [Product 1.5]', async ({ browser }) => {
  const { maya, curb, email } = await bookedToday(browser, PHONE)
  await write(
    `update appointments set status = 'completed', scheduled_date = scheduled_date - 1,
       confirmed_date = confirmed_date - 1
     where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
  )
  await write(
    `insert into visit_disputes (appointment_id, building_id, vendor_id, words)
     select id, building_id, vendor_id, 'The back gutter is still full.' from appointments
     where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
  )
  await maya.goto('/home/services')
  const row = maya
    .getByRole('region', { name: 'Past visits' })
    .getByRole('row')
    .filter({ hasText: 'Gutter Cleaning' })
  await expect(row).toContainText('Disputed')
  await curb.goto('/vendor/appointments')
  const asked = curb.getByRole('region', { name: 'Not as agreed' })
  await asked.getByRole('button', { name: /^Don’t charge/ }).click()
  await curb
    .getByRole('dialog', { name: 'Don’t charge' })
    .getByRole('button', { name: 'Don’t charge' })
    .click()
  await expect(said(curb, /^The visit is not charged\./)).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(row.getByRole('cell').nth(-2)).toHaveText(/^Not charged/)
  await expect(row).toContainText('Not charged')
})
