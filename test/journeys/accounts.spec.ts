import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { answer, hold } from './intercept.ts'
import { test } from './journey.ts'
import { fill, home, openBrowser, PASSWORD, picture, unique } from './people.ts'
import { expectShownFor } from './shown-for.ts'

const WELCOME_VENDOR = 'Vendor account created successfully! Welcome to Stoop!'
const TAKEN = 'User already exists with this email. Please sign in instead.'
const SILENCE = 'The network is not answering. Check your connection and try again.'

const vendor = (email: string) => ({
  'First Name': 'Vera',
  'Last Name': 'Olsen',
  'Company Name': 'Evergreen Grounds',
  ...home('88'),
  Email: email,
  Phone: '2065550142',
  Password: PASSWORD,
  'Confirm Password': PASSWORD,
})

const resident = (email: string) => ({
  'First Name': 'Maya',
  'Last Name': 'Rivera',
  Email: email,
  Password: PASSWORD,
  'Confirm Password': PASSWORD,
})

/** The chooser, and the dialog of one of its two cards. */
async function choose(page: Page, kind: 'Vendor' | 'Homeowner'): Promise<Locator> {
  await page.goto('/signup')
  await page.getByRole('button', { name: kind }).click()
  return page.getByRole('dialog')
}

async function expectRefused(dialog: Locator, sentence: string): Promise<void> {
  await expect(dialog.getByRole('alert')).toHaveText(sentence)
}

/** The words at a field, where nothing is to be said about the whole form. */
async function expectWords(dialog: Locator, label: string, words: string): Promise<void> {
  await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(words))
  await expect(dialog.getByRole('alert')).toHaveCount(0)
}

test('a vendor signs up: errors are shown, no input is lost, and one account is created', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const email = `${unique('vera')}@example.com`
  const dialog = await choose(page, 'Vendor')
  const next = dialog.getByRole('button', { name: 'Next: Select Services' })

  await test.step('step 1 requires every field, then equal passwords, then 6 characters [8.sign-up.7-9]', async () => {
    await expect(dialog.getByRole('heading', { name: 'Create Vendor Account' })).toBeVisible()
    await next.click()
    await expectRefused(dialog, 'Please fill in all required fields.')
    await expect(dialog.getByLabel('First Name')).toBeFocused()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, info, 'vendor-sign-up-missing')
    await fill(dialog, { ...vendor(email), 'Company Name': '   ' })
    await next.click()
    await expectRefused(dialog, 'Please fill in all required fields.')
    await expect(dialog.getByLabel('Company Name')).toBeFocused()
    await fill(dialog, { 'Company Name': 'Evergreen Grounds', 'Confirm Password': 'something else' })
    await next.click()
    await expectRefused(dialog, 'Passwords do not match.')
    await expect(dialog.getByLabel('Confirm Password')).toBeFocused()
    await fill(dialog, { Password: '12345', 'Confirm Password': '12345' })
    await next.click()
    await expectRefused(dialog, 'Password must be at least 6 characters long.')
    await fill(dialog, { Password: PASSWORD, 'Confirm Password': PASSWORD })
  })

  await test.step('state, zip and phone are limited in length [5.vendor.9]', async () => {
    await fill(dialog, { State: 'Texas', 'Zip Code': '981011' })
    await next.click()
    await expectWords(dialog, 'State', 'State can have at most 2 characters')
    await expectWords(dialog, 'Zip Code', 'Zip Code can have at most 5 characters')
    await expect(dialog.getByLabel('State')).toBeFocused()
    await expect(dialog.getByLabel('State'), 'nothing is cut').toHaveValue('Texas')
    await fill(dialog, { State: 'wa', 'Zip Code': '98101' })
    await dialog.getByLabel('Phone').fill('')
    await dialog.getByLabel('Phone').pressSequentially('206x555-0142 99')
    await expect(dialog.getByLabel('Phone')).toHaveValue('(206) 555-0142')
    await dialog.getByLabel('Email').fill('vera')
    await next.click()
    await expectWords(dialog, 'Email', 'Email must look like ana@example.com')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await dialog.getByLabel('Email').fill(email)
    await picture(page, info, 'vendor-sign-up')
    await dialog.getByLabel('Email').press('Enter')
  })

  await test.step('step 2 lists the services by category and requires one [2.vendor-signup.3] [8.sign-up.10]', async () => {
    await expect(dialog.getByRole('heading', { name: 'Select Your Services' })).toBeVisible()
    expect(await dialog.getByRole('group').count()).toBeGreaterThan(4)
    expect(await dialog.getByRole('checkbox').count()).toBeGreaterThanOrEqual(30)
    await dialog.getByRole('button', { name: 'Create Account' }).click()
    await expectRefused(dialog, 'Please select at least one service.')
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('checkbox', { name: 'Snow Removal' }).check()
    await picture(page, info, 'vendor-sign-up-services')
  })

  await test.step('Back and closing the dialog keep the input and the choices [2.vendor-signup.4]', async () => {
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByLabel('Company Name')).toHaveValue('Evergreen Grounds')
    await expect(dialog.getByLabel('Confirm Password')).toHaveValue(PASSWORD)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Vendor' })).toBeFocused()
    await page.getByRole('button', { name: 'Vendor' }).click()
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await next.click()
    await expect(dialog.getByRole('checkbox', { name: 'Snow Removal' })).toBeChecked()
  })

  await test.step('a double click creates one account; the dialog waits, welcomes the vendor and continues [2.vendor-signup.7] [4.wizard.5] [4.wizard.7] [8.success.1] [9.time.5]', async () => {
    const held = await hold(page, 'accounts.signUpVendor')
    const create = dialog.getByRole('button', { name: 'Create Account' })
    await create.dblclick()
    await expect(create).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Back' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    const welcome = dialog.getByRole('status').filter({ hasText: WELCOME_VENDOR })
    const meanwhile = () => picture(page, info, 'vendor-sign-up-done')
    await expectShownFor(2000, welcome, { once: held.letGo, meanwhile })
    await page.waitForURL('**/vendor/dashboard')
    expect(held.calls()).toBe(1)
    await expect(page.getByText('Hello, Vera')).toBeAttached()
  })

  await test.step('another person with this e-mail address is asked to sign in [2.vendor-signup.5] [8.sign-up.3]', async () => {
    const other = await openBrowser(browser)
    const second = await choose(other, 'Vendor')
    await fill(second, { ...vendor(email.toUpperCase()) })
    await second.getByRole('button', { name: 'Next: Select Services' }).click()
    await second.getByRole('checkbox', { name: 'Landscaping' }).check()
    await second.getByRole('button', { name: 'Create Account' }).click()
    await expectRefused(second, TAKEN)
    await second.getByRole('button', { name: 'Back' }).click()
    await expect(second.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await second.getByRole('link', { name: 'Sign in' }).click()
    await expect(other).toHaveURL(/\/login$/)
  })
})

