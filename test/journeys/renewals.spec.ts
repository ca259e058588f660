import { expect } from '@playwright/test'
import { addDays, addYears, formatLongDate, today } from '../../src/domain/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'

const SERVICE = 'Dog Waste Stations'
const ZONE = 'America/Los_Angeles'

test('an agreement that ends soon is renewed by the word of both sides [Product 2.9]', async ({
  browser,
}, info) => {
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

  await test.step('the vendor reads when it ends, and offers another price, on a phone', async () => {
    await vera.setViewportSize({ width: 375, height: 740 })
    await vera.goto('/vendor/quotes?tab=accepted')
    await vera.getByRole('article').filter({ hasText: address }).getByRole('button').click()
    const renewal = vera.getByRole('dialog').getByRole('region', { name: 'Renewal' })
    await expect(renewal).toContainText(`The agreement ends on ${formatLongDate(end)}, in 60 days.`)
    await renewal.getByRole('button', { name: 'Renegotiate' }).click()
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
    await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
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
