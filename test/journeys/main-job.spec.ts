import { expect, type Page, type TestInfo } from '@playwright/test'
import { addDays, formatLongDate, today } from '../../src/domain/calendar.ts'
import { slowness } from '../slowness.ts'
import { expectAccessible } from './accessible.ts'
import { test } from './journey.ts'
import {
  becomeCaptain,
  becomeVendor,
  confirmAcceptance,
  fill,
  goByMenu,
  home,
  openBrowser,
  picture,
  said,
  signIn,
  signUpResident,
  unique,
} from './people.ts'

/** Today in the city, and later dates, in the format of a date field. */
const day = (after: number) => addDays(today(new Date(), 'America/Los_Angeles'), after)

const QUICK_ACTIONS = {
  'View Quote Requests': '/vendor/quotes',
  'Manage Appointments': '/vendor/appointments',
  'Create Invoice': '/vendor/invoices',
}

/** Takes a screenshot of each state, and checks it with axe on a desktop, where there is time. */
async function look(page: Page, info: TestInfo, name: string): Promise<void> {
  await picture(page, info, name)
  if (info.project.name === 'desk') await expectAccessible(page)
}

async function submitQuote(vendor: Page, service: string, address: string, price: string, estimate: string) {
  await vendor.goto('/vendor/quotes?tab=needs_quote')
  const card = vendor.getByRole('article').filter({ hasText: service }).filter({ hasText: address })
  await card.getByRole('button', { name: 'Quote this job' }).click()
  const dialog = vendor.getByRole('dialog', { name: service })
  await dialog.getByLabel('Price per Visit').fill(price)
  await expect(dialog.getByText(estimate)).toBeVisible()
  return dialog
}