test('a vendor sees why there are no services, or why the sign-up failed', async ({ browser }, info) => {
  const page = await openBrowser(browser)
  const failure = { status: 500, body: '{}' }

  await test.step('the services fail to load, and then load [8.sign-up.13]', async () => {
    const stop = await answer(page, 'services.catalog', failure)
    const dialog = await choose(page, 'Vendor')
    await fill(dialog, vendor(`${unique('vera')}@example.com`))
    await dialog.getByRole('button', { name: 'Next: Select Services' }).click()
    await expectRefused(dialog, 'Unable to load services. Please try again.Try again')
    await expect(
      dialog.getByText('Unable to load services. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Create Account' })).toBeDisabled()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, info, 'vendor-sign-up-load-failed')
    await stop()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('checkbox', { name: 'Snow Removal' }).check()
  })

  await test.step('the server’s message, or else the one of the specification [8.sign-up.5]', async () => {
    const dialog = page.getByRole('dialog')
    const create = dialog.getByRole('button', { name: 'Create Account' })
    const mishap = JSON.stringify([
      {
        error: {
          message: 'Something went wrong on our side. Please try again.',
          code: -32603,
          data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 },
        },
      },
    ])
    const first = await answer(page, 'accounts.signUpVendor', { status: 500, body: mishap })
    await create.click()
    await expectRefused(dialog, 'Something went wrong on our side. Please try again.')
    await first()
    const second = await answer(page, 'accounts.signUpVendor', { status: 502, body: '<h1>Bad Gateway</h1>' })
    await create.click()
    await expectRefused(dialog, 'An error occurred during signup')
    await second()
    await page.context().setOffline(true)
    await create.click()
    await expectRefused(dialog, SILENCE)
    await page.context().setOffline(false)
  })

  await test.step('there are no services at all [2.vendor-signup.6] [8.sign-up.14]', async () => {
    const none = JSON.stringify([{ result: { data: [] } }])
    await answer(page, 'services.catalog', { status: 200, body: none })
    const dialog = page.getByRole('dialog')
    await page.reload() // the dialog stays
    await fill(dialog, vendor(`${unique('vera')}@example.com`))
    await dialog.getByRole('button', { name: 'Next: Select Services' }).click()
    await expect(
      dialog.getByText('No services available. Please try again later.', { exact: true }),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Create Account' })).toBeDisabled()
    await picture(page, info, 'vendor-sign-up-no-services')
  })
})

