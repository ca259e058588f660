import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookedToday, PHONE } from './booked-today.ts'
import { test } from './journey.ts'
import { picture, said } from './people.ts'
import { write } from './portal-data.ts'

test('a resident rates a visit, changes their mind, and takes it back [Product 1.5]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { maya, email } = await bookedToday(browser, PHONE)
  // Yesterday, where it is in the list of past visits.
  await write(
    `update appointments set status = 'completed', scheduled_date = scheduled_date - 1, confirmed_date = confirmed_date - 1
     where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
  )
  await maya.goto('/home/services')
  const open = maya.getByRole('button', { name: /^Proof: Gutter Cleaning/ })
  await open.click()
  const dialog = maya.getByRole('dialog', { name: 'Gutter Cleaning' })
  await expect(dialog).toContainText('Nobody has rated this visit yet.')
  await dialog.getByRole('button', { name: 'Save Rating' }).click()
  await expect(dialog.getByText('Please choose thumbs up or down')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Thumbs up' }).check()
  await dialog.getByLabel('Comment').fill('Every gutter is clean.')
  await expectAccessible(maya)
  await picture(maya, info, 'rating')
  await dialog.getByRole('button', { name: 'Save Rating' }).click()
  await expect(said(dialog, 'Your rating is saved')).toBeVisible()
  const ratings = dialog.getByRole('region', { name: 'Ratings' })
  await expect(ratings.getByRole('listitem')).toHaveText(/You\s*Every gutter is clean\./)
  await dialog.getByRole('radio', { name: 'Thumbs down' }).check()
  await dialog.getByRole('button', { name: 'Save Rating' }).click()
  await expect(ratings.getByRole('listitem').getByRole('img', { name: 'Thumbs down' })).toBeVisible()
  await expectAccessible(maya)
  await picture(maya, info, 'rating-saved')
  await dialog.getByRole('button', { name: 'Remove Rating' }).click()
  await expect(dialog).toContainText('Nobody has rated this visit yet.')
  await maya.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})
