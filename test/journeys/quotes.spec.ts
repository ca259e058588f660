import { expect } from '@playwright/test'
import { today } from '../../src/domain/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany } from './arrive.ts'
import { breaking, silence } from './intercept.ts'
import { test } from './journey.ts'
import { confirmAcceptance, fill, home, openBrowser, picture, said, signIn, unique } from './people.ts'

const ONE_COLUMN = /^[\d.]+px$/

test('submitting, changing and accepting a price show errors, and then success', async ({
  browser,
}, info) => {
  const phone = info.project.name === 'phone'
  const [maya, curb] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const company = unique('curb')
  const job = curb.getByRole('article').filter({ hasText: address['Street Address'] })
  const dialog = curb.getByRole('dialog', { name: 'Masonry and Stoop Repair' })
  const price = dialog.getByLabel('Price per Visit')
  await arriveAsCompany(curb, company, `${company}@example.com`, ['Masonry and Stoop Repair'])
  const email = `${unique('maya')}@example.com`
  await arriveAsCaptain(maya, 'Maya', email, address)

  await test.step('the list before the first service, and the list of types [2.services.1] [2.services.2]', async () => {
    await maya.goto('/home/services')
    await expect(maya.getByText('Manage your building services')).toBeVisible()
    await expect(maya.getByRole('heading', { name: 'Your Services (0)' })).toBeVisible()
    await maya.getByRole('button', { name: '+ Add Service' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Masonry and Stoop Repair' }).click()
  })

  await test.step('a failed request shows an error and keeps the input [2.services.24] [5.request.9] [8.quotes.5] [8.success.11]', async () => {
    const form = maya.getByRole('dialog', { name: 'Request Quotes for Masonry and Stoop Repair' })
    await expect(form.getByLabel('Desired Start Date')).toHaveAttribute(
      'min',
      today(new Date(), 'America/Los_Angeles'),
    )
    await expect(form.getByLabel('Service Frequency')).toHaveValue('4')
    await fill(form, {
      'Service Description': 'Two loose boards',
      'Desired Start Date': today(new Date(), 'America/Los_Angeles'),
    })
    await form.getByLabel('One-time').check()
    await expect(form.getByLabel('Service Frequency')).toHaveCount(0)
    const mend = await breaking(maya, 'services.request')
    await form.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(said(maya, `Error requesting quotes: ${silence}`)).toBeVisible()
    await mend()
    await form.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(said(maya, /^Quote requests sent to \d+ vendors!$/)).toBeVisible()
    await expect(form).toBeHidden()
  })

  await test.step('a job that does not load shows what the list knows, and loads again', async () => {
    await curb.goto('/vendor/quotes?tab=needs_quote')
    const mend = await breaking(curb, 'quotes.get')
    await job.getByRole('button', { name: 'Quote this job' }).click()
    await expect(dialog.getByText('“Two loose boards”')).toBeVisible()
    await expect(dialog.getByText(silence)).toBeVisible()
    await expect(price).toHaveCount(0)
    await mend()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(price).toBeFocused()
  })

  await test.step('an invalid price, and a price that fails to save [5.price.3] [8.quotes.1] [8.quotes.3]', async () => {
    await price.fill('12.345')
    await dialog.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(said(curb, 'Please enter a valid per-visit price')).toBeVisible()
    await expect(price).toBeFocused()
    await expectAccessible(curb)
    await price.fill('300')
    const mend = await breaking(curb, 'quotes.submit')
    await dialog.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(said(curb, `Error submitting quote: ${silence}`)).toBeVisible()
    await mend()
  })

  await test.step('no quotes yet, then the first [2.received.1] [8.success.9] [8.empty.1] [9.layout.4]', async () => {
    const card = maya.getByRole('button', { name: /Masonry and Stoop Repair/ })
    // A single card has half the width: the other half is for the second column, which a phone doesn't have.
    await expect(maya.getByRole('main').locator('div').filter({ has: card }).last()).toHaveCSS(
      'grid-template-columns',
      phone ? ONE_COLUMN : /^([\d.]+px) \1$/,
    )
    await card.click()
    await expect(maya.getByRole('dialog')).toContainText('One-time service')
    await maya.getByRole('dialog').getByRole('button', { name: 'View Quotes' }).click()
    await expect(
      maya.getByText('No quotes received yet. Vendors are still reviewing your request.', { exact: true }),
    ).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'no-quotes-received')
    await dialog.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(said(curb, 'Quote submitted successfully!')).toBeVisible()
    await expect(maya.getByRole('dialog').getByRole('listitem')).toContainText(company)
    await expect(maya.getByRole('dialog').getByRole('listitem')).toContainText('88 Minor Ave, Seattle, WA')
    await expect(maya.getByRole('dialog').getByRole('listitem')).toContainText('$300.00')
  })

  await test.step('a price changes during an acceptance [2.quotes.4] [8.quotes.2] [8.success.10]', async () => {
    await curb.goto('/vendor/quotes?tab=submitted')
    await job.getByRole('button').click()
    await expect(price).toHaveValue('300.00')
    await price.fill('280')
    const mend = await breaking(curb, 'quotes.update')
    await dialog.getByRole('button', { name: 'Update Quote' }).click()
    await expect(said(curb, `Error updating quote: ${silence}`)).toBeVisible()
    await mend()
    await dialog.getByRole('button', { name: 'Update Quote' }).click()
    await expect(said(curb, 'Quote updated successfully!')).toBeVisible()
    await expect(dialog).toBeHidden()
    await job.getByRole('button').click()
    await expect(price).toHaveValue('280.00')
    await curb.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('after the start date no quote can be accepted before the dates are edited [2.received.5]', async () => {
    const late = await openBrowser(browser)
    await signIn(late, email)
    await late.waitForURL('**/home/dashboard')
    await late.clock.setFixedTime(Date.now() + 3 * 24 * 60 * 60 * 1000)
    await late.goto('/home/services')
    await late.getByRole('button', { name: /Masonry and Stoop Repair/ }).click()
    const text =
      /^The start date of this request, .*, has passed\. Edit the request to choose new dates; then a quote can be accepted\.$/
    await late.getByRole('dialog').getByRole('button', { name: 'View Quotes' }).click()
    await expect(late.getByText(text)).toBeVisible()
    await expect(late.getByRole('button', { name: /^Accept Quote/ })).toHaveCount(0)
    await expect(late.getByRole('dialog').getByRole('button', { name: 'Edit Request' })).toBeVisible()
    await expectAccessible(late)
    await picture(late, info, 'quotes-after-start')
    await late.close()
    await expect(maya.getByText(text)).toHaveCount(0)
  })

  await test.step('a failed acceptance changes nothing [8.quotes.6]', async () => {
    const quote = maya.getByRole('dialog').getByRole('listitem')
    await expect(quote).toContainText('$280.00')
    const mend = await breaking(maya, 'quotes.accept')
    // An element that has just moved can't be clicked for a moment.
    const accept = quote.getByRole('button', { name: `Accept Quote from ${company}` })
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await accept.click()
    await confirmAcceptance(maya.getByRole('dialog'))
    await expect(said(maya, `Error accepting quote: ${silence}`)).toBeVisible()
    await mend()
    await accept.click()
    await confirmAcceptance(maya.getByRole('dialog'))
    await expect(said(maya, 'Quote accepted successfully! 1 appointment(s) created.')).toBeVisible()
    await expect(maya.getByRole('button', { name: /^Masonry and Stoop Repair/ })).toContainText(
      'Active Service',
    )
  })

  await test.step('each tab has its count; an accepted quote is read-only [2.quotes.1-3] [2.quotes.6]', async () => {
    await curb.goto('/vendor/quotes')
    await expect(curb.getByRole('tab')).toHaveText([
      /^Quotes/,
      /^Appointments/,
      'Calendar',
      /^All Jobs \d+$/,
      /^Needs Quote \d+$/,
      /^Submitted \d+$/,
      /^Accepted 1$/,
      /^Lost \d+$/,
    ])
    await expect(curb.getByRole('list').filter({ has: job })).toHaveCSS(
      'grid-template-columns',
      phone ? ONE_COLUMN : /^[\d.]+px( [\d.]+px)+$/,
    )
    await job.getByRole('button').click()
    await expect(dialog).toContainText(address['Street Address'])
    await expect(dialog).toContainText('The building accepted your quote')
    await expect(price).toHaveCount(0)
    await expectAccessible(curb)
  })
})
