import { expect, type Page } from '@playwright/test'
import { ask } from './arrive.ts'
import { asks, choose, type Dialog, press, reads } from './open-dialog.ts'
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

const BUILDING = { by: 'maya', path: '/home/building' } as const
const SERVICES = { by: 'maya', path: '/home/services' } as const
const TEAM = { by: 'vera', path: '/vendor/profile' } as const
const WON = { by: 'vera', path: '/vendor/quotes?tab=accepted' } as const

export const BUILDING_DIALOGS: Dialog[] = [
  {
    by: 'maya',
    path: '/home/dashboard',
    name: 'welcome',
    of: 'features/services/welcome-dialog.tsx',
    open: welcomeAgain,
  },
  {
    ...BUILDING,
    name: 'edit building',
    of: 'features/buildings/edit-building.tsx',
    open: press('Edit Building'),
  },
  {
    ...BUILDING,
    name: 'access notes',
    of: 'features/access/notes-dialog.tsx',
    open: press('Edit Access Notes'),
  },
  {
    ...BUILDING,
    name: 'add tenant',
    of: 'features/members/add-tenant-dialog.tsx',
    open: press('Add Tenant'),
  },
  {
    ...BUILDING,
    name: 'accept member',
    of: 'features/members/member-action.tsx',
    open: press(/^Accept Pia/),
  },
  {
    ...BUILDING,
    name: 'accept a successor',
    of: 'features/members/member-action.tsx',
    open: press(/^Accept Hope/),
  },
  {
    ...BUILDING,
    name: 'decline member',
    of: 'features/members/decline-dialog.tsx',
    open: press(/^Decline Pia/),
  },
  {
    ...BUILDING,
    name: 'remove member',
    of: 'features/members/member-action.tsx',
    open: press(/^Remove Ned/),
  },
  {
    ...BUILDING,
    name: 'hand over',
    of: 'features/members/hand-over-menu.tsx',
    open: choose(/^Actions for Ned/, 'Make HOA Representative'),
  },
  {
    ...BUILDING,
    name: 'bin',
    of: 'features/documents/bin-dialog.tsx',
    open: reads(press(/^Bin/), 'House Rules 2027.pdf'),
  },
  {
    ...BUILDING,
    name: 'empty the bin',
    of: 'features/documents/bin-dialog.tsx',
    open: press(/^Bin/, 'Empty Bin'),
  },
  {
    ...BUILDING,
    name: 'delete a document',
    of: 'features/documents/document-actions.tsx',
    open: choose(/^Actions for Minutes/, 'Delete'),
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
    by: 'vera',
    path: '/vendor/company',
    name: 'remove a photo of the work',
    of: 'ui/sent-files.tsx',
    open: press('Remove photo 1'),
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
  {
    ...TEAM,
    name: 'add a document',
    of: 'features/compliance/add-document-dialog.tsx',
    open: press('Add a Document'),
  },
  {
    ...TEAM,
    name: 'remove a compliance document',
    of: 'features/compliance/compliance-panel.tsx',
    open: press(/^Remove Insurance certificate/),
  },
  {
    by: 'ada',
    path: '/admin/vendors',
    name: 'refuse a document',
    of: 'features/compliance/refuse-dialog.tsx',
    // One of these walks: another test's may be refused while its dialog is open.
    open: press(/^Refuse Insurance certificate CGL-1431/),
  },
  {
    by: 'ada',
    path: '/admin/services',
    name: 'require a document',
    of: 'features/compliance/service-catalog-page.tsx',
    open: async (page) => page.getByRole('checkbox', { name: /^License for Landscaping/ }).click(),
  },
  {
    ...TEAM,
    name: 'invite a colleague',
    of: 'features/team/invite-dialog.tsx',
    open: press('Invite a Colleague'),
  },
  {
    ...TEAM,
    name: 'change a role',
    of: 'features/team/role-dialog.tsx',
    open: press('Change role of Luis Ortega'),
  },
  {
    ...TEAM,
    name: 'remove a colleague',
    of: 'features/team/colleague-actions.tsx',
    open: press('Remove Luis Ortega'),
  },
  {
    ...TEAM,
    name: 'withdraw an invitation',
    of: 'features/team/colleague-actions.tsx',
    open: press('Withdraw the invitation of Ines Duarte'),
  },
]
