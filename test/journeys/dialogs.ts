import { type Browser, expect, type Page } from '@playwright/test'
import { addDays, today } from '../../src/domain/calendar.ts'
import {
  arriveAsCompany,
  arriveAsResident,
  arriveAsVendor,
  arriveBySigningIn,
  ask,
  call,
  letIn,
  requestOneVisit,
} from './arrive.ts'
import { fill, home, openBrowser, PASSWORD, unique } from './people.ts'

// Every dialog of the portal, and how a person comes to it.

type Who = 'visitor' | 'maya' | 'vera'

export type Dialog = { name: string; by: Who; path: string; open: (page: Page) => Promise<void> }

export type Pages = Record<Who, Page>

type Options = Parameters<Browser['newContext']>[0]

/** A visitor, a captain with everything that a dialog is about, and her vendor, each in a browser of this kind. */
export async function peopleWithDialogs(browser: Browser, options: Options): Promise<Pages> {
  const open = async () => (await browser.newContext(options)).newPage()
  const pages = { visitor: await open(), maya: await open(), vera: await open() }
  const { maya, vera } = pages
  const person = await arriveAsResident(maya, 'Maya')
  await arriveAsVendor(vera, ['Snow Removal', 'Roof Repair', 'Window Washing'])

  for (const name of ['Evergreen Grounds and Gardens of Greater Seattle', 'Curb & Co', 'Rake']) {
    const shop = await openBrowser(browser)
    await arriveAsCompany(shop, unique(name), `${unique('rake')}@example.com`, ['Landscaping'])
    await shop.context().close()
  }
  const neighbor = await openBrowser(browser)
  const ned = await arriveAsResident(neighbor, 'Ned', person.address)
  await letIn(maya, ned)
  await arriveAsResident(neighbor, 'Pia', person.address)
  await arriveBySigningIn(neighbor, ned)

  // One service with a quote to accept, one with visits to come.
  await requestOneVisit(maya, 'Roof Repair', unique('roof'))
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.catalog')
  const start = addDays(today(new Date(), 'America/Los_Angeles'), 2)
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === 'Snow Removal')?.id,
    description: unique('snow'),
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: start,
    preferred_end_date: addDays(start, 14),
  })
  type Asked = { id: string; name: string; address: string }[]
  const asked = await ask<Asked>(vera, 'quotes.list', { tab: 'needs_quote', page: 1 })
  // Buildings of other tests ask her, too.
  const own = asked.filter(({ address }) => address === person.address)
  const quoteFor = (service: string) => own.find(({ name }) => name === service)?.id
  for (const service of ['Roof Repair', 'Snow Removal'])
    await call(vera, 'quotes.submit', { id: quoteFor(service), per_visit_price: 9900 })
  await call(maya, 'quotes.accept', { id: quoteFor('Snow Removal'), per_visit_price: 9900 })
  await requestOneVisit(maya, 'Window Washing', unique('windows'))
  return pages
}

/** Opens it in a new tab, where nothing of another dialog is kept, and waits for its title. */
export async function openDialog(pages: Pages, { by, path, open }: Dialog): Promise<Page> {
  const before = pages[by]
  const page = await before.context().newPage()
  await before.close()
  pages[by] = page
  await page.goto(path)
  await open(page)
  await expect(page.getByRole('dialog').last().getByRole('heading').first()).toBeVisible()
  return page
}

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

const account = { 'First Name': 'Ana', 'Last Name': 'Lopez', Email: 'ana@example.com' }
const password = { Password: PASSWORD, 'Confirm Password': PASSWORD }

async function joinAs(page: Page, kind: 'Vendor' | 'Homeowner'): Promise<void> {
  await page.getByRole('button', { name: kind }).click()
  await fill(page.getByRole('dialog'), { ...account, ...password })
}

async function requestForm(page: Page): Promise<void> {
  await press('+ Add Service')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Landscaping' }).first().click()
  await expect(page.getByLabel('Vendors not to ask').first()).toBeVisible()
}

const onVisit = (action: string) => async (page: Page) => {
  await press(/^Actions for Snow Removal/)(page)
  await page.getByRole('menuitem', { name: action }).click()
}

async function proveApp(page: Page): Promise<void> {
  await press('Set up')(page)
  const dialog = page.getByRole('dialog')
  await fill(dialog, { 'Current Password': PASSWORD })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog', { name: 'Scan this code' })).toBeVisible()
}

async function leaveUnsaved(page: Page): Promise<void> {
  await page.getByLabel('Last Name').fill('Somebody')
  await page.getByRole('link', { name: 'Stoop' }).click()
}

async function welcomeAgain(page: Page): Promise<void> {
  const { email } = await ask<{ email: string }>(page, 'accounts.session')
  await page.evaluate(`sessionStorage.setItem('stoop.welcome', '${email}')`)
  await page.reload()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
}

