import { expect, type Page } from '@playwright/test'
import { arriveAsResident, arriveAsVendor, arriveBySigningIn, call, type Person } from './arrive.ts'
import { test } from './journey.ts'
import { fill, goByMenu, home, openBrowser, PASSWORD, said, unique } from './people.ts'

const stored = (page: Page) => page.evaluate<string>('JSON.stringify({ ...sessionStorage })')

/** As if the session had ended: by its age, or from another device. */
const endSession = (page: Page) => page.context().clearCookies({ name: /session/ })

const TEXT = 'Clear the walks by 7am, and salt the steps'

/** The request for snow removal, with a description. */
async function describeRequest(page: Page) {
  await page.goto('/home/services')
  await page.getByRole('button', { name: '+ Add Service' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Snow Removal/ }).click()
  await dialog.getByLabel('Service Description').fill(TEXT)
  await dialog.getByLabel('Desired Start Date').fill('2099-01-04')
  return dialog
}

test('a session that ends under a request keeps what was typed, and signing in brings it back', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  const vendor = await openBrowser(browser)
  await arriveAsVendor(vendor)
  const maya = await arriveAsResident(page, 'Maya')
  const dialog = await describeRequest(page)
  await endSession(page)
  await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await fill(page, { Email: maya.email, Password: PASSWORD })
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/home\/services$/)

  await expect(dialog.getByLabel('Service Description')).toHaveValue(TEXT)
  await expect(dialog.getByLabel('Desired Start Date')).toHaveValue('2099-01-04')
  await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
  await expect(said(page, /^Quote requests sent to [1-9]\d* vendors!$/)).toBeVisible()
  expect(await stored(page)).not.toContain(TEXT)
})

