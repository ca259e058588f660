import { expect } from '@playwright/test'
import { pdf } from '../sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'

const SERVICE = 'Salting and De-icing'

test('a vendor itemizes, another declines; a captain sees what is left out and accepts with extras [Product 2.4]', async ({
  browser,
}, info) => {
  const [maya, curb, rival, third] = await Promise.all([
    openBrowser(browser),
    openBrowser(browser),
    openBrowser(browser),
    openBrowser(browser),
  ])
  const company = unique('curb')
  const full = unique('full')
  const quick = unique('quick')
  await arriveAsCompany(curb, company, `${company}@example.com`, [SERVICE])
  await arriveAsCompany(rival, full, `${full}@example.com`, [SERVICE])
  await arriveAsCompany(third, quick, `${quick}@example.com`, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  const service_type_id = types.find(({ name }) => name === SERVICE)?.id
  await call(maya, 'services.request', {
    service_type_id,
    description: 'The ramp behind the house',
    service_type: 'recurring',
    required_every_weeks: 2,
    preferred_start_date: '2027-03-01',
    preferred_end_date: '2027-03-29',
    scope: [
      { key: 'places', answer: ['Ramp', 'Stairs'] },
      { key: 'product', answer: ['Safe for pets'] },
      { key: 'by', answer: ['6 AM'] },
    ],
  })
  const job = curb.getByRole('article').filter({ hasText: address })
  const dialog = curb.getByRole('dialog')

  await test.step('the vendor says on a phone what is included, what costs extra and what is offered', async () => {
    await curb.setViewportSize({ width: 375, height: 740 })
    await curb.goto('/vendor/quotes?tab=needs_quote')
    await job.getByRole('button', { name: /^Quote this job/ }).click()
    await dialog.getByLabel('Price per Visit').fill('80')
    await dialog.getByText('What is included, and extras').click()
    await dialog.getByLabel('Say for each line whether it is included').check()
    await dialog.getByRole('combobox', { name: 'Done by: 6 AM' }).selectOption('Not included')
    await dialog.getByRole('combobox', { name: 'Product: Safe for pets' }).selectOption('Costs extra')
    await dialog.getByLabel('One-time price').fill('150')
    await dialog.getByRole('button', { name: 'Add an Extra' }).click()
    await expect(dialog.getByLabel('Extra 1', { exact: true })).toBeFocused()
    await dialog.getByLabel('Extra 1', { exact: true }).fill('A bucket of sand')
    await dialog.getByLabel('Price of extra 1').fill('60')
    await dialog.getByLabel('Extra 1 is paid').selectOption('once')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('We salt before 7.')
    const file = { name: 'Our offer.pdf', mimeType: 'application/pdf', buffer: pdf('Offer') }
    await dialog.getByLabel('Add files to your quote').setInputFiles(file)
    await expect(dialog.getByRole('list', { name: 'Files of your quote' })).toContainText('Our offer.pdf')
    await expect(dialog.getByLabel('Price per Visit')).toHaveValue('80')
    await dialog.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(
      dialog.getByText('Extra price must be a price such as 95 or 1200.50, and more than 0'),
    ).toBeVisible()
    await expect(dialog.getByLabel('Extra price each visit')).toBeFocused()
    await dialog.getByLabel('Extra price each visit').fill('12.50')
    await expectAccessible(curb)
    await picture(curb, info, 'terms-form')
    await dialog.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(said(curb, 'Quote submitted successfully!')).toBeVisible()
  })

  await test.step('another vendor declines, with a reason', async () => {
    await rival.goto('/vendor/quotes?tab=needs_quote')
    await rival.getByRole('article').filter({ hasText: address }).getByRole('button').click()
    const theirs = rival.getByRole('dialog')
    await theirs.getByLabel('Price per Visit').fill('95')
    await theirs.getByRole('button', { name: 'Decline Request' }).click()
    await theirs.getByRole('button', { name: 'Go back' }).click()
    await expect(theirs.getByLabel('Price per Visit')).toHaveValue('95')
    await theirs.getByRole('button', { name: 'Decline Request' }).click()
    await theirs.getByRole('button', { name: 'Decline Request' }).click()
    await expect(theirs.getByText('Reason is required')).toBeVisible()
    await theirs.getByLabel('Reason').fill('We have no truck in March.')
    await expectAccessible(rival)
    await picture(rival, info, 'decline-request')
    await theirs.getByRole('button', { name: 'Decline Request' }).click()
    await expect(said(rival, 'Request declined')).toBeVisible()
    await rival.goto('/vendor/quotes?tab=lost')
    await rival.getByRole('article').filter({ hasText: address }).getByRole('button').click()
    await expect(rival.getByRole('dialog')).toContainText(
      'You declined this request. You wrote: We have no truck in March.',
    )
  })
  // A price alone, higher than the one that leaves something out.
  await call(third, 'quotes.submit', { id: await quoteFor(third, address), per_visit_price: 110_00 })

  const quotes = maya.getByRole('dialog')
  const ofCurb = quotes.getByRole('listitem').filter({ has: maya.getByRole('heading', { name: company }) })
  const ofQuick = quotes.getByRole('listitem').filter({ has: maya.getByRole('heading', { name: quick }) })
  await test.step('the captain reads what is left out; the lowest of those that leave nothing out is marked', async () => {
    await maya.goto('/home/services')
    await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
    await quotes.getByRole('button', { name: 'View Quotes' }).click()
    await expect(ofCurb).toContainText('$80.00 a visit')
    await expect(ofCurb).toContainText('Done by: 6 AM')
    await expect(ofCurb).toContainText('A bucket of sand, $60.00 once')
    await expect(ofCurb).toContainText('We salt before 7.')
    await expect(ofCurb.getByRole('link', { name: /Our offer\.pdf/ })).toBeVisible()
    await expect(ofCurb.getByText('Lowest', { exact: true })).toHaveCount(0)
    await expect(ofQuick).toContainText('Price only')
    await expect(ofQuick.getByText('Lowest', { exact: true })).toBeVisible()
    await expect(quotes.getByRole('region', { name: 'Vendors that do not quote' })).toContainText(
      `${full}: We have no truck in March.`,
    )
    await expectAccessible(maya)
    await picture(maya, info, 'quotes-with-terms')
  })

  await test.step('the vendor sees that it was opened', async () => {
    await curb.goto('/vendor/quotes?tab=submitted')
    await job.getByRole('button').click()
    await expect(dialog.getByText(/^The building opened your quote on /)).toBeVisible()
  })

  await test.step('the acceptance counts what is chosen, to the cent', async () => {
    const accept = quotes.getByRole('button', { name: `Accept Quote from ${company}` })
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await accept.click()
    // What was asked for is chosen; the rest is not.
    await expect(quotes.getByLabel('Product: Safe for pets, $12.50 each visit')).toBeChecked()
    await expect(quotes.getByText('$92.50 a visit, and $150.00 once, with the first')).toBeVisible()
    await quotes.getByLabel('A bucket of sand, $60.00 once').check()
    await expect(quotes.getByText('$92.50 a visit, and $210.00 once, with the first')).toBeVisible()
    // Three visits.
    await expect(quotes.getByText('$487.50')).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'acceptance-extras')
    await quotes.getByRole('button', { name: 'Accept Quote', exact: true }).click()
    await expect(said(maya, 'Quote accepted successfully! 3 appointment(s) created.')).toBeVisible()
    const visits = maya.getByRole('region', { name: 'Upcoming visits' }).getByRole('listitem')
    await expect(visits).toContainText(['$302.50', '$92.50', '$92.50'])
  })

  await test.step('the vendor reads what was chosen', async () => {
    await curb.goto('/vendor/quotes?tab=accepted')
    await job.getByRole('button').click()
    await expect(dialog).toContainText('$92.50 per visit')
    await expect(dialog).toContainText('A bucket of sand, $60.00 once.')
    await expect(dialog).toContainText('$210.00 once, with the first visit.')
    await picture(curb, info, 'terms-accepted')
  })
})
