import { type Browser, expect } from '@playwright/test'
import { addDays, addYears, formatLongDate, today } from '../../src/domain/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'

const SERVICE = 'Dog Waste Stations'
const ZONE = 'America/Los_Angeles'

/** A building with an agreement that ends in sixty days. */
async function agreement(browser: Browser) {
  const [maya, vera] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const company = unique('stations')
  await arriveAsCompany(vera, company, `${company}@example.com`, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')
  const now = today(new Date(), ZONE)
  const end = addDays(now, 60)
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === SERVICE)?.id,
    description: 'Two stations by the path',
    service_type: 'recurring',
    required_every_weeks: 2,
    preferred_start_date: addDays(now, 4),
    preferred_end_date: end,
  })
  const quote = await quoteFor(vera, address)
  await call(vera, 'quotes.submit', { id: quote, per_visit_price: 42_00 })
  await call(maya, 'quotes.accept', { id: quote, per_visit_price: 42_00 })
  return { maya, vera, company, address, end }
}

test('an agreement that ends soon is renewed by the word of both sides [Product 2.9]', async ({
  browser,
}, info) => {
  const { maya, vera, company, address, end } = await agreement(browser)

  await test.step('the vendor reads when it ends, and offers another price, on a phone', async () => {
    await vera.setViewportSize({ width: 375, height: 740 })
    await vera.goto('/vendor/quotes?tab=accepted')
    await vera.getByRole('article').filter({ hasText: address }).getByRole('button').click()
    const renewal = vera.getByRole('dialog').getByRole('region', { name: 'Renewal' })
    await expect(renewal).toContainText(`The agreement ends on ${formatLongDate(end)}, in 60 days.`)
    // At the same price first, and taken back.
    await renewal.getByRole('button', { name: 'Renew' }).click()
    await expect(renewal.getByLabel('Price per Visit')).toHaveCount(0)
    await renewal.getByRole('button', { name: 'Send Offer' }).click()
    await expect(renewal).toContainText(`until ${formatLongDate(addYears(end, 1))}, for $42.00 a visit`)
    await renewal.getByRole('button', { name: 'Take Back' }).click()
    await renewal.getByRole('button', { name: 'Renegotiate' }).click()
    await expect(renewal).toBeFocused()
    await renewal.getByLabel('Price per Visit').fill('free')
    await renewal.getByRole('button', { name: 'Send Offer' }).click()
    await expect(renewal.getByLabel('Price per Visit')).toHaveAttribute('aria-invalid', 'true')
    await renewal.getByLabel('Price per Visit').fill('44.50')
    await renewal.getByLabel('Note').fill('The bags cost more now.')
    await expectAccessible(vera)
    await picture(vera, info, 'renewal-offer')
    await renewal.getByRole('button', { name: 'Send Offer' }).click()
    await expect(said(vera, 'Offer sent.')).toBeVisible()
    await expect(renewal).toContainText(`until ${formatLongDate(addYears(end, 1))}, for $44.50 a visit`)
    await expect(renewal.getByRole('button', { name: 'Take Back' })).toBeVisible()
  })

  await test.step('the captain reads it beside the service, and agrees', async () => {
    await maya.goto('/home/services')
    const card = maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) })
    await expect(card).toContainText('Nothing renews it by itself.')
    await card.click()
    const dialog = maya.getByRole('dialog')
    const renewal = dialog.getByRole('region', { name: 'Renewal' })
    await expect(renewal).toContainText(`${company} offers to go on until`)
    await expect(renewal).toContainText('The bags cost more now.')
    await expectAccessible(maya)
    await picture(maya, info, 'renewal')
    await renewal.getByRole('button', { name: 'Agree' }).click()
    await expect(said(maya, /Renewed: \d+ visits are booked\./)).toBeVisible()
    await expect(renewal).toContainText(
      `Renewed until ${formatLongDate(addYears(end, 1))}, for $44.50 a visit`,
    )
    await expect(dialog).toContainText(`Ends${formatLongDate(addYears(end, 1))}`)
    await expect(renewal.getByRole('button')).toHaveCount(0)
    // Live at the vendor's.
    await expect(vera.getByRole('dialog').getByRole('region', { name: 'Renewal' })).toContainText(
      'Renewed until',
    )
  })
})

test('a captain asks vendors again for the time after an agreement, which goes on until its end [Product 2.9]', async ({
  browser,
}, info) => {
  const { maya, vera, address, end } = await agreement(browser)
  await maya.goto('/home/services')
  await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
  const dialog = maya.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ask again' }).click()
  await expect(dialog.getByRole('heading', { name: `Ask again for ${SERVICE}` })).toBeVisible()
  await expect(dialog.getByLabel('Service Description')).toHaveValue('Two stations by the path')
  const start = dialog.getByLabel('Start Date')
  const first = await start.inputValue()
  expect(first > end).toBe(true)
  await start.fill(end)
  await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
  await expect(dialog).toContainText(`after ${formatLongDate(end)}`)
  await start.fill(first)
  await picture(maya, info, 'ask-again')
  await expectAccessible(maya)
  await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
  const cards = maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) })
  await expect(cards).toHaveCount(2)
  await expect(cards.filter({ hasText: 'Quotes pending for Service' })).toHaveCount(1)
  await maya.goto('/home/services')
  await cards.filter({ hasText: 'Active Service' }).click()
  await expect(dialog.getByRole('region', { name: 'Renewal' })).toContainText(
    'has a card of its own among your services',
  )
  // The present vendor is asked like the others.
  await vera.goto('/vendor/quotes?tab=needs_quote')
  await expect(vera.getByRole('article').filter({ hasText: address })).toHaveCount(1)
})
