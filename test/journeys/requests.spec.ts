import { expect } from '@playwright/test'
import { addDays, formatMonthDay, formatShortDate, today } from '../../src/domain/calendar.ts'
import { mailsTo } from '../mail-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call, requestOneVisit } from './arrive.ts'
import { bookedToday, PHOTO } from './booked-today.ts'
import { test } from './journey.ts'
import { confirmAcceptance, fill, openBrowser, picture, said, unique } from './people.ts'
import { MAIL, write } from './portal-data.ts'

const SERVICE = 'Holiday Lights'
const now = today(new Date(), 'America/Los_Angeles')
const day = (after: number) => addDays(now, after)

test('a request is edited, reviewed before it is accepted, and each round keeps its words; then one is withdrawn', async ({
  browser,
}, info) => {
  test.slow() // three people, and axe checks each open dialog
  const [maya, curb, rival] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  const [company, other] = [unique('curb'), unique('rival')]
  await arriveAsCompany(curb, company, `${company}@example.com`, [SERVICE])
  await arriveAsCompany(rival, other, `${other}@example.com`, [SERVICE])
  const { address, email } = await arriveAsResident(maya, 'Maya')
  await call(maya, 'profiles.update', {
    first_name: 'Maya',
    last_name: 'Rivera',
    email,
    phone: '(206) 555-0177',
    unit_number: '4C',
  })
  const cards = (description: string, vendor = curb) =>
    vendor.getByRole('article').filter({ hasText: address }).filter({ hasText: description })
  /** Both vendors get a mail with this sentence. */
  const expectMailed = async (sentence: string) => {
    for (const name of [company, other])
      await expect
        .poll(() => mailsTo(MAIL, `${name}@example.com`).join().replace(/\s+/g, ' '))
        .toContain(sentence)
  }
  const quoteOf = async (vendor: typeof curb) => {
    const quotes = await ask<{ id: string; address: string }[]>(vendor, 'quotes.list', {
      tab: 'needs_quote',
      page: 1,
    })
    return quotes.find((quote) => quote.address === address)?.id
  }
  const card = maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) })
  const dialog = maya.getByRole('dialog')
  const accept = (name: string) => dialog.getByRole('button', { name: `Accept Quote from ${name}` })

  await test.step('after its start has passed, a request is edited; its vendors confirm their prices', async () => {
    await requestOneVisit(maya, SERVICE, 'White lights on the stoop')
    await call(curb, 'quotes.submit', { id: await quoteOf(curb), per_visit_price: 120_00 })
    await call(rival, 'quotes.submit', { id: await quoteOf(rival), per_visit_price: 150_00 })
    await write(
      `update building_services set preferred_start_date = $1 where building_id = (select id from buildings where address = $2)`,
      day(-1),
      address,
    )
    await maya.goto('/home/services')
    await card.click()
    await dialog.getByRole('button', { name: 'View Quotes' }).click()
    await expect(dialog).toContainText('has passed. Edit the request to choose new dates')
    await expect(dialog.getByRole('button', { name: /^Accept Quote/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Edit Request' }).click()
    await expect(maya.getByRole('dialog', { name: `Edit Request for ${SERVICE}` })).toBeVisible()
    await expect(dialog.getByLabel('Service Description')).toHaveValue('White lights on the stoop')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(maya.getByText(/Desired Start Date must be today or later/).first()).toBeVisible()
    await fill(dialog, {
      'Service Description': 'White lights, stoop and tree',
      'Desired Start Date': day(2),
    })
    await expectAccessible(maya)
    await picture(maya, info, 'request-edit')
    await rival.goto('/vendor/quotes?tab=submitted')
    await cards('White lights on the stoop', rival).getByRole('button').click()
    await expect(rival.getByRole('button', { name: 'Update Quote' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(said(maya, 'Request changed. Its vendors are told.')).toBeVisible()
    await expectMailed(
      `${address} has changed its request for ${SERVICE}, once, on ${formatShortDate(day(2))}.`,
    )
    await dialog.getByRole('button', { name: 'View Quotes' }).click()
    await expect(dialog.getByText('For the earlier request')).toHaveCount(2)
    await expect(dialog.getByRole('button', { name: /^Accept Quote/ })).toHaveCount(0)
    await picture(maya, info, 'quotes-for-earlier-request')

    // A dialog that is open says so: the price is for what it shows now.
    await expect(rival.getByRole('dialog').getByRole('alert')).toContainText(
      'The building has just changed this request.',
    )
    await expect(rival.getByRole('dialog')).toContainText('White lights, stoop and tree')
    await expectAccessible(rival)
    await picture(rival, info, 'vendor-quote-changed')

    await curb.goto('/vendor/quotes?tab=submitted')
    await expect(cards('White lights, stoop and tree')).toContainText('For the earlier request')
    await cards('White lights, stoop and tree').getByRole('button').click()
    await expect(curb.getByRole('dialog')).toContainText('The building changed its request')
    await curb.getByRole('dialog').getByRole('button', { name: 'Confirm Quote' }).click()
    await expect(curb.getByRole('dialog')).toBeHidden()
    await expect(cards('White lights, stoop and tree')).toContainText('Submitted')
    await expect(accept(company)).toBeVisible()
  })

  await test.step('before it is accepted, a quote says what it books, costs and refuses', async () => {
    await expect(accept(company)).not.toHaveAttribute('aria-disabled', 'true')
    await accept(company).click()
    await expect(dialog).toContainText('1 visit')
    await expect(dialog).toContainText(formatShortDate(day(2), now))
    await expect(dialog).toContainText('$120.00')
    await expect(dialog).toContainText(`${other}. They get an email.`)
    await expectAccessible(maya)
    await picture(maya, info, 'acceptance-review')
    await dialog.getByRole('button', { name: 'All quotes' }).click()
    await expect(accept(company)).not.toHaveAttribute('aria-disabled', 'true')
    await accept(company).click()
    // While it is open, the vendor changes the price: nothing is accepted that was not shown.
    await call(curb, 'quotes.update', {
      id: (await ask<{ id: string }[]>(curb, 'quotes.list', { tab: 'submitted', page: 1 }))[0]?.id,
      per_visit_price: 110_00,
    })
    const changed = `${company} changed the price to $110.00 a visit. Please look at it again.`
    await expect(said(maya, changed)).toBeVisible()
    await expect(accept(company)).toBeVisible()
    await expect(accept(company)).not.toHaveAttribute('aria-disabled', 'true')
    await accept(company).click()
    await expect(dialog).toContainText('$110.00')
    await confirmAcceptance(dialog)
    await expect(said(maya, 'Quote accepted successfully! 1 appointment(s) created.')).toBeVisible()
    await expect(card).toContainText('Active Service')
  })

  await test.step('from the acceptance on, vendor and captain see how to reach each other', async () => {
    await card.click()
    await expect(dialog.getByRole('link', { name: `${company}@example.com` })).toBeVisible()
    await expect(dialog.getByRole('link', { name: '(206) 555-0142' })).toHaveAttribute(
      'href',
      'tel:2065550142',
    )
    await expectAccessible(maya)
    await picture(maya, info, 'service-accepted')
    await maya.keyboard.press('Escape')
    await curb.goto('/vendor/quotes?tab=accepted')
    await cards('White lights').getByRole('button').click()
    await expect(curb.getByRole('dialog').getByRole('link', { name: email })).toBeVisible()
    await expect(curb.getByRole('dialog').getByRole('link', { name: '(206) 555-0177' })).toHaveAttribute(
      'href',
      'tel:2065550177',
    )
    await picture(curb, info, 'quote-accepted')
    await curb.keyboard.press('Escape')
    await expect(curb.getByRole('dialog')).toBeHidden()
  })

  await test.step('a moved visit’s card shows its day; a cancelled one-time job is finished, and not counted', async () => {
    await expect(cards('White lights')).toContainText(`One-time · ${formatMonthDay(day(2), now)}`)
    const { visits } = await ask<{ visits: { id: string }[] }>(curb, 'visits.upcoming', { page: 1 })
    const shown = { id: visits[0]?.id, shown_time: '09:00' }
    const moved = { scheduled_date: day(5), scheduled_time: '09:00' }
    await call(curb, 'visits.move', { ...shown, ...moved, shown_date: day(2), reason: 'Rain' })
    await expect(cards('White lights')).toContainText(`One-time · ${formatMonthDay(day(5), now)}`)
    await expect(card).toContainText(formatShortDate(day(5), now))
    await call(curb, 'visits.cancel', { ...shown, shown_date: day(5), reason: 'The lights broke' })
    await expect(cards('White lights')).toContainText('One-time · no visits to come')
    await expect(card).toContainText('Finished')
    const { services } = await ask<{ services: unknown }>(maya, 'billing.dashboard')
    expect(services).toEqual({ subscribed: 0, waiting: 0, quoted: 0 })
  })

  await test.step('asking again leaves the first round’s cards as they were, of the winner and of the loser', async () => {
    await requestOneVisit(maya, SERVICE, 'Take them down again')
    const [won, lost] = [cards('White lights, stoop and tree'), cards('White lights, stoop and tree', rival)]
    for (const vendor of [curb, rival]) {
      await vendor.goto('/vendor/quotes?tab=all')
      await expect(cards('Take them down again', vendor)).toContainText('Needs quote')
      await expect(cards('Take them down again', vendor)).toContainText('One-time · Jan 4, 2099')
    }
    await expect(won).toContainText('Accepted')
    await expect(won).toContainText('One-time · no visits to come')
    await expect(won).toContainText('$110.00 per visit')
    await expect(lost).toContainText('Lost')
    await expect(lost).toContainText(`One-time · ${formatMonthDay(day(2), now)}`)
    await expect(lost).toContainText('$150.00 per visit')
    await picture(curb, info, 'rounds')
    await won.getByRole('button').click()
    await expect(curb.getByRole('dialog')).toContainText('No visit is to come.')
    await expect(curb.getByRole('dialog')).toContainText(`Date${formatShortDate(day(2), now)}`)
    await curb.keyboard.press('Escape')
    await expect(curb.getByRole('dialog')).toBeHidden()
  })

  await test.step('a request is withdrawn, and its vendors are told', async () => {
    await expect(card).toContainText('Quotes pending')
    await card.click()
    await expectAccessible(maya)
    await picture(maya, info, 'request-open')
    await dialog.getByRole('button', { name: 'Withdraw Request' }).click()
    const step = maya.getByRole('dialog', { name: `Withdraw the request for ${SERVICE}` })
    await expect(step).toContainText('All 2 vendors read your reason')
    await step.getByRole('button', { name: 'Withdraw Request' }).click()
    await expect(step.getByText('Reason is required')).toBeVisible()
    await step.getByLabel('Reason').fill('The neighbors do it themselves.')
    await expectAccessible(maya)
    await picture(maya, info, 'request-withdraw')
    await step.getByRole('button', { name: 'Withdraw Request' }).click()
    await expect(said(maya, 'Request withdrawn')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(cards('Take them down again')).toContainText('Withdrawn')
    await expectMailed(`${address} no longer asks for ${SERVICE}.`)
    await expectMailed('They write: The neighbors do it themselves.')
    await cards('Take them down again').getByRole('button').click()
    await expect(curb.getByRole('dialog')).toContainText('They write: The neighbors do it themselves.')
  })
})

test('a one-time job that was done today is finished, and no longer counted', async ({ browser }) => {
  const { maya, curb } = await bookedToday(browser, {})
  const card = maya.getByRole('button', { name: /^Gutter Cleaning/ })
  const counted = maya.getByRole('article').filter({ hasText: 'Number of Services Subscribed To' })
  await expect(counted).toContainText('1Active now')
  await maya.goto('/home/services')
  await expect(card).toContainText('Active Service')
  const { visits } = await ask<{ visits: { id: string }[] }>(curb, 'visits.upcoming', { page: 1 })
  await call(curb, 'visits.complete', { id: visits[0]?.id })
  await expect(card).toContainText('Finished')
  await maya.goto('/home/dashboard')
  await expect(counted).toContainText('0No active service yet')
})

test('a request names its scope and its days, gets more time and more vendors, and its building’s answers are remembered [Product 2.1] [Product 2.2]', async ({
  browser,
}, info) => {
  test.slow()
  const [maya, curb, rival] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  const [company, other] = [unique('curb'), unique('rival')]
  await arriveAsCompany(curb, company, `${company}@example.com`, ['Graffiti Removal'])
  await arriveAsCompany(rival, other, `${other}@example.com`, ['Graffiti Removal'])
  const { address } = await arriveAsResident(maya, 'Maya')
  const dialog = maya.getByRole('dialog')
  const card = maya.getByRole('button', { name: /^Graffiti Removal/ })
  const scope = dialog.getByRole('group', { name: 'Scope of work' })
  const openForm = async () => {
    await maya.getByRole('button', { name: 'Add Service' }).click()
    await dialog.getByRole('button', { name: /^Graffiti Removal/ }).click()
    await expect(scope).toBeVisible()
  }

  await test.step('the form asks what the trade asks; a wrong answer is said at its question', async () => {
    await maya.goto('/home/services')
    await openForm()
    await expect(dialog.getByLabel('Quotes by')).toHaveValue(day(7))
    await expect(dialog.getByLabel('Decide by')).toHaveValue(day(14))
    await fill(dialog, { 'Service Description': 'The back wall', 'Desired Start Date': day(10) })
    await expect(dialog.getByLabel('Decide by')).toHaveValue(day(10))
    await scope.getByRole('group', { name: 'Surfaces' }).getByLabel('Brick').check()
    await scope.getByLabel('Area (sq ft)').fill('a lot')
    await scope.getByLabel('Removed within').selectOption('2 days')
    await dialog.getByRole('combobox', { name: 'Vendors not to ask' }).click()
    await maya.getByRole('option', { name: new RegExp(other) }).click()
    await maya.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(scope.getByText('Area must be a number from 0 to 1,000,000')).toBeVisible()
    await expect(scope.getByLabel('Area (sq ft)')).toBeFocused()
    await scope.getByLabel('Area (sq ft)').fill('120')
    await dialog.getByLabel('Add photos or files').setInputFiles([PHOTO])
    await expect(dialog.getByRole('list', { name: 'Photos and files' })).toContainText('photo.jpg')
    await expectAccessible(maya)
    await picture(maya, info, 'request-scope')
    await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('Decide by')
  })

  await test.step('the asked vendor reads the scope, the days and how many were asked', async () => {
    await curb.goto('/vendor/quotes?tab=needs_quote')
    const job = curb.getByRole('article').filter({ hasText: address })
    await expect(job).toContainText(`Quotes by ${formatShortDate(day(7), now)}`)
    await job.getByRole('button').click()
    const quote = curb.getByRole('dialog', { name: 'Graffiti Removal' })
    await expect(quote).toContainText('Area120 sq ft')
    await expect(quote).toContainText('Removed within2 days')
    await expect(quote).toContainText(`Decide by${formatShortDate(day(10), now)}`)
    await expect(quote).toContainText(/Vendors asked\d/)
    const image = quote.getByRole('list', { name: 'Photos and files' }).locator('img')
    await expect
      .poll(() => image.evaluate((img) => ('naturalWidth' in img ? img.naturalWidth : 0)))
      .toBeGreaterThan(0)
    await expectAccessible(curb)
    await picture(curb, info, 'vendor-quote-scope')
    await rival.goto('/vendor/quotes?tab=needs_quote')
    await expect(rival.getByRole('article').filter({ hasText: address })).toHaveCount(0)
  })

  await test.step('a vendor asks without a name, and the building answers for all [Product 2.3]', async () => {
    const quote = curb.getByRole('dialog', { name: 'Graffiti Removal' })
    await quote.getByRole('button', { name: 'Ask a question' }).click()
    await quote.getByRole('button', { name: 'Send Question' }).click()
    await expect(quote.getByText('Question is required')).toBeVisible()
    await quote.getByLabel('Question', { exact: true }).fill('Is there a tap in the yard?')
    await expectAccessible(curb)
    await quote.getByRole('button', { name: 'Send Question' }).click()
    await expect(quote.getByRole('region', { name: 'Questions' })).toContainText(
      'You asked: “Is there a tap in the yard?”',
    )
    await card.click()
    const asked = dialog.getByRole('region', { name: 'Questions' })
    await expect(asked).toContainText('A vendor asked: “Is there a tap in the yard?”')
    await asked.getByLabel('Answer').fill('Yes, by the back door.')
    await expectAccessible(maya)
    await picture(maya, info, 'request-question')
    await asked.getByRole('button', { name: 'Send Answer' }).click()
    await expect(said(maya, 'Answer sent to all vendors that you asked.')).toBeVisible()
    await expect(quote.getByRole('region', { name: 'Questions' })).toContainText('Yes, by the back door.')
    await picture(curb, info, 'vendor-quote-question')
    await maya.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('more time, which can only become later, reaches the open dialog of the vendor', async () => {
    await card.click()
    await expect(dialog).toContainText('SurfacesBrick')
    await dialog.getByLabel('Add photos or files').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await expect(said(maya, /^notes.txt: /)).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove photo.jpg' }).click()
    await maya.getByRole('dialog', { name: 'Remove file' }).getByRole('button', { name: 'Remove' }).click()
    await expect(dialog.getByRole('list', { name: 'Photos and files' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'More Time' }).click()
    await fill(dialog, { 'Quotes by': day(5) })
    await dialog.getByRole('button', { name: 'Give More Time' }).click()
    await expect(dialog.getByText('Quotes by can only become later')).toBeVisible()
    await fill(dialog, { 'Quotes by': day(9), 'Decide by': day(12) })
    await expectAccessible(maya)
    await picture(maya, info, 'request-more-time')
    await dialog.getByRole('button', { name: 'Give More Time' }).click()
    await expect(said(maya, 'More time given. The vendors are told.')).toBeVisible()
    await expect(curb.getByRole('dialog')).toContainText(`Quotes by${formatShortDate(day(9), now)}`)
  })

  await test.step('a vendor that was left out is asked after all', async () => {
    await dialog.getByRole('button', { name: 'Ask More Vendors' }).click()
    await dialog.getByRole('button', { name: 'Ask Vendors' }).click()
    await expect(dialog.getByText('Choose at least one vendor')).toBeVisible()
    await dialog.getByLabel(new RegExp(other)).check()
    await expectAccessible(maya)
    await picture(maya, info, 'request-ask-more')
    await dialog.getByRole('button', { name: 'Ask Vendors' }).click()
    await expect(said(maya, '1 more vendor was asked.')).toBeVisible()
    await expect(rival.getByRole('article').filter({ hasText: address })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Ask More Vendors' })).toHaveCount(0)
    await picture(maya, info, 'request-details')
  })

  await test.step('asked again, the form has the answers of before', async () => {
    await dialog.getByRole('button', { name: 'Withdraw Request' }).click()
    await dialog.getByLabel('Reason').fill('Rain.')
    await dialog.getByRole('button', { name: 'Withdraw Request' }).click()
    await expect(dialog).toBeHidden()
    await openForm()
    await expect(scope.getByRole('group', { name: 'Surfaces' }).getByLabel('Brick')).toBeChecked()
    await expect(scope.getByLabel('Area (sq ft)')).toHaveValue('120')
    await expect(scope.getByLabel('Removed within')).toHaveValue('2 days')
    await expect(dialog.getByLabel('Service Description')).toHaveValue('')
  })
})
