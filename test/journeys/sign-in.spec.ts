import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { POWERS } from '../../src/domain/viewer.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsResident, arriveAsVendor, arriveBySigningIn, call, letIn } from './arrive.ts'
import { hold } from './intercept.ts'
import { test } from './journey.ts'
import { fill, home, openBrowser, PASSWORD, picture, signIn, signUpResident, unique } from './people.ts'
import { command } from './portal-data.ts'
import { expectShownFor } from './shown-for.ts'

const EXISTING =
  'Your building is already signed up for Stoop! Your HOA representative has been notified to confirm your access.'
const PENDING =
  "Your account is pending approval by your building captain. You'll receive an email once you're approved and can access member features."

const button = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Sign(ing)? in/i })

test('refusals of signing in are in the red box, and what is not filled in at its field [2.login.5] [2.login.6] [5.login.3] [8.sign-up.4]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const vendor = await arriveAsVendor(page)
  await call(page, 'accounts.signOut')
  await page.goto('/login')
  const box = page.getByRole('main').getByRole('alert')

  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]

  await button(page).click()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(email).toBeFocused()
  await fill(page, { Email: vendor.email })
  await page.getByLabel('Email').press('Enter')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(password).toBeFocused()
  await fill(page, { Email: 'nobody', Password: 'not the password' })
  await button(page).click()
  await expect(email).toHaveAccessibleDescription('Email must look like ana@example.com')
  await expect(email).toBeFocused()
  await expect(box).toHaveCount(0)
  await fill(page, { Email: vendor.email })
  await button(page).click()
  await expect(box).toHaveText('Invalid email or password')
  await expect(box).toHaveCSS('background-color', 'rgb(251, 233, 231)')
  await expect(page.getByLabel('Email')).toHaveValue(vendor.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await picture(page, info, 'login-refused')

  const held = await hold(page, 'accounts.signIn')
  await fill(page, { Password: PASSWORD })
  await button(page).dblclick()
  await expect(button(page)).toHaveText('Signing in...')
  await expect(button(page)).toBeDisabled()
  await expect(box).toBeHidden()
  await picture(page, info, 'login-busy')
  held.letGo()
  await page.waitForURL('**/vendor/dashboard')
  expect(held.calls()).toBe(1)
  await page.goBack()
  await expect(page).not.toHaveURL(/\/login/)
})

test('after too many attempts at one account even the right password has to wait', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const { email } = await arriveAsVendor(page)
  await call(page, 'accounts.signOut')
  for (let attempt = 1; attempt <= 10; attempt++) {
    const refused = await page.request.post('/api/trpc/accounts.signIn', {
      data: { email, password: 'a guess' },
    })
    expect(refused.status()).toBe(401)
  }
  await page.goto('/login')
  await fill(page, { Email: email, Password: PASSWORD })
  await button(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Too many attempts. Please wait a few minutes and try again.',
  )
  await picture(page, info, 'login-too-many')
})

test('input before hydration is not lost', async ({ browser }) => {
  const page = await openBrowser(browser)
  const { email } = await arriveAsVendor(page)
  await call(page, 'accounts.signOut')
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => {
    wake = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await asleep
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await fill(page, { Email: email })
  wake()
  await page.waitForLoadState()
  await fill(page, { Password: PASSWORD })
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await button(page).click()
  await page.waitForURL('**/vendor/dashboard')
})

test('signing in before hydration takes effect after it', async ({ browser }) => {
  const page = await openBrowser(browser)
  const { email } = await arriveAsVendor(page)
  await call(page, 'accounts.signOut')
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => {
    wake = resolve
  })
  await page.route(/\/assets\/(?!start-).*\.js$/, async (route) => {
    await asleep
    await route.continue()
  })
  const started = page.waitForRequest(/\/assets\/react-/)
  await page.goto('/login', { waitUntil: 'commit' })
  await started
  await fill(page, { Email: email, Password: PASSWORD })
  await button(page).click()
  await expect(page).toHaveURL(/\/login$/)
  wake()
  await page.waitForURL('**/vendor/dashboard')
  expect(addresses.filter((address) => address.includes(PASSWORD))).toEqual([])
})