test('a resident signs up with a new building, in three steps that name what is missing', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const email = `${unique('maya')}@example.com`
  const address = home(unique('no'))
  const dialog = await choose(page, 'Homeowner')
  const next = dialog.getByRole('button', { name: 'Next: Building Info' })

  await test.step('step 1: names and e-mail, equal passwords of 6 characters; the phone is optional [2.resident-signup.8] [8.sign-up.11] [8.sign-up.12]', async () => {
    await next.click()
    await expectRefused(dialog, 'Please fill in all required fields.')
    await picture(page, info, 'resident-sign-up-missing')
    await fill(dialog, { ...resident(email), 'Confirm Password': 'something else' })
    await next.click()
    await expectRefused(dialog, 'Passwords do not match')
    await fill(dialog, { Password: '12345', 'Confirm Password': '12345' })
    await next.click()
    await expectRefused(dialog, 'Password must be at least 6 characters')
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page, '[role=dialog]')
    await fill(dialog, { Password: PASSWORD, 'Confirm Password': PASSWORD, Phone: '206555' })
    await next.click()
    await expectWords(dialog, 'Phone', 'Phone must have 10 digits')
    await fill(dialog, { Phone: '' })
    await picture(page, info, 'resident-sign-up')
    await next.click()
  })

  await test.step('step 2: the address; Back keeps both steps', async () => {
    await expect(dialog.getByRole('heading', { name: 'Find Your Building' })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expectRefused(dialog, 'Please fill in all required fields.')
    await fill(dialog, { ...address, 'Zip Code': '9810' })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expectWords(dialog, 'Zip Code', 'Zip Code must be 5 digits')
    await fill(dialog, { 'Zip Code': '98101', State: 'wa' })
    await picture(page, info, 'resident-sign-up-address')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await next.click()
    await expect(dialog.getByLabel('Street Address')).toHaveValue(address['Street Address'])
    await dialog.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('step 3: the number of units, as a whole number [2.resident-signup.15] [8.success.2] [9.time.5]', async () => {
    await expect(dialog.getByRole('heading', { name: 'Tell Us About Your Building' })).toBeVisible()
    const complete = dialog.getByRole('button', { name: 'Complete Signup' })
    await complete.click()
    await expectRefused(dialog, 'Please fill in all required fields.')
    await expect(dialog.getByLabel('Number of Units')).toBeFocused()
    for (const units of ['0', 'many', '2.5']) {
      await fill(dialog, { 'Number of Units': units })
      await complete.click()
      await expectWords(dialog, 'Number of Units', 'Number of Units must be a whole number from 1 to 10,000')
    }
    await fill(dialog, { 'Number of Units': '12', 'Square Feet': '12,000' })
    await expectAccessible(page, '[role=dialog]')
    await picture(page, info, 'resident-sign-up-building')
    const held = await hold(page, 'accounts.signUpResident')
    await complete.dblclick()
    await expect(complete).toBeDisabled()
    const text = 'Account created successfully! Welcome to Stoop!'
    await expectShownFor(2000, dialog.getByRole('status').filter({ hasText: text }), {
      once: held.letGo,
      meanwhile: () => picture(page, info, 'resident-sign-up-done'),
    })
    await page.waitForURL('**/home/dashboard')
    expect(held.calls()).toBe(1)
  })

  await test.step('a person with an account is led to Sign in, with the e-mail address filled in [4.wizard.4]', async () => {
    const other = await openBrowser(browser)
    const second = await choose(other, 'Homeowner')
    await fill(second, resident(email))
    await second.getByRole('button', { name: 'Next: Building Info' }).click()
    await fill(second, home(unique('no')))
    await second.getByRole('button', { name: 'Continue' }).click()
    await fill(second, { 'Number of Units': '3' })
    await second.getByRole('button', { name: 'Complete Signup' }).click()
    await expectRefused(second, TAKEN)
    await expect(second.getByRole('tab', { name: 'Sign in' })).toHaveAttribute('aria-selected', 'true')
    await expect(second.getByLabel('Email')).toHaveValue(email)
    await expect(second.getByLabel('Password')).toBeFocused()
    await expectAccessible(other, '[role=dialog]')
    await picture(other, info, 'resident-email-taken')
    await second.getByLabel('Password').fill(PASSWORD)
    await second.getByRole('button', { name: 'Sign In' }).click()
    await other.waitForURL('**/home/dashboard')
  })
})

test('the resident dialog switches between sign-in and sign-up and keeps the input of each [2.resident-signup.7] [8.sign-up.6]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const dialog = await choose(page, 'Homeowner')
  await fill(dialog, { 'First Name': 'Maya', Email: 'maya@example.com' })
  await dialog.getByRole('tab', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await picture(page, info, 'resident-sign-in')
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expectWords(dialog, 'Email', 'Email is required')
  await fill(dialog, { Email: 'someone@example.com' })
  await dialog.getByRole('tab', { name: 'Sign up' }).click()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Maya')
  await expect(dialog.getByLabel('Email')).toHaveValue('maya@example.com')
  await dialog.getByRole('tab', { name: 'Sign in' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('someone@example.com')

  const stop = await answer(page, 'accounts.signIn', { status: 502, body: '<h1>Bad Gateway</h1>' })
  await fill(dialog, { Password: PASSWORD })
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expectRefused(dialog, 'An error occurred')
  await stop()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Homeowner' })).toBeFocused()
})

test('the sign-up chooser and the sign-in page link to each other', async ({ browser }, info) => {
  const page = await openBrowser(browser)
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: 'Vendor I provide services to HOAs' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Homeowner I own a home in an HOA' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, info, 'signup')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('Sign in to access your member portal', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await picture(page, info, 'login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/signup$/)
})
