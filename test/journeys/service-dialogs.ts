import { expect, type Page } from '@playwright/test'
import { ask } from './arrive.ts'
import { asks, type Dialog, press, reads } from './open-dialog.ts'
import { unique } from './people.ts'

async function welcomeAgain(page: Page): Promise<void> {
  const { email } = await ask<{ email: string }>(page, 'accounts.session')
  await page.evaluate(`sessionStorage.setItem('stoop.welcome', '${email}')`)
  await page.reload()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
}

async function requestForm(page: Page): Promise<void> {
  await press('+ Add Service')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Landscaping' }).first().click()
  await expect(page.getByLabel('Vendors not to ask').first()).toBeVisible()
}

/** The card of a job at this building; other tests' buildings ask, too. */
const job = (text: string, action: RegExp) => (page: Page) =>
  page.getByRole('article').filter({ hasText: text }).getByRole('button', { name: action }).first().click()

const wonJob = job('Snow Removal', /^View/)

/** Her own: a job of another test may change while its dialog is open. */
const openJob = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ hasText: unique('windows').replace(/\d+$/, '') })
    .getByRole('button', { name: /^Quote this job/ })
    .first()
    .click()

const SERVICES = { by: 'maya', path: '/home/services' } as const
const WON = { by: 'vera', path: '/vendor/quotes?tab=accepted' } as const

export const SERVICE_DIALOGS: Dialog[] = [
  {
    by: 'maya',
    path: '/home/dashboard',
    name: 'welcome',
    of: 'features/services/welcome-dialog.tsx',
    open: welcomeAgain,
  },
  {
    ...SERVICES,
    name: 'add service',
    of: 'features/services/add-service-dialog.tsx',
    open: press('+ Add Service'),
  },
  {
    ...SERVICES,
    name: 'request quotes',
    of: 'features/services/add-service-dialog.tsx',
    open: requestForm,
  },
  {
    ...SERVICES,
    name: 'service',
    of: 'features/services/service-dialog.tsx',
    open: press(/^Roof Repair/),
  },
  {
    ...SERVICES,
    name: 'quotes of a service',
    of: 'features/services/service-dialog.tsx',
    open: reads(press(/^Roof Repair/, 'View Quotes'), '$99.00'),
  },
  {
    ...SERVICES,
    name: 'review of an acceptance',
    of: 'features/services/service-dialog.tsx',
    open: reads(press(/^Roof Repair/, 'View Quotes', /^Accept Quote from/), 'Not chosen'),
  },
  {
    ...SERVICES,
    name: 'edit request',
    of: 'features/services/service-dialog.tsx',
    open: press(/^Roof Repair/, 'Edit Request'),
  },
  {
    ...SERVICES,
    name: 'withdraw request',
    of: 'features/services/service-dialog.tsx',
    open: press(/^Roof Repair/, 'Withdraw Request'),
  },
  {
    ...SERVICES,
    name: 'remove a file of a request',
    of: 'ui/sent-files.tsx',
    open: asks(press(/^Roof Repair/, /^Remove Roof plan/), /^Remove/),
  },
  {
    ...SERVICES,
    name: 'more time',
    of: 'features/services/service-dialog.tsx',
    open: press(/^Roof Repair/, 'More Time'),
  },
  {
    ...SERVICES,
    name: 'ask more vendors',
    of: 'features/services/service-dialog.tsx',
    open: reads(press(/^Roof Repair/, 'Ask More Vendors'), /shingle & slate/),
  },
  {
    ...SERVICES,
    name: 'accepted service',
    of: 'features/services/service-dialog.tsx',
    open: reads(press(/^Snow Removal/), '(206) 555-0142'),
  },
  {
    ...SERVICES,
    name: 'end service',
    of: 'features/services/service-dialog.tsx',
    open: reads(press(/^Snow Removal/, 'End Service'), /^Cancels/),
  },
  {
    ...SERVICES,
    name: 'pause service',
    of: 'features/services/service-dialog.tsx',
    open: reads(press(/^Snow Removal/, 'Pause Service'), /will see your reason/),
  },
  {
    by: 'vera',
    path: '/vendor/quotes?tab=needs_quote',
    name: 'job',
    of: 'features/quotes/vendor-quote-dialog.tsx',
    open: openJob,
  },
  {
    by: 'vera',
    path: '/vendor/quotes?tab=needs_quote',
    name: 'itemized job',
    of: 'features/quotes/vendor-quote-dialog.tsx',
    open: async (page) => {
      await openJob(page)
      // An extra's own fields are in terms.spec.ts.
      await page.getByRole('dialog').getByText('What is included, and extras').click()
    },
  },
  {
    by: 'vera',
    path: '/vendor/quotes?tab=needs_quote',
    name: 'decline a request',
    of: 'features/quotes/vendor-quote-dialog.tsx',
    open: async (page) => {
      await openJob(page)
      await press('Decline Request')(page)
    },
  },
  { ...WON, name: 'won job', of: 'features/quotes/vendor-quote-dialog.tsx', open: wonJob },
  {
    ...WON,
    name: 'give notice',
    of: 'features/quotes/vendor-quote-dialog.tsx',
    open: reads(async (page) => {
      await wonJob(page)
      await press('Give Notice')(page)
    }, /^Cancels/),
  },
  {
    ...WON,
    name: 'pause a won job',
    of: 'features/quotes/vendor-quote-dialog.tsx',
    open: reads(async (page) => {
      await wonJob(page)
      await press('Pause Service')(page)
    }, /will see your reason/),
  },
]
