import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type TestInfo,
  test,
} from '@playwright/test'

export const PASSWORD = 'stoop-and-steps'

let count = 0

/** A name that no other test uses, on this server and at this width. */
export function unique(name: string): string {
  count += 1
  return `${name}-${test.info().project.name}-${test.info().workerIndex}-${count}`.toLowerCase()
}

/** A person with a browser of their own. */
export async function openBrowser(browser: Browser): Promise<Page> {
  const context: BrowserContext = await browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

const WIDTHS = { desk: process.env.PICTURES === 'all' ? [375, 768] : [], phone: [] }

/** Keeps a screenshot for review; with PICTURES=all also at narrower widths. */
export async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  if (info.project.name === 'keyboard') return
  const project = info.project.name === 'desk' ? 'desk' : 'phone'
  const take = (width: number | string) =>
    page.screenshot({
      path: `screenshots/${width}/${name}.jpg`,
      quality: 85,
      fullPage: true,
      animations: 'disabled',
    })
  const own = page.viewportSize()
  await page.evaluate('scrollTo(0, 0)') // or the bar would be in the middle
  await take(project === 'desk' ? 1280 : project)
  for (const width of WIDTHS[project]) {
    await page.setViewportSize({ width, height: 812 })
    await take(width)
  }
  if (own) await page.setViewportSize(own)
}

/** The notification or form message about a result, which screen readers announce, too. */
export const said = (inside: Page | Locator, text: string | RegExp) =>
  inside.getByRole('alert').or(inside.getByRole('status')).filter({ hasText: text })

export async function fill(inside: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await inside.getByLabel(label, { exact: true }).fill(value)
}

export const home = (number: string) => ({
  'Street Address': `${number} Minor Ave`,
  City: 'Seattle',
  State: 'WA',
  'Zip Code': '98101',
})

/** Fills in the resident dialog up to 'Continue' in step 2. */
export async function signUpResident(
  page: Page,
  name: string,
  email: string,
  at: Record<string, string>,
): Promise<Locator> {
  await page.goto('/signup')
  await page.getByRole('button', { name: /Homeowner/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Sign up' }).click()
  const password = { Password: PASSWORD, 'Confirm Password': PASSWORD }
  await fill(dialog, { 'First Name': name, 'Last Name': 'Rivera', Email: email, ...password })
  await dialog.getByRole('button', { name: 'Next: Building Info' }).click()
  await expect(dialog.getByRole('heading', { name: 'Find Your Building' })).toBeVisible()
  await fill(dialog, { ...at, 'Unit Number': '4C' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  return dialog
}

/** A captain of a new building, at the dashboard's first question about services. */
export async function signUpCaptain(
  page: Page,
  name: string,
  email: string,
  at: Record<string, string>,
): Promise<Locator> {
  const dialog = await signUpResident(page, name, email, at)
  await expect(dialog.getByRole('heading', { name: 'Tell Us About Your Building' })).toBeVisible()
  await fill(dialog, { 'Number of Floors': '6', 'Number of Units': '24', 'Square Feet': '51976' })
  await dialog.getByRole('button', { name: 'Complete Signup' }).click()
  await expect(said(page, 'Account created successfully! Welcome to Stoop!')).toBeVisible()
  await page.waitForURL('**/home/dashboard')
  return page.getByRole('dialog', { name: `Welcome to Stoop, ${name}!` })
}

/** A captain of a new building, at their dashboard. */
export async function becomeCaptain(
  page: Page,
  name: string,
  email: string,
  at: Record<string, string>,
): Promise<void> {
  const welcome = await signUpCaptain(page, name, email, at)
  await welcome.getByRole('button', { name: 'Skip for Now' }).click()
  await expect(welcome).toBeHidden()
}

export async function becomeVendor(
  page: Page,
  company: string,
  email: string,
  services: string[],
): Promise<void> {
  await page.goto('/signup')
  await page.getByRole('button', { name: /Vendor/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Vendor Account' })
  await fill(dialog, {
    'First Name': 'Vera',
    'Last Name': 'Olsen',
    'Company Name': company,
    ...home('88'),
    Email: email,
    Phone: '2065550142',
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
  })
  await expect(dialog.getByLabel('Phone')).toHaveValue('(206) 555-0142')
  await dialog.getByRole('button', { name: 'Next: Select Services' }).click()
  const second = page.getByRole('dialog', { name: 'Select Your Services' })
  for (const service of services) await second.getByRole('checkbox', { name: service }).check()
  await second.getByRole('button', { name: 'Create Account' }).click()
  await expect(said(page, 'Vendor account created successfully! Welcome to Stoop!')).toBeVisible()
  await page.waitForURL('**/vendor/dashboard')
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await fill(page, { Email: email, Password: PASSWORD })
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Follows an entry of the menu. */
export async function goByMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('navigation').getByRole('link', { name: entry }).click()
}

/** Confirms what an acceptance books, in its dialog. */
export const confirmAcceptance = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'Accept Quote', exact: true }).click()
