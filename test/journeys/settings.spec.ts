import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { formatLongDate, today } from '../../src/domain/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany, arriveWithNeighbor } from './arrive.ts'
import { breaking } from './intercept.ts'
import { test } from './journey.ts'
import { fill, goByMenu, home, openBrowser, PASSWORD, picture, said, signIn, unique } from './people.ts'
import { expectShownFor } from './shown-for.ts'

const NEW = 'a-brand-new-one'
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const passwords = (current: string, next: string, again = next) => ({
  'Current Password': current,
  'New Password': next,
  'Confirm New Password': again,
})

test('a resident edits their profile', async ({ browser }, info) => {
  const page = await openBrowser(browser)
  await arriveAsCaptain(page, 'Rita', `${unique('rita')}@example.com`, home(unique('no')))

  await test.step('data that fails to load shows an error and is retried [8.settings.1] [8.silent.1]', async () => {
    await page.goto('/home/services')
    const mend = await breaking(page, 'profiles.get')
    await goByMenu(page, 'Settings')
    await expect(page.getByRole('alert')).toContainText('Failed to load profile data')
    await expectAccessible(page)
    await mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('Rita')
  })

  await test.step('the page shows the account [2.account.3] [2.account.4] [2.account.6] [9.default.2]', async () => {
    await expect(page.getByText('Homeowner/Resident')).toBeVisible()
    const day = formatLongDate(today(new Date(), 'America/Los_Angeles'))
    await expect(page.getByText(day, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Unit Number')).toHaveValue('4C')
    await expect(save(page)).toBeDisabled()
    await picture(page, info, 'account-settings')
    await expectAccessible(page)
  })

  await test.step('errors are beside their fields, and no input is lost [8.settings.2]', async () => {
    await fill(page, { 'First Name': ' ', Phone: '20655' })
    await save(page).click()
    await expect(page.getByText('First Name is required')).toBeVisible()
    await expect(page.getByText('Phone must have 10 digits')).toBeVisible()
    await expect(page.getByLabel('First Name')).toBeFocused()
    await picture(page, info, 'account-settings-refused')
    await expectAccessible(page)
    const mend = await breaking(page, 'profiles.update')
    await fill(page, { 'First Name': 'Margarita', Phone: '2065550188' })
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('Failed to update profile')
    await expect(page.getByLabel('First Name')).toHaveValue('Margarita')
    await mend()
  })

  await test.step('leaving with unsaved edits asks for confirmation [2.account.7]', async () => {
    await goByMenu(page, 'Dashboard')
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('Margarita')
  })

  await test.step('a saved profile appears everywhere immediately [1.bar-update] [2.account.1] [8.success.6] [9.time.3]', async () => {
    const notice = said(page, 'Profile updated successfully!')
    await expectShownFor(3000, notice, { once: () => save(page).click() })
    await expect(page.getByLabel('Phone')).toHaveValue('(206) 555-0188')
    await expect(page.getByRole('banner').getByText('Margarita')).toBeAttached()
    await expect(save(page)).toBeDisabled()
  })

  await test.step('input that is changed back during a save stays, even when the event arrives before the response', async () => {
    const [typedBack, heardOf] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const path = '**/api/trpc/*profiles.update*'
    await page.route(path, async (route) => {
      await typedBack.promise
      const response = await route.fetch()
      await heardOf.promise
      await route.fulfill({ response })
    })
    await fill(page, { 'First Name': 'Greta' })
    const sent = page.waitForRequest(path)
    await page.keyboard.press('Enter')
    await sent
    await fill(page, { 'First Name': 'Margarita' })
    typedBack.resolve()
    await expect(page.getByRole('banner').getByText('Greta')).toBeAttached()
    await expect(page.getByLabel('First Name')).toHaveValue('Margarita')
    heardOf.resolve()
    await expect(said(page, 'Profile updated successfully!')).toBeVisible()
    await expect(save(page)).toBeEnabled()
    await expect(page.getByLabel('First Name')).toHaveValue('Margarita')
  })
})

test('a photo appears in the bar, and can be removed [1.photo] [2.account.5]', async ({ browser }, info) => {
  const page = await openBrowser(browser)
  await arriveAsCaptain(page, 'Piet', `${unique('piet')}@example.com`, home(unique('no')))
  await goByMenu(page, 'Settings')
  const bar = page.getByRole('banner').locator('img')
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /(Upload|Change) Photo/ }).click()
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  await choose('rules.pdf', 'application/pdf', Buffer.from('%PDF'))
  await expect(said(page, 'A photo must be a JPG or PNG picture')).toBeVisible()
  await choose('large.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1))
  await expect(said(page, 'A photo can have at most 5 MB')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await choose('goose.jpg', 'image/jpeg', readFileSync('src/web/public/images/goose.jpg'))
  await expect(said(page, 'Photo updated successfully!')).toBeVisible()
  await expect(bar).toHaveAttribute('src', /^\/photos\/.*\.jpg$/)
  await expect(bar).toHaveJSProperty('naturalWidth', 512)
  await picture(page, info, 'account-settings-photo')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(bar).toHaveCount(0)
})

test('a resident changes their password', async ({ browser }, info) => {
  const [page, other] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const email = `${unique('wanda')}@example.com`
  await arriveAsCaptain(page, 'Wanda', email, home(unique('no')))
  await signIn(other, email)
  await goByMenu(page, 'Settings')
  await expect(page.getByText('Changing it signs you out everywhere else.')).toBeVisible()

  await test.step('the password form checks the match, then the length, then the current password [2.account.2] [8.settings.3-5] [8.success.7]', async () => {
    const update = page.getByRole('button', { name: 'Update Password' })
    await fill(page, passwords(PASSWORD, 'short', 'other'))
    await update.click()
    await expect(said(page, 'New passwords do not match')).toBeVisible()
    await fill(page, passwords(PASSWORD, 'short'))
    await update.click()
    await expect(said(page, 'New password must be at least 6 characters')).toBeVisible()
    await fill(page, passwords('not this one', NEW))
    await update.click()
    await expect(said(page, 'Failed to update password')).toBeVisible()
    await expect(page.getByText('Current Password is not right')).toBeVisible()
    await expect(page.getByLabel('Current Password')).toBeFocused()
    await picture(page, info, 'account-settings-password')
    await expectAccessible(page)
    await fill(page, { 'Current Password': PASSWORD })
    const notice = said(page, 'Password updated successfully!')
    await expectShownFor(3000, notice, { once: () => update.click() })
    await expect(page.getByLabel('Current Password')).toHaveValue('')
  })

  await test.step('this session stays, and the other one ends', async () => {
    await page.reload()
    await expect(page.getByLabel('First Name')).toHaveValue('Wanda')
    await other.reload()
    await other.waitForURL('**/login?next=*')
  })
})

type Box = { clientHeight: number; scrollHeight: number; scrollTop: number; parentElement: Box | null }

/** Runs in the page: scrolls the box around an element. Returns its height and how far it scrolled. */
function scrollAround(inside: unknown): number[] {
  let box = inside as Box | null
  while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement
  if (!box) return []
  box.scrollTop = 10
  return [box.clientHeight, box.scrollTop]
}

const treeCare = (page: Page) => page.getByRole('checkbox', { name: 'Tree Care' })
const saved = (page: Page) => page.getByRole('button', { name: 'Saved' })

test('a vendor edits profile and services, and must confirm before edits are lost', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const company = unique('branch')
  await arriveAsCompany(page, company, `${company}@example.com`, ['Snow Removal'])

  await test.step('the form shows what is saved, and detects an edit and its reversal [2.vendor-settings.1] [2.vendor-settings.3] [2.vendor-settings.5] [2.vendor-settings.7] [2.vendor-settings.8] [9.layout.5]', async () => {
    await goByMenu(page, 'Profile')
    await expect(page.getByText('Manage your profile and service offerings')).toBeVisible()
    await expect(page.getByLabel('Company Name')).toHaveValue(company)
    const winter = page.getByRole('group', { name: 'Snow and Ice' })
    await expect(winter.getByRole('checkbox', { name: 'Snow Removal' })).toBeChecked()
    await expect(page.getByRole('group', { name: 'Landscaping' }).getByLabel('Tree Care')).not.toBeChecked()
    expect(await winter.evaluate(scrollAround)).toEqual([400, 10])
    await expect(saved(page)).toBeDisabled()
    await picture(page, info, 'vendor-settings')
    await expectAccessible(page)
    await treeCare(page).check()
    await expect(save(page)).toBeEnabled()
    await treeCare(page).uncheck()
    await expect(saved(page)).toBeDisabled()
    await fill(page, { City: 'Tacoma' })
    await expect(save(page)).toBeEnabled()
    await fill(page, { City: 'Seattle' })
    await expect(saved(page)).toBeDisabled()
  })

  await test.step('leaving with edits asks for confirmation, in the portal and by the browser [2.vendor-settings.6]', async () => {
    await fill(page, { 'Company Name': `${company} & Sons` })
    await goByMenu(page, 'Dashboard')
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await expect(question).toContainText('Leave this page without saving them?')
    await picture(page, info, 'unsaved-changes')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/vendor\/profile$/)
    await expect(page.getByLabel('Company Name')).toHaveValue(`${company} & Sons`)
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const warning = await asked
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()
    await closing
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Company Name')).toHaveValue(`${company} & Sons`)
    await goByMenu(page, 'Dashboard')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/vendor\/dashboard$/)
    await goByMenu(page, 'Profile')
    await expect(page.getByLabel('Company Name')).toHaveValue(company)
  })
})

