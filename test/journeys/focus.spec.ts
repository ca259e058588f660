import { expect } from '@playwright/test'
import { arriveAsResident } from './arrive.ts'
import { breaking } from './intercept.ts'
import { test } from './journey.ts'
import { whyUnseen } from './keyboard-focus.ts'
import { openBrowser, said } from './people.ts'

// With real keys in each project: without a mouse, nobody may be sent to the top of the page.

test('a retry keeps the focus in its section', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  const mend = await breaking(page, 'members.list')
  await page.goto('/home/building')
  const members = page.getByRole('region', { name: 'Building Members' })
  const again = members.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await mend()
  await again.press('Enter')
  await expect(members.getByRole('row')).toHaveCount(2)
  await expect(members).toBeFocused()
})

test('after a failed sign-out, and after a dismissed notification, the focus returns to where it was', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.goto('/home/building')
  // The whole journey in one test, so nothing comes between two keys.
  await expect(page.getByRole('region', { name: 'Building Members' }).getByRole('row')).toHaveCount(2)
  const menu = page.getByRole('button', { name: 'Menu' })
  await breaking(page, 'accounts.signOut')
  await menu.press('Enter')
  // The menu focuses its first entry a moment after it opens, and would receive an earlier key.
  await expect(page.getByRole('navigation').getByRole('link').first()).toBeFocused()
  await page.getByRole('button', { name: 'Sign Out' }).press('Enter')
  const notice = said(page, 'You are still signed in.')
  await expect(notice).toBeVisible()
  await expect(menu).toBeFocused()

  const dismiss = notice.getByRole('button', { name: 'Dismiss' })
  await dismiss.focus()
  await page.keyboard.press('Shift+Tab')
  const before = await page.locator(':focus').elementHandle()
  await page.keyboard.press('Tab')
  await expect(dismiss).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice).toBeHidden()
  await expect.poll(() => before?.evaluate((element) => element.matches(':focus'))).toBe(true)
})

test('a save button gets the focus back afterwards, or its form when there is nothing left to save', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.goto('/home/settings')
  const mend = await breaking(page, 'profiles.update')
  await page.getByLabel('First Name').fill('Mia')
  const profile = page.getByRole('region').filter({ has: page.getByLabel('First Name') })
  const save = profile.getByRole('button', { name: 'Save Changes' })
  await save.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(save).toBeFocused()
  await mend()
  await page.keyboard.press('Enter')
  await expect(save).toBeDisabled()
  await expect(profile).toBeFocused()
})

test('the tabs of a dialog keep the focus, and its title never covers the focused element', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await page.goto('/signup')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Homeowner' }).press('Enter')
  const signIn = dialog.getByRole('tab', { name: 'Sign in' })
  const signUp = dialog.getByRole('tab', { name: 'Sign up' })
  await signUp.press('ArrowLeft')
  await expect(signIn).toBeFocused()
  await dialog.getByRole('button', { name: 'Sign In' }).press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await signIn.press('ArrowRight')
  await expect(signUp).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(signIn).toBeFocused()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Vendor' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Create Vendor Account' })).toBeVisible()
  await dialog.getByLabel('Confirm Password').press('Tab')
  const link = dialog.getByRole('link', { name: 'Sign in' })
  for (let stops = 0; stops < 30 && !(await link.evaluate((a) => a.matches(':focus'))); stops += 1)
    await page.keyboard.press('Shift+Tab')
  await expect(link).toBeFocused()
  await expect.poll(() => whyUnseen(link)).toBe('')
})