export const DIALOGS: Dialog[] = [
  { name: 'welcome', by: 'maya', path: '/home/dashboard', open: welcomeAgain },
  { name: 'vendor sign-up', by: 'visitor', path: '/signup', open: press(/^Vendor/) },
  {
    name: 'services of a vendor',
    by: 'visitor',
    path: '/signup',
    open: async (page) => {
      await joinAs(page, 'Vendor')
      await fill(page.getByRole('dialog'), { 'Company Name': 'Ana & Co', Phone: '2065550142', ...home('88') })
      await press('Next: Select Services')(page)
      await expect(page.getByRole('checkbox').first()).toBeVisible()
    },
  },
  { name: 'resident sign-up', by: 'visitor', path: '/signup', open: press(/^Homeowner/) },
  {
    name: 'address of a resident',
    by: 'visitor',
    path: '/signup',
    open: async (page) => {
      await joinAs(page, 'Homeowner')
      await press('Next: Building Info')(page)
    },
  },
  {
    name: 'resident sign-in',
    by: 'visitor',
    path: '/signup',
    open: async (page) => {
      await press(/^Homeowner/)(page)
      await page.getByRole('tab', { name: 'Sign in' }).click()
    },
  },
  { name: 'add service', by: 'maya', path: '/home/services', open: press('+ Add Service') },
  { name: 'request quotes', by: 'maya', path: '/home/services', open: requestForm },
  { name: 'service', by: 'maya', path: '/home/services', open: press(/^Roof Repair/) },
  {
    name: 'quotes of a service',
    by: 'maya',
    path: '/home/services',
    open: async (page) => {
      await press(/^Roof Repair/)(page)
      await press('View Quotes')(page)
      await expect(page.getByText('$99.00').last()).toBeVisible()
    },
  },
  {
    name: 'review of an acceptance',
    by: 'maya',
    path: '/home/services',
    open: async (page) => {
      await press(/^Roof Repair/)(page)
      await press('View Quotes')(page)
      await press(/^Accept Quote from/)(page)
      await expect(page.getByText('Not chosen')).toBeVisible()
    },
  },
  {
    name: 'edit request',
    by: 'maya',
    path: '/home/services',
    open: async (page) => {
      await press(/^Roof Repair/)(page)
      await press('Edit Request')(page)
    },
  },
  {
    name: 'withdraw request',
    by: 'maya',
    path: '/home/services',
    open: async (page) => {
      await press(/^Roof Repair/)(page)
      await press('Withdraw Request')(page)
      await expect(page.getByRole('dialog')).toHaveCount(2)
    },
  },
  { name: 'move visit', by: 'maya', path: '/home/services', open: onVisit('Move visit') },
  {
    name: 'suggest another time',
    by: 'vera',
    path: '/vendor/appointments',
    open: onVisit('Suggest another time'),
  },
  { name: 'cancel visit', by: 'vera', path: '/vendor/appointments', open: onVisit('Cancel visit') },
  { name: 'move day', by: 'vera', path: '/vendor/appointments', open: press(/^Move this day/) },
  { name: 'edit building', by: 'maya', path: '/home/building', open: press('Edit Building') },
  { name: 'access notes', by: 'maya', path: '/home/building', open: press('Add Access Notes') },
  { name: 'add tenant', by: 'maya', path: '/home/building', open: press('Add Tenant') },
  { name: 'accept member', by: 'maya', path: '/home/building', open: press(/^Accept Pia/) },
  { name: 'decline member', by: 'maya', path: '/home/building', open: press(/^Decline Pia/) },
  { name: 'remove member', by: 'maya', path: '/home/building', open: press(/^Remove Ned/) },
  { name: 'add a passkey', by: 'maya', path: '/home/settings', open: press('Add a passkey') },
  { name: 'authenticator app', by: 'maya', path: '/home/settings', open: proveApp },
  { name: 'unsaved changes', by: 'maya', path: '/home/settings', open: leaveUnsaved },
  {
    name: 'job',
    by: 'vera',
    path: '/vendor/quotes?tab=needs_quote',
    // Her own: a job of another test may change while its dialog is open.
    open: (page) =>
      page
        .getByRole('listitem')
        .filter({ hasText: unique('windows').replace(/\d+$/, '') })
        .getByRole('button', { name: /^Quote this job/ })
        .first()
        .click(),
  },
  { name: 'won job', by: 'vera', path: '/vendor/quotes?tab=accepted', open: press(/^View/) },
]

/** Every list and page of these people. */
export const LISTS: { by: Who; path: string }[] = [
  ...['/', '/login', '/signup'].map((path) => ({ by: 'visitor' as const, path })),
  ...['dashboard', 'building', 'billing', 'services', 'calendar', 'settings'].map((name) => ({
    by: 'maya' as const,
    path: `/home/${name}`,
  })),
  ...['dashboard', 'quotes', 'appointments', 'calendar', 'today', 'profile'].map((name) => ({
    by: 'vera' as const,
    path: `/vendor/${name}`,
  })),
]
