import { expect, type Page } from '@playwright/test'
import { ask } from './arrive.ts'
import type { Pages } from './dialog-people.ts'
import { asks, type Dialog, press, reads } from './open-dialog.ts'
import { fill, home, PASSWORD } from './people.ts'

const account = { 'First Name': 'Ana', 'Last Name': 'Lopez', Email: 'ana@example.com' }
const password = { Password: PASSWORD, 'Confirm Password': PASSWORD }

async function joinAs(page: Page, kind: 'Vendor' | 'Homeowner'): Promise<void> {
  await page.getByRole('button', { name: kind }).click()
  await fill(page.getByRole('dialog'), { ...account, ...password })
}

async function joinResident(page: Page): Promise<void> {
  await joinAs(page, 'Homeowner')
  await press('Next: Building Info')(page)
}

async function describeBuilding(page: Page): Promise<void> {
  await joinResident(page)
  const dialog = page.getByRole('dialog')
  await fill(dialog, { ...home(''), 'Street Address': '77 Quixotic Passage' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Number of Units')).toBeVisible()
}

async function signInBeside(page: Page): Promise<void> {
  await press(/^Homeowner/)(page)
  await page.getByRole('tab', { name: 'Sign in' }).click()
}

/** The password of somebody who has an authenticator app. */
async function enterPassword(page: Page, { ned }: Pages): Promise<void> {
  const { email } = await ask<{ email: string }>(ned, 'accounts.session')
  await signInBeside(page)
  await fill(page.getByRole('dialog'), { Email: email, Password: PASSWORD })
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByLabel('Authenticator code')).toBeVisible()
}

/** Opens a change of the sign-in settings, and proves that it is oneself. */
const prove = (open: string, action: string, title: string) =>
  asks(async (page) => {
    await press(open)(page)
    const dialog = page.getByRole('dialog')
    await fill(dialog, { 'Current Password': PASSWORD })
    await dialog.getByRole('button', { name: action }).click()
  }, title)

const edit = (page: Page) => page.getByLabel('Last Name').fill('Somebody')

const VISITOR = { by: 'visitor', path: '/signup' } as const
const settingsOf = (by: 'maya' | 'ned') => ({ by, path: '/home/settings' }) as const

export const ACCOUNT_DIALOGS: Dialog[] = [
  {
    ...VISITOR,
    name: 'vendor sign-up',
    of: 'features/accounts/vendor-sign-up.tsx',
    open: press(/^Vendor/),
  },
  {
    ...VISITOR,
    name: 'services of a vendor',
    of: 'features/accounts/vendor-sign-up.tsx',
    open: async (page) => {
      await joinAs(page, 'Vendor')
      await fill(page.getByRole('dialog'), { 'Company Name': 'Ana & Co', Phone: '2065550142', ...home('88') })
      await press('Next: Select Services')(page)
      await expect(page.getByRole('checkbox').first()).toBeVisible()
    },
  },
  {
    ...VISITOR,
    name: 'resident sign-up',
    of: 'features/accounts/resident-sign-up.tsx',
    open: press(/^Homeowner/),
  },
  {
    ...VISITOR,
    name: 'address of a resident',
    of: 'features/accounts/resident-sign-up.tsx',
    open: joinResident,
  },
  {
    ...VISITOR,
    name: 'building of a resident',
    of: 'features/accounts/resident-sign-up.tsx',
    open: describeBuilding,
  },
  {
    ...VISITOR,
    name: 'resident sign-in',
    of: 'features/accounts/resident-sign-up.tsx',
    open: signInBeside,
  },
  {
    ...VISITOR,
    name: 'forgot password',
    of: 'features/accounts/resident-sign-up.tsx',
    open: async (page) => {
      await signInBeside(page)
      await press('Forgot password?')(page)
    },
  },
  {
    ...VISITOR,
    name: 'second step',
    of: 'features/accounts/resident-sign-up.tsx',
    open: enterPassword,
  },
  {
    ...VISITOR,
    name: 'second step by a recovery code',
    of: 'features/accounts/resident-sign-up.tsx',
    open: async (page, pages) => {
      await enterPassword(page, pages)
      await press('Use a recovery code')(page)
    },
  },
  {
    ...settingsOf('maya'),
    name: 'add a passkey',
    of: 'features/factors/passkeys-part.tsx',
    open: press('Add a passkey'),
  },
  {
    ...settingsOf('ned'),
    name: 'remove a passkey',
    of: 'features/factors/passkeys-part.tsx',
    open: press('Remove My laptop'),
  },
  {
    ...settingsOf('maya'),
    name: 'set up an app',
    of: 'features/factors/app-part.tsx',
    open: press('Set up'),
  },
  {
    ...settingsOf('ned'),
    name: 'turn the app off',
    of: 'features/factors/app-part.tsx',
    open: press('Turn off', 'Use an authenticator code instead'),
  },
  {
    ...settingsOf('maya'),
    name: 'authenticator app',
    of: 'features/factors/app-dialog.tsx',
    open: prove('Set up', 'Continue', 'Scan this code'),
  },
  {
    ...settingsOf('ned'),
    name: 'make recovery codes',
    of: 'features/factors/recovery-codes-part.tsx',
    open: press('Make new codes'),
  },
  {
    ...settingsOf('ned'),
    name: 'recovery codes',
    of: 'features/factors/recovery-codes-dialog.tsx',
    open: prove('Make new codes', 'Make New Codes', 'Your recovery codes'),
  },
  {
    ...settingsOf('maya'),
    name: 'end a session',
    of: 'features/factors/sessions-part.tsx',
    open: press(/^End (?!all)/),
  },
  {
    ...settingsOf('maya'),
    name: 'end all other sessions',
    of: 'features/factors/sessions-part.tsx',
    open: press('End all others'),
  },
  {
    ...settingsOf('maya'),
    name: 'close account',
    of: 'features/factors/close-account-part.tsx',
    open: press('Close Account'),
  },
  {
    ...settingsOf('maya'),
    name: 'change e-mail',
    of: 'features/profiles/email-proof-dialog.tsx',
    open: async (page) => {
      await page.getByLabel('Email').fill('maya.new@example.com')
      await press('Save Changes')(page)
    },
  },
  {
    by: 'pia',
    path: '/home/dashboard',
    name: 'withdraw',
    of: 'app/pending-notice.tsx',
    open: press('Withdraw your request and close your account'),
  },
  {
    ...settingsOf('maya'),
    name: 'new calendar address',
    of: 'features/feeds/feed-dialog.tsx',
    open: press('New address'),
  },
  {
    by: 'luis',
    path: '/vendor/settings',
    name: 'made calendar address',
    of: 'features/feeds/feed-dialog.tsx',
    open: reads(async (page) => {
      await press('New address')(page)
      await fill(page.getByRole('dialog'), { Name: 'My phone' })
      await press('Make Address')(page)
    }, 'Google Calendar'),
  },
  {
    ...settingsOf('maya'),
    name: 'revoke a calendar address',
    of: 'features/feeds/feeds-part.tsx',
    open: press('Revoke My phone'),
  },
  {
    ...settingsOf('maya'),
    name: 'unsaved changes',
    of: 'forms/use-unsaved-warning.ts',
    open: async (page) => {
      await edit(page)
      await page.getByRole('link', { name: 'Stoop' }).click()
    },
  },
  {
    ...settingsOf('maya'),
    name: 'unsaved changes at signing out',
    of: 'forms/use-unsaved-warning.ts',
    open: async (page) => {
      await edit(page)
      await page.getByRole('button', { name: /menu/i }).click()
      await page.getByRole('navigation').getByRole('button', { name: 'Sign Out' }).click()
    },
  },
]