test('a building requests quotes, two vendors compete, a neighbor accepts, and the visits are booked', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const limit = 1000 * slowness()
  const [maya, ned, evergreen, curb] = await Promise.all([1, 2, 3, 4].map(() => openBrowser(browser)))
  if (!maya || !ned || !evergreen || !curb) throw new Error('Four people were asked for')
  const address = home(unique('no'))
  const street = address['Street Address']
  const names = {
    maya: unique('maya'),
    ned: unique('ned'),
    evergreen: unique('evergreen'),
    curb: unique('curb'),
  }
  const email = (name: string) => `${name}@example.com`

  await test.step('a captain signs up with a new building, and two vendors with their services [2.signup.1] [2.signup.2] [2.vendor-signup.1] [2.vendor-signup.2] [2.resident-signup.2-6] [2.vendor.5] [4.wizard.1] [4.wizard.2]', async () => {
    await becomeCaptain(maya, 'Maya', email(names.maya), address)
    await look(maya, info, 'home-dashboard')
    await becomeVendor(evergreen, names.evergreen, email(names.evergreen), ['Snow Removal', 'Landscaping'])
    await becomeVendor(curb, names.curb, email(names.curb), ['Snow Removal', 'Trash Take-Out'])
    await expect(curb.getByRole('article').filter({ hasText: 'Next Appointment' })).toContainText('None')
    await look(curb, info, 'vendor-dashboard-empty')
  })

  await test.step('a second resident is pending and signed out until the captain accepts [1.name] [2.guard.4] [2.guard.5] [4.wizard.3] [8.confirm.1]', async () => {
    const shouted = {
      ...address,
      'Street Address': `  ${street.toUpperCase()} `,
      City: 'seattle',
      State: 'wa',
    }
    await signUpResident(ned, 'Ned', email(names.ned), shouted)
    await expect(said(ned, 'Your building is already signed up for Stoop!')).toBeVisible()
    await look(ned, info, 'resident-existing-building')
    await expect(ned.getByRole('dialog')).toBeHidden()
    await signIn(ned, email(names.ned))
    await expect(ned.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible()
    await look(ned, info, 'pending')

    await goByMenu(maya, 'Manage Building')
    const row = maya.getByRole('row').filter({ hasText: email(names.ned) })
    await expect(row).toContainText('Pending')
    await look(maya, info, 'members')
    await row.getByRole('button', { name: /^Accept/ }).click()
    const question = maya.getByRole('dialog')
    await expect(question).toContainText('Accept this user and grant them access to member features?')
    await look(maya, info, 'accept-member')
    await question.getByRole('button', { name: /^Accept/ }).click()
    await expect(maya.getByRole('alert').filter({ hasText: 'User accepted successfully' })).toBeVisible()
    await expect(row).toContainText('Active')
    // Ned's page updates without a reload.
    await expect(ned.getByRole('heading', { name: 'Account Pending Approval' })).toBeHidden()
  })

  await test.step('the captain requests quotes [2.services.3] [2.services.7] [2.services.14] [2.services.15] [2.services.23] [5.request.3] [8.quotes.4]', async () => {
    await goByMenu(maya, 'Services & Appointments')
    await expect(maya.getByText('No services added yet. Click "Add Service" to get started.')).toBeVisible()
    await look(maya, info, 'services-empty')
    await maya.getByRole('button', { name: '+ Add Service' }).click()
    await look(maya, info, 'add-service')
    await maya.getByRole('dialog').getByRole('button', { name: 'Snow Removal' }).click()
    const form = maya.getByRole('dialog', { name: 'Request Quotes for Snow Removal' })
    await form.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(said(maya, 'Please fill in all required fields')).toBeVisible()
    await fill(form, {
      'Service Description': 'Clear walks by 7am, salt the ramp',
      'Desired Start Date': day(0),
      'End Date': day(28),
    })
    await expect(form.getByText('33/200 characters')).toBeVisible()
    await form.getByLabel('Service Frequency').selectOption({ label: 'Weekly' })
    await look(maya, info, 'request-quotes')
    await form.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(
      maya.getByRole('alert').filter({ hasText: /Quote requests sent to \d+ vendors!/ }),
    ).toBeVisible()
    await expect(form).toBeHidden()
    await expect(maya.getByRole('heading', { name: 'Your Services (1)' })).toBeVisible()
  })

  await test.step('a vendor’s price appears in the open list and the open dialog without a reload [2.services.8] [2.services.12] [2.services.17-21] [2.received.4] [2.quotes.5]', async () => {
    await ned.goto('/home/services')
    const card = ned.getByRole('button', { name: /^Snow Removal/ })
    await expect(card).toContainText('Quotes pending for Service')
    await expect(card).toContainText('No quotes received yet.')
    const quote = await submitQuote(evergreen, 'Snow Removal', street, '120', '$516.00')
    await look(evergreen, info, 'quote-this-job')
    await quote.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(
      evergreen.getByRole('alert').filter({ hasText: 'Quote submitted successfully!' }),
    ).toBeVisible()
    await expect(card).toContainText('1 quote so far, from $120.00 a visit', { timeout: limit })

    for (const text of ['Quotes pending', 'Active'])
      await expect(ned.getByText(text, { exact: true })).toBeVisible()
    await card.click()
    const facts = ['Quotes pending for Service', 'Clear walks by 7am, salt the ramp', 'Every week']
    for (const text of ['Recurring service', ...facts, `Requested${formatLongDate(day(0))}`])
      await expect(ned.getByRole('dialog', { name: 'Snow Removal' })).toContainText(text)
    await look(ned, info, 'service-detail')
    await ned.getByRole('dialog').getByRole('button', { name: 'View Quotes' }).click()
    const received = ned.getByRole('dialog')
    await expect(received.getByRole('listitem')).toHaveCount(1)
    const cheaper = await submitQuote(curb, 'Snow Removal', street, '99.99', '$429.96')
    await cheaper.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(curb.getByRole('alert').filter({ hasText: 'Quote submitted successfully!' })).toBeVisible()
    await expect(received.getByRole('listitem')).toHaveCount(2, { timeout: limit })
    await expect(received.getByRole('listitem').first()).toContainText(names.curb)
    await look(ned, info, 'received-quotes')
  })

  await test.step('the neighbor accepts the cheapest quote; everybody sees it [2.services.16] [2.services.22] [2.received.3] [2.quotes.6] [6.tenant.3] [8.success.12]', async () => {
    await maya.goto('/home/services')
    const dialog = ned.getByRole('dialog')
    await dialog.getByRole('button', { name: `Accept Quote from ${names.curb}` }).click()
    await confirmAcceptance(dialog)
    const text = 'Quote accepted successfully! 5 appointment(s) created.'
    await expect(ned.getByRole('alert').filter({ hasText: text })).toBeVisible()
    const card = maya.getByRole('button', { name: /^Snow Removal/ })
    await expect(card).toContainText('Active Service', { timeout: limit })
    await expect(card).toContainText(names.curb)
    await card.click()
    const details = maya.getByRole('dialog', { name: 'Snow Removal' })
    await expect(details).toContainText('Active Service')
    await expect(details.getByRole('button', { name: 'View Quotes' })).toHaveCount(0)
    await maya.keyboard.press('Escape')
    await expect(details).toBeHidden()
    const visits = maya.getByRole('region', { name: 'Upcoming visits' })
    await expect(visits.getByText('Snow Removal')).toHaveCount(5)
    await expect(visits.getByText('$99.99').first()).toBeVisible()
    await look(maya, info, 'services')

    await evergreen.goto('/vendor/quotes?tab=lost')
    await expect(evergreen.getByRole('tab', { name: /Lost/ })).toContainText(/[1-9]/)
    const lost = evergreen.getByRole('article').filter({ hasText: street })
    await lost.getByRole('button', { name: 'View details' }).click()
    await expect(evergreen.getByRole('dialog')).toContainText('The building chose another vendor')
    await expect(evergreen.getByRole('dialog').getByRole('button', { name: /Quote$/ })).toHaveCount(0)
    await look(evergreen, info, 'lost-quote')
  })

  await test.step('the winner sees it in another browser: tabs, visits and figures [2.route.quotes-tab] [2.vendor.1] [2.vendor.6-9]', async () => {
    const second = await openBrowser(browser)
    await signIn(second, email(names.curb))
    await expect(second.getByText("Welcome back! Here's your business overview.")).toBeVisible()
    const figure = (label: string) => second.getByRole('article').filter({ hasText: label })
    await expect(figure('Revenue Opportunity (Next 7 Days)')).toContainText('$99.99')
    await expect(figure('Active Jobs')).toContainText('1')
    await expect(figure('Quote Requests Available')).toContainText(/\d/)
    await expect(figure('Next Appointment')).toContainText('9:00 AM · Snow Removal')
    for (const [name, path] of Object.entries(QUICK_ACTIONS))
      await expect(second.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    await expect(second.getByText('Activity feed coming soon...', { exact: true })).toBeVisible()
    await look(second, info, 'vendor-dashboard')
    await second.goto('/vendor/quotes?tab=accepted')
    await expect(second.getByRole('tab', { name: /Accepted/ })).toContainText('1')
    await expect(second.getByRole('article')).toContainText('$99.99')
    await look(second, info, 'vendor-quotes')
    await second.goto('/vendor/appointments')
    await expect(second.getByText(street)).toHaveCount(5)
    await look(second, info, 'vendor-visits')

    const other = await openBrowser(browser)
    await signIn(other, email(names.maya))
    await other.goto('/home/services')
    await expect(other.getByRole('heading', { name: 'Your Services (1)' })).toBeVisible()
    await expect(other.getByRole('button', { name: /^Snow Removal/ })).toContainText('Active Service')
  })
})