test('the same in the settings; another person and a sign-out find nothing of it', async ({ browser }) => {
  const page = await openBrowser(browser)
  const maya = await arriveAsResident(page, 'Maya')
  const interrupted = async () => {
    await page.goto('/home/settings')
    await page.getByLabel('First Name').fill('Mayumi')
    await page.getByLabel('Current Password').fill('my secret')
    await endSession(page)
    await page.getByRole('button', { name: 'Save Changes' }).first().click()
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    expect(await stored(page)).toContain('Mayumi')
    expect(await stored(page)).not.toContain('my secret')
  }

  await interrupted()
  await arriveBySigningIn(page, maya)
  await page.reload()
  await expect(page).toHaveURL(/\/home\/settings$/)
  await expect(page.getByLabel('First Name')).toHaveValue('Mayumi')
  // Chosen to be lost.
  await page.getByRole('link', { name: 'Stoop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => stored(page)).not.toContain('Mayumi') // the form goes a moment after the address

  await interrupted()
  const iris = await arriveAsResident(page, 'Iris') // signs in
  await page.goto('/home/settings')
  await expect(page.getByLabel('First Name')).toHaveValue(iris.first_name)
  expect(await stored(page)).not.toContain('Mayumi')

  await page.getByLabel('First Name').fill('Irina')
  await expect.poll(() => stored(page)).toContain('Irina')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
  await expect.poll(() => stored(page)).not.toContain('Irina')
})

/** Presses this after the session has ended, signs in again, and finds the dialog as it was. */
async function interrupt(page: Page, person: Person, { name, button }: { name: string; button: string }) {
  const dialog = page.getByRole('dialog', { name })
  await endSession(page)
  await dialog.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await fill(page, { Email: person.email, Password: PASSWORD })
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog).toBeVisible()
  return dialog
}

test('the same in dialogs: of the building, of its access notes, of a calendar address', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  const maya = await arriveAsResident(page, 'Maya')
  const save = (name: string) => ({ name, button: 'Save Changes' })

  await test.step('Edit Building', async () => {
    await page.goto('/home/building')
    await page.getByRole('button', { name: 'Edit Building' }).click()
    await fill(page.getByRole('dialog'), { 'Building Name': 'The Alder House' })
    await page.getByRole('dialog').getByLabel('Nobody comes on federal holidays').check()
    const dialog = await interrupt(page, maya, save('Edit Building'))
    await expect(dialog.getByLabel('Building Name')).toHaveValue('The Alder House')
    await expect(dialog.getByLabel('Nobody comes on federal holidays')).toBeChecked()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(said(page, 'Building updated successfully')).toBeVisible()
    await expect.poll(() => stored(page)).not.toContain('The Alder House')
  })

  await test.step('access notes', async () => {
    await page.getByRole('button', { name: 'Add Access Notes' }).click()
    await fill(page.getByRole('dialog'), { 'Access notes': 'The side gate, code 4471#' })
    const dialog = await interrupt(page, maya, save('Access Notes'))
    await expect(dialog.getByLabel('Access notes')).toHaveValue('The side gate, code 4471#')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(said(page, 'Access notes saved')).toBeVisible()
    await expect.poll(() => stored(page)).not.toContain('4471')
  })

  await test.step('the name of a calendar address; the address itself is never kept', async () => {
    await page.goto('/home/settings')
    await page.getByRole('button', { name: 'New address' }).click()
    await fill(page.getByRole('dialog'), { Name: 'The tablet in the hall' })
    const dialog = await interrupt(page, maya, { name: 'New calendar address', button: 'Make Address' })
    await expect(dialog.getByLabel('Name')).toHaveValue('The tablet in the hall')
    await dialog.getByRole('button', { name: 'Make Address' }).click()
    const made = page.getByRole('dialog', { name: 'Your calendar address' })
    const address = await made.getByRole('textbox', { name: 'Address' }).inputValue()
    await expect.poll(() => stored(page)).not.toContain('The tablet in the hall')
    expect(await stored(page)).not.toContain(address)
    await page.reload()
    await expect(page.getByRole('list', { name: 'Calendar addresses' })).toContainText(
      'The tablet in the hall',
    )
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('a sign-out in another tab leaves no door code behind', async () => {
    await goByMenu(page, 'Manage Building')
    await page.getByRole('button', { name: 'Edit Access Notes' }).click()
    await fill(page.getByRole('dialog'), { 'Access notes': 'The side gate, code 9020#' })
    await expect.poll(() => stored(page)).toContain('9020')
    const other = await page.context().newPage()
    await other.goto('/home/dashboard')
    await other.getByRole('button', { name: 'Menu' }).click()
    await other.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(() => stored(page)).not.toContain('9020')
  })
})

test('a reload keeps a request, and a dialog that was closed stays closed', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsVendor(await openBrowser(browser))
  await arriveAsResident(page, 'Maya')
  const dialog = await describeRequest(page)
  await page.reload()
  await expect(dialog.getByLabel('Service Description')).toHaveValue(TEXT)
  await expect(dialog.getByLabel('End Date')).toHaveValue('2100-01-04')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Services (0)' })).toBeVisible()
  await expect(dialog).toBeHidden()
  // A service's draft is there when the service is chosen again.
  await page.getByRole('button', { name: '+ Add Service' }).click()
  await dialog.getByRole('button', { name: /Snow Removal/ }).click()
  await expect(dialog.getByLabel('Service Description')).toHaveValue(TEXT)
})

test('a reload keeps what was typed to sign up, but no password', async ({ browser }) => {
  const page = await openBrowser(browser)
  const dialog = page.getByRole('dialog')
  const passwords = { Password: PASSWORD, 'Confirm Password': PASSWORD }
  const email = `${unique('vera')}@example.com`

  await test.step('as a vendor, with the services', async () => {
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Vendor' }).click()
    await fill(dialog, {
      'First Name': 'Vera',
      'Last Name': 'Olsen',
      'Company Name': 'Evergreen Grounds',
      ...home('88'),
      Email: email,
      Phone: '2065550142',
      ...passwords,
    })
    await dialog.getByRole('button', { name: 'Next: Select Services' }).click()
    await dialog.getByRole('checkbox', { name: 'Snow Removal' }).check()
    expect(await stored(page)).not.toContain(PASSWORD)
    await page.reload()
    await expect(dialog.getByRole('heading', { name: 'Create Vendor Account' })).toBeVisible()
    await expect(dialog.getByLabel('Company Name')).toHaveValue('Evergreen Grounds')
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('')
    await expect(dialog.getByLabel('Confirm Password')).toHaveValue('')
    await fill(dialog, passwords)
    await dialog.getByRole('button', { name: 'Next: Select Services' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Snow Removal' })).toBeChecked()
  })

  await test.step('as a resident, over all steps', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Homeowner' }).click()
    await fill(dialog, { 'First Name': 'Maya', 'Last Name': 'Rivera', Email: email, ...passwords })
    await dialog.getByRole('button', { name: 'Next: Building Info' }).click()
    const address = home(unique('no'))
    await fill(dialog, { ...address, 'Unit Number': '4C' })
    await page.reload()
    await expect(dialog.getByLabel('Last Name')).toHaveValue('Rivera')
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('')
    await fill(dialog, passwords)
    await dialog.getByRole('button', { name: 'Next: Building Info' }).click()
    await expect(dialog.getByLabel('Street Address')).toHaveValue(address['Street Address'])
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await fill(dialog, { 'Number of Units': '12' })
    await dialog.getByRole('button', { name: 'Complete Signup' }).click()
    await page.waitForURL('**/home/dashboard')
    expect(await stored(page)).not.toContain('Rivera')
    await call(page, 'accounts.signOut')
    await page.goto('/signup')
    await expect(dialog).toBeHidden()
  })
})