test('the next resident of a known building is pending and signed out until accepted', async ({
  browser,
}, info) => {
  const maya = await openBrowser(browser)
  const captain = await arriveAsResident(maya, 'Maya')
  const ned = await openBrowser(browser)
  const email = `${unique('ned')}@example.com`

  await test.step('in any case and spacing, step 2 is the last one [4.wizard.6] [8.success.3] [9.time.6]', async () => {
    const shouted = ` ${captain.address.toUpperCase().replaceAll(' ', '  ')} `
    const at = { ...home('x'), 'Street Address': shouted, City: 'sEATTLE', State: 'wa' }
    const held = await hold(ned, 'accounts.signUpResident')
    const dialog = await signUpResident(ned, 'Ned', email, at)
    await expectShownFor(3000, dialog.getByRole('status').filter({ hasText: EXISTING }), {
      once: held.letGo,
    })
    await expect(dialog).toBeHidden()
    await expect(ned).toHaveURL(/\/signup$/)
    const next = ned.getByRole('region', { name: 'What comes next' })
    await expect(next).toContainText(`We sent it to ${email}`)
    await expect(next).toContainText('Your HOA representative confirms you.')
    await expect(ned.getByRole('heading', { name: 'What comes next' })).toBeFocused()
    await expectAccessible(ned)
    await picture(ned, info, 'what-comes-next')
    await next.getByRole('link', { name: 'Sign In' }).click()
    await expect(ned).toHaveURL(/\/login$/)
    await ned.goto('/home/dashboard')
    await expect(ned).toHaveURL(/\/login\?next=%2Fhome%2Fdashboard$/)
  })

  await test.step('signed in, he sees only the notice anywhere in the members’ area', async () => {
    await signIn(ned, email)
    for (const path of ['/home/dashboard', '/home/building', '/home/services', '/home/settings']) {
      await ned.goto(path)
      await expect(ned.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible()
      await expect(ned.getByText(PENDING, { exact: true })).toBeVisible()
      await expect(ned.getByText(`${captain.address}, `)).toBeVisible()
      await expect(ned.getByRole('main').getByRole('button')).toHaveText([
        'Send again',
        'Withdraw your request and close your account',
      ])
    }
    await expectAccessible(ned)
    await picture(ned, info, 'pending')
  })

  await test.step('the captain accepts him, and the notice disappears without a reload', async () => {
    await letIn(maya, { email, first_name: 'Ned', address: captain.address })
    await expect(ned.getByRole('heading', { name: 'Account Pending Approval' })).toBeHidden()
    await expect(ned).toHaveURL(/\/home\/settings$/)
  })

  await test.step('another one withdraws, and waits no more', async () => {
    const nora = await openBrowser(browser)
    const neighbor = await arriveAsResident(nora, 'Nora', captain.address)
    await arriveBySigningIn(nora, neighbor)
    await maya.goto('/home/building')
    const row = maya.getByRole('row').filter({ hasText: neighbor.email })
    await expect(row).toBeVisible()
    await nora.goto('/home/dashboard')
    await nora.getByRole('button', { name: 'Withdraw your request and close your account' }).click()
    const dialog = nora.getByRole('dialog', { name: 'Close your account?' })
    await fill(dialog, { 'Current Password': PASSWORD })
    await dialog.getByRole('button', { name: 'Close Account' }).click()
    await nora.waitForURL((url) => url.pathname === '/')
    await expect(row, 'the captain’s open page').toHaveCount(0)
  })
})

test('an imported building has its known data filled in, and its first resident becomes captain', async ({
  browser,
}, info) => {
  const number = unique('import')
  const file = join(info.outputPath(), '..', `${number}.csv`)
  const header = 'name,address,city,state,zip_code,number_of_floors,square_feet'
  writeFileSync(file, `${header}\nTHE ALDER,${number} MINOR AVE,SEATTLE,WA,98101,6,51976\n`)
  expect(await command('import', 'buildings', file)).toContain('1')

  const page = await openBrowser(browser)
  const dialog = await signUpResident(page, 'Iris', `${unique('iris')}@example.com`, home(number))
  await expect(dialog.getByRole('heading', { name: 'Tell Us About Your Building' })).toBeVisible()
  await expect(dialog.getByLabel('Number of Floors')).toHaveValue('6')
  await expect(dialog.getByLabel('Square Feet')).toHaveValue('51976')
  await expect(dialog.getByLabel('Number of Units')).toHaveValue('')
  await picture(page, info, 'resident-imported-building')

  // After a change of address the person's own input stays, and filled-in data goes.
  await fill(dialog, { 'Number of Units': '40' })
  await dialog.getByRole('button', { name: 'Back' }).click()
  await fill(dialog, { 'Street Address': `${unique('no')} Minor Ave` })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Number of Floors')).toHaveValue('')
  await expect(dialog.getByLabel('Number of Units')).toHaveValue('40')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await fill(dialog, { 'Street Address': `${number} minor ave` })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Complete Signup' }).click()
  await page.waitForURL('**/home/dashboard')
  const session = await (await page.request.get('/api/trpc/accounts.session')).json()
  expect(session.result.data).toMatchObject({
    role: 'captain',
    viewer: { powers: POWERS },
    building: { name: 'THE ALDER' },
  })
})
