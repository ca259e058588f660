import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { codeFor } from '../authenticator.ts'
import { mailsTo } from '../mail-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsAdmin, arriveAsResident, arriveAsVendor, arriveBySigningIn } from './arrive.ts'
import { test } from './journey.ts'
import { fill, openBrowser, PASSWORD, picture, said, signIn } from './people.ts'
import { MAIL } from './portal-data.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Sign-in & Security' })
const button = (inside: Page | Locator, name: string) => inside.getByRole('button', { name, exact: true })

/** Types the password in the dialog that a change opens. */
async function prove(page: Page, action: string, fields: Record<string, string> = {}): Promise<void> {
  const dialog = page.getByRole('dialog')
  await fill(dialog, { ...fields, 'Current Password': PASSWORD })
  await button(dialog, action).click()
}

async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const texts = await codes.allTextContents()
  await button(dialog, 'I Have Saved Them').click()
  await expect(dialog).toBeHidden()
  return texts
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('navigation').getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** The password step of signing in, on the way to an address. */
async function enterPassword(page: Page, email: string, address = '/login'): Promise<void> {
  await page.goto(address)
  await fill(page, { Email: email, Password: PASSWORD })
  await button(page.getByRole('main'), 'Sign In').click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

/** A browser at the portal's name, since passkeys don't work at a number, with a device that keeps passkeys. */
async function openBrowserWithDevice(browser: Browser): Promise<Page> {
  const { port } = new URL(process.env.JOURNEY_ORIGIN ?? `http://127.0.0.1:${process.env.JOURNEY_PORT}`)
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` })
  const page = await context.newPage()
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

test('a passkey is added, signs in without the password, and is removed', async ({ browser }, info) => {
  const page = await openBrowserWithDevice(browser)
  const { email } = await arriveAsResident(page, 'Pasha')
  await page.goto('/home/settings')
  await expect(panel(page)).toBeVisible()

  await test.step('with a name, and the recovery codes of a first factor', async () => {
    await button(panel(page), 'Add a passkey').click()
    await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await prove(page, 'Add Passkey', { Name: 'My laptop' })
    await keepCodes(page)
    await expect(panel(page).getByRole('list', { name: 'Passkeys' })).toContainText('My laptop')
    await expect(panel(page).getByText('not used yet')).toBeVisible()
    await expectAccessible(page)
    await picture(page, info, 'settings-security')
    await expect.poll(() => mailsTo(MAIL, email).join()).toContain('‘My laptop’ was added')
  })

  await test.step('it signs in', async () => {
    await signOut(page)
    await page.goto('/home/settings')
    await button(page, 'Use a passkey').click()
    await page.waitForURL('**/home/settings')
    await expect(panel(page).getByText(/last used/)).toBeVisible()
  })

  await test.step('after the password it is asked for, too', async () => {
    await signOut(page)
    await enterPassword(page, email, '/home/building?from=mail#documents')
    await button(page, 'Use a passkey').click()
    await page.waitForURL('**/home/building?from=mail#documents')
  })

  await test.step('removed, it no longer signs in, and the password alone does', async () => {
    await page.goto('/home/settings')
    await button(panel(page), 'Remove My laptop').click()
    await prove(page, 'Remove')
    await expect(panel(page).getByRole('list', { name: 'Passkeys' })).toBeHidden()
    await signOut(page)
    await page.goto('/login')
    await button(page, 'Use a passkey').click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'This passkey is not known here. Please sign in with your password.',
    )
    await signIn(page, email)
  })
})

test('an authenticator app asks for its code after the password; a recovery code works once', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const { email } = await arriveAsVendor(page)
  await page.goto('/vendor/profile')
  await button(panel(page), 'Set up').click()
  await prove(page, 'Continue')
  const dialog = page.getByRole('dialog', { name: 'Scan this code' })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const key = await dialog.getByLabel('Key').inputValue()
  await expectAccessible(page, '[role=dialog]')
  await picture(page, info, 'settings-authenticator')
  await fill(dialog, { 'Authenticator Code': '000000' })
  await button(dialog, 'Turn On').click()
  await expect(dialog.getByText('This code is not right. Please enter the newest one.')).toBeVisible()
  await fill(dialog, { 'Authenticator Code': await codeFor(key, -1) })
  await expect(dialog.getByText('This code is not right.')).toBeHidden()
  await button(dialog, 'Turn On').click()
  const [code = ''] = await keepCodes(page)
  await expect(panel(page).getByText(/^On: signing in/)).toBeVisible()

  await test.step('the password alone opens nothing', async () => {
    await signOut(page)
    await enterPassword(page, email, '/vendor/quotes?tab=submitted')
    await expectAccessible(page)
    await picture(page, info, 'login-second-step')
    const elsewhere = await page.context().newPage()
    await elsewhere.goto('/vendor/dashboard')
    await expect(elsewhere).toHaveURL(/\/login\?next=%2Fvendor%2Fdashboard$/)
    await elsewhere.close()
  })

  await test.step('a wrong code is refused, and the right one signs in', async () => {
    await fill(page, { 'Authenticator code': '000001' })
    await button(page, 'Continue').click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'This code is not right. Please enter the newest one.',
    )
    await fill(page, { 'Authenticator code': await codeFor(key) })
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await button(page, 'Continue').click()
    await page.waitForURL('**/vendor/quotes?tab=submitted')
  })

  await test.step('a recovery code signs in once', async () => {
    for (const works of [true, false]) {
      await page.context().clearCookies()
      await enterPassword(page, email, '/vendor/appointments')
      await button(page, 'Use a recovery code').click()
      await fill(page, { 'Recovery code': code })
      await button(page, 'Continue').click()
      if (works) await page.waitForURL('**/vendor/appointments')
      else
        await expect(page.getByRole('main').getByRole('alert')).toHaveText(
          'This recovery code is not right, or was used already.',
        )
    }
  })
})

test('another session is ended at once', async ({ browser }) => {
  const page = await openBrowser(browser)
  const person = await arriveAsResident(page, 'Senta')
  const other = await openBrowser(browser)
  await arriveBySigningIn(other, person)
  await other.goto('/home/building')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/home/settings')
  const rows = panel(page).getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.last()).toContainText('Chrome on ')
  await expect(rows.last()).toContainText('This network')
  await rows.last().getByRole('button', { name: /^End / }).click()
  await prove(page, 'End')
  await expect(rows).toHaveCount(1)
  await expect(other).toHaveURL(/\/login\?/)
  await expect(said(page, 'Session ended')).toBeVisible()
})

test('an admin has the same settings', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsAdmin(page)
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'Admin Settings' })).toBeVisible()
  await expect(button(panel(page), 'Add a passkey')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await expectAccessible(page)
})
