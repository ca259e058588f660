import { expect, type Page } from '@playwright/test'
import { arriveAsResident, letIn } from './arrive.ts'
import { hold } from './intercept.ts'
import { test } from './journey.ts'
import { openBrowser } from './people.ts'

// The Back of a phone: its button, its gesture, or the browser's arrow.

const path = (page: Page) => new URL(page.url()).pathname

test('Back closes what is open above a page, one after the other, and then leaves the page', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  const captain = await arriveAsResident(page, 'Maya')
  await page.goto('/home/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/home/services')
  const add = page.getByRole('button', { name: '+ Add Service' })
  const dialog = page.getByRole('dialog')

  await test.step('a dialog', async () => {
    await add.click()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    expect(path(page)).toBe('/home/services')
  })

  await test.step('the menu; its links lead on, and Back from there leads here', async () => {
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    expect(path(page)).toBe('/home/services')
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    await page.goBack()
    await expect(add).toBeVisible()
    await expect(menu).toBeHidden()
  })

  await test.step('after a dialog was closed otherwise, Back leaves the page', async () => {
    for (const _ of [1, 2]) {
      await add.click()
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect.poll(() => page.evaluate('history.state.dialogs ?? 0')).toBe(0)
    }
    await page.goBack()
    await expect(page).toHaveURL(/\/home\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('a question, which is then not answered by yes', async () => {
    const other = await openBrowser(browser)
    await letIn(page, await arriveAsResident(other, 'Ned', captain.address))
    await page.goto('/home/building')
    await page.getByRole('button', { name: 'Remove Ned Rivera' }).click()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Remove Ned Rivera' })).toBeVisible()
    expect(path(page)).toBe('/home/building')
  })

  await test.step('not a dialog that is being sent', async () => {
    const held = await hold(page, 'members.add')
    await page.getByRole('button', { name: 'Add Tenant' }).click()
    await dialog.getByLabel('Full Name').fill('Pia Ito')
    await dialog.getByLabel('Email').fill('pia@example.com')
    await dialog.getByLabel('Unit Number').fill('2')
    await dialog.getByLabel('Role').selectOption({ label: 'Tenant' })
    await dialog.getByRole('button', { name: 'Add Tenant' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.goBack()
    await expect.poll(() => page.evaluate('history.state.dialogs')).toBe(1)
    await expect(dialog).toBeVisible()
    held.letGo('Please try again.')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled()
    await page.goBack()
    await expect(dialog).toBeHidden()
    expect(path(page)).toBe('/home/building')
  })
})

test('Back closes the dialogs of signing up, also after a reload', async ({ browser }) => {
  const page = await openBrowser(browser)
  await page.goto('/')
  await page.getByRole('link', { name: 'Join' }).first().click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Homeowner' }).click()
  await dialog.getByLabel('First Name').fill('Maya')
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(path(page)).toBe('/signup')

  await page.getByRole('button', { name: 'Homeowner' }).click()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Maya')
  await page.reload()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Maya')
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(path(page)).toBe('/signup')
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('Back asks before unsaved edits are lost, and staying keeps both page and edits', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.goto('/home/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('First Name').fill('Mayumi')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/home\/settings$/)
  await expect(page.getByLabel('First Name')).toHaveValue('Mayumi')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/home\/dashboard$/)
})
