import { type Browser, expect, type Page } from '@playwright/test'
import { firstFee } from '../../src/domain/billing/proration.ts'
import { today } from '../../src/domain/calendar.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { expectAccessible } from './accessible.ts'
import { ask } from './arrive.ts'
import { test } from './journey.ts'
import { picture } from './people.ts'
import { expectStripe, onlinePayments, paidVendor, payingCaptain, stripePortal } from './stripe-portal.ts'

const own = stripePortal()

const FEE = formatMoney(firstFee(today(new Date(), 'America/Los_Angeles')))

const captain = async (browser: Browser) => (await payingCaptain(browser, own.origin)).page

const due = (page: Page) => page.getByRole('region', { name: 'Next payment due' })
const history = (page: Page) => page.getByRole('region', { name: 'Payment history' })
const payNow = (page: Page) => due(page).getByRole('button', { name: 'Pay Now' })

test('a captain pays the fee on Stripe’s page [Product 3.3]', async ({ browser }, info) => {
  const maya = await captain(browser)

  await test.step('who cancels there has paid nothing', async () => {
    await expectAccessible(maya)
    await picture(maya, info, 'pay-online')
    await payNow(maya).click()
    await expectStripe(maya)
    await expect(maya.getByText(FEE)).toBeVisible()
    await maya.getByRole('button', { name: 'Cancel' }).click()
    await expect(due(maya)).toContainText(FEE)
    await expect(history(maya)).toContainText('No payment history yet')
  })

  await test.step('a declined card is said there, and another one pays', async () => {
    await payNow(maya).click()
    await maya.getByLabel('Pay with').selectOption({ label: 'Visa ending in 0002, declined' })
    await maya.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(maya.getByRole('alert')).toHaveText('Your card was declined.')
    await maya.getByLabel('Pay with').selectOption({ label: 'Visa ending in 4242' })
    await maya.getByRole('button', { name: 'Pay', exact: true }).click()
  })

  await test.step('back at the portal it is paid once Stripe has confirmed it', async () => {
    await expect(maya.getByRole('status').filter({ hasText: `${FEE} was paid.` })).toBeVisible()
    await expect(due(maya)).toContainText('No fee is due right now.')
    const row = history(maya).getByRole('row').filter({ hasText: 'First service fee' })
    for (const text of ['Card ending in 4242', 'Paid', FEE]) await expect(row).toContainText(text)
    await expectAccessible(maya)
    await picture(maya, info, 'pay-done')
    const { total } = await ask<{ total: number }>(maya, 'billing.payments', { page: 1 })
    expect(total).toBe(1)
  })
})

test('nothing shows as paid before Stripe has confirmed it; a bank takes some days [Product 3.3]', async ({
  browser,
}, info) => {
  const maya = await captain(browser)
  own.stripe.sendTo(undefined)
  await payNow(maya).click()
  await maya.getByLabel('Pay with').selectOption({ label: 'Bank account ending in 6789, takes some days' })
  await maya.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(maya.getByRole('status').filter({ hasText: 'We wait for Stripe' })).toBeVisible()
  await expect(due(maya)).toContainText(FEE)
  own.stripe.sendTo(`${own.origin}/stripe/webhook`)
  own.stripe.deliveries.repeat(own.stripe.deliveries.events.slice(-2))
  // Live, in the open page.
  await expect(maya.getByRole('status').filter({ hasText: 'is on its way' })).toBeVisible()
  await expect(history(maya).getByText('Pending')).toBeVisible()
  await picture(maya, info, 'pay-pending')
  const intent = own.stripe.books.all('payment_intent').at(-1)
  if (intent) own.stripe.books.settle(intent, true)
  await expect(maya.getByRole('status').filter({ hasText: `${FEE} was paid.` })).toBeVisible()
  await expect(history(maya).getByText('Paid', { exact: true })).toBeVisible()
})

test('a captain has fees paid automatically, and switches that off [Product 3.3]', async ({
  browser,
}, info) => {
  const maya = await captain(browser)
  const group = maya.getByRole('region', { name: 'Pay automatically' })
  await group.getByRole('button', { name: 'Pay Automatically' }).click()
  await expectStripe(maya)
  await maya.getByRole('button', { name: 'Save' }).click()
  await expect(group).toContainText('with Card ending in 4242')
  await expectAccessible(maya)
  await picture(maya, info, 'pay-automatically')
  await group.getByRole('button', { name: 'Switch Off' }).click()
  const question = maya.getByRole('dialog', { name: 'Switch Off Automatic Payments' })
  await expect(question).toContainText('Stripe forgets Card ending in 4242')
  await expectAccessible(maya)
  await picture(maya, info, 'pay-automatically-off')
  await question.getByRole('button', { name: 'Switch Off' }).click()
  await expect(group.getByRole('button', { name: 'Pay Automatically' })).toBeVisible()
})

test('a vendor connects an account of its own, and the portal learns only that it takes payments [Product 3.3]', async ({
  browser,
}, info) => {
  const vera = await paidVendor(browser, own.origin, 'Snow Removal')
  const panel = onlinePayments(vera)
  await expect(panel).toContainText('The portal never sees your bank details.')
  await panel.getByRole('button', { name: 'Connect Stripe' }).click()
  await vera.getByRole('button', { name: 'Later' }).click()
  await expect(panel).toContainText('Stripe still has questions')
  await panel.getByRole('button', { name: 'Go On at Stripe' }).click()
  await vera.getByRole('button', { name: 'Finish' }).click()
  await expect(panel).toContainText('Your Stripe account takes payments')
  await expectAccessible(vera)
  await picture(vera, info, 'vendor-online-payments')
})