test('errors in a vendor’s settings are beside their fields, and no input is lost [8.settings.6]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  await arriveAsCompany(page, unique('wrong'), `${unique('wrong')}@example.com`, ['Snow Removal'])
  await page.goto('/vendor/profile')
  await fill(page, { 'Zip Code': '981', 'First Name': '' })
  await treeCare(page).check()
  await save(page).click()
  await expect(page.getByText('First Name is required')).toBeVisible()
  await expect(page.getByText('Zip Code must be 5 digits')).toBeVisible()
  await picture(page, info, 'vendor-settings-refused')
  await expectAccessible(page)
  await fill(page, { 'Zip Code': '98104', 'First Name': 'Verena' })
  const mend = await breaking(page, 'vendors.update')
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save settings' })).toBeVisible()
  await expect(treeCare(page)).toBeChecked()
  await mend()
})

test('a vendor gets the requests of the services they offer', async ({ browser }) => {
  const [captain, page] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const street = home(unique('no'))
  await arriveAsCaptain(captain, 'Cleo', `${unique('cleo')}@example.com`, street)
  await captain.goto('/home/services')
  await captain.getByRole('button', { name: '+ Add Service' }).click()
  await captain.getByRole('dialog').getByRole('button', { name: 'Tree Care' }).click()
  const form = captain.getByRole('dialog', { name: 'Request Quotes for Tree Care' })
  const day = today(new Date(), 'America/Los_Angeles')
  await fill(form, { 'Service Description': 'Prune the maples', 'Desired Start Date': day })
  await form.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
  await expect(form).toBeHidden()

  const company = unique('branch')
  await arriveAsCompany(page, company, `${company}@example.com`, ['Snow Removal'])
  await page.goto('/vendor/profile')
  await fill(page, { 'First Name': 'Verena' })
  await treeCare(page).check()

  await test.step('all services are saved together; the open request of the new type can be quoted [4.settings.4] [8.success.8]', async () => {
    const notice = said(page, 'All settings saved successfully!')
    await expectShownFor(3000, notice, { once: () => save(page).click() })
    await expect(saved(page)).toBeDisabled()
    await page.goto('/vendor/quotes?tab=needs_quote')
    const card = page.getByRole('article').filter({ hasText: street['Street Address'] })
    await expect(card).toContainText('Tree Care')
    await page.goto('/vendor/profile')
    await expect(page.getByLabel('First Name')).toHaveValue('Verena')
    await treeCare(page).uncheck()
    await save(page).click()
    await expect(said(page, 'All settings saved successfully!')).toBeVisible()
    await page.goto('/vendor/quotes?tab=needs_quote')
    await expect(page.getByRole('tab', { name: /Needs Quote/ })).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})

test('a vendor changes the password, on the narrowest phone, too', async ({ browser }, info) => {
  const page = await openBrowser(browser)
  await arriveAsCompany(page, unique('narrow'), `${unique('narrow')}@example.com`, ['Snow Removal'])

  await test.step('the password section shows the server’s message [2.vendor-settings.4] [8.settings.7]', async () => {
    await page.goto('/vendor/profile')
    await expect(page.getByText('Changing it signs you out everywhere else.')).toBeVisible()
    await fill(page, passwords('not this one', NEW))
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription(
      'Current Password is not right',
    )
    const mend = await breaking(page, 'accounts.changePassword')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update password' })).toBeVisible()
    await mend()
    await fill(page, { 'Current Password': PASSWORD })
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(said(page, 'Password updated successfully!')).toBeVisible()
  })

  await test.step('nothing is wider than the narrowest phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.reload()
    await expect(page.getByLabel('Company Name')).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await picture(page, info, 'vendor-settings-320')
    await expectAccessible(page)
  })
})

test('an account can be closed, with the password', async ({ browser }, info) => {
  const { maya, ned, neighbor } = await arriveWithNeighbor(browser)
  const question = (page: Page) => page.getByRole('dialog', { name: 'Close your account?' })
  const close = async (page: Page, password: string) => {
    await fill(question(page), { 'Current Password': password })
    await question(page).getByRole('button', { name: 'Close Account' }).click()
  }

  await maya.goto('/home/settings')
  await maya.getByRole('button', { name: 'Close Account' }).click()
  await close(maya, PASSWORD)
  await expect(said(question(maya), 'Hand over first')).toBeVisible()
  await maya.keyboard.press('Escape')
  await maya.goto('/home/building')
  const row = maya.getByRole('row').filter({ hasText: neighbor.email })
  await expect(row).toBeVisible()

  await ned.goto('/home/settings')
  await expect(ned.getByText('stays with your building, without your name')).toBeVisible()
  await picture(ned, info, 'close-account')
  const stored = () => ned.evaluate<string>('JSON.stringify({ ...sessionStorage })')
  await ned.getByLabel('First Name').fill('Nedward')
  await expect.poll(stored, 'a draft').toContain('Nedward')
  await ned.getByRole('button', { name: 'Close Account' }).click()
  await expect(question(ned)).toContainText('This can’t be undone.')
  await expectAccessible(ned)
  await close(ned, 'not the password')
  await expect(question(ned).getByText('Current Password is not right')).toBeVisible()
  await picture(ned, info, 'close-account-refused')
  await close(ned, PASSWORD)
  await ned.waitForURL((url) => url.pathname === '/')
  await expect(ned.getByRole('main').getByRole('link', { name: 'Join' })).toBeVisible()
  expect(await stored()).not.toContain('Nedward')
  await expect(row, 'the captain’s open page').toHaveCount(0)
  await ned.goto('/login')
  await fill(ned, { Email: neighbor.email, Password: PASSWORD })
  await ned.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(said(ned, 'Invalid email or password')).toBeVisible()
})
