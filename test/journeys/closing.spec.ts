import { expect } from '@playwright/test'
import { arriveAsVendor, call } from './arrive.ts'
import { hold } from './intercept.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'

test('a calendar address that is being made can’t be closed unseen [Product 1.7]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  await arriveAsVendor(page)
  await page.goto('/vendor/profile')
  await page
    .getByRole('region', { name: 'Subscribe to calendar' })
    .getByRole('button', { name: 'New address' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'New calendar address' })
  await dialog.getByLabel('Name').fill('My phone')
  const made = await hold(page, 'feeds.create')
  await dialog.getByRole('button', { name: 'Make Address' }).click()
  await expect.poll(made.calls).toBe(1)
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await picture(page, info, 'feed-being-made')
  made.letGo()
  const shown = page.getByRole('dialog', { name: 'Your calendar address' })
  await expect(shown.getByLabel('Address')).toHaveValue(/\/calendar\/.*\.ics$/)
})

test('a role that was chosen and left is not chosen the next time, and is sent once [Product 1.8]', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsVendor(page)
  const email = `${unique('ines')}@example.com`
  await call(page, 'team.invite', { full_name: 'Ines Duarte', email, vendor_role: 'office' })
  await page.goto('/vendor/profile')
  const open = page.getByRole('button', { name: 'Change role of Ines Duarte' })
  const dialog = page.getByRole('dialog', { name: 'Change the role of Ines Duarte' })
  await open.click()
  await dialog.getByRole('radio', { name: /^Crew/ }).check()
  await dialog.getByRole('button', { name: 'Keep as it is' }).click()
  await expect(dialog).toBeHidden()
  await open.click()
  await expect(dialog.getByRole('radio', { name: /^Office/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^Crew/ }).check()
  const changed = await hold(page, 'team.changeRole')
  await dialog
    .locator('form')
    .evaluate((form: { requestSubmit: () => void }) => [form.requestSubmit(), form.requestSubmit()].length)
  await expect.poll(changed.calls).toBe(1)
  changed.letGo()
  await expect(said(page, 'Ines is Crew now')).toBeVisible()
  expect(changed.calls()).toBe(1)
})
