import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { addDays, today } from '../../src/domain/calendar.ts'
import { NO_TERMS } from '../../src/domain/quotes/terms.ts'
import { expectAccessible } from './accessible.ts'
import { ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { picture, said } from './people.ts'
import { expectStripe, onlinePayments, paidVendor, payingCaptain, stripePortal } from './stripe-portal.ts'

const own = stripePortal()
const SERVICE = 'Leaf Removal'
const PRICE = 95_00

/** A captain who has approved the invoice of one finished visit, and its vendor, who takes payments. */
async function approvedInvoice(browser: Browser) {
  const vera = await paidVendor(browser, own.origin, SERVICE)
  await onlinePayments(vera).getByRole('button', { name: 'Connect Stripe' }).click()
  await vera.getByRole('button', { name: 'Finish' }).click()
  await expect(onlinePayments(vera)).toContainText('Your Stripe account takes payments')

  const { page: maya, address } = await payingCaptain(browser, own.origin)
  const day = today(new Date(), 'America/Los_Angeles')
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === SERVICE)?.id,
    description: 'The court and the steps.',
    service_type: 'on-demand',
    preferred_start_date: day,
  })
  const quote = { id: await quoteFor(vera, address), per_visit_price: PRICE, terms: NO_TERMS }
  await call(vera, 'quotes.submit', quote)
  await call(maya, 'quotes.accept', quote)
  const { visits } = await ask<{ visits: { id: string }[] }>(maya, 'visits.upcoming', { page: 1 })
  const id = visits[0]?.id
  await call(vera, 'visits.complete', { id })
  const { id: building_id } = await ask<{ id: string }>(maya, 'buildings.mine')
  const invoice = { id: randomUUID(), number: 'INV-0001' }
  const facts = { building_id, date: day, due_date: addDays(day, 30), tax_rate: 0, note: null }
  const lines = { visits: [{ id, amount: PRICE }], starts: [], extras: [] }
  await call(vera, 'invoices.create', { ...invoice, ...facts, ...lines })
  await call(vera, 'invoices.send', { id: invoice.id, version: 1, total: PRICE })
  await call(maya, 'invoices.approve', { id: invoice.id, refused: [], approved: PRICE })
  return { maya, vera }
}

const invoice = (page: Page) => page.getByRole('dialog', { name: 'Invoice INV-0001' })

async function payOnline(maya: Page, amount: string): Promise<void> {
  const form = invoice(maya).getByRole('form', { name: 'Pay Online' })
  await form.getByLabel('Amount to pay online').fill(amount)
  await form.getByRole('button', { name: 'Pay Online' }).click()
  await expectStripe(maya)
  await maya.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(maya.getByRole('status').filter({ hasText: `$${amount}.00 was paid.` })).toBeVisible()
}

const view = (page: Page) => page.getByRole('button', { name: 'View invoice INV-0001' }).click()

test('an approved invoice is paid in two parts on Stripe’s page, to its vendor’s own account [Product 3.3]', async ({
  browser,
}, info) => {
  test.slow() // two people of a new portal, and axe
  const { maya, vera } = await approvedInvoice(browser)

  await test.step('not more than is open', async () => {
    await maya.goto('/home/payments')
    await view(maya)
    const form = invoice(maya).getByRole('form', { name: 'Pay Online' })
    await expect(form.getByLabel('Amount to pay online')).toHaveValue('95.00')
    await form.getByLabel('Amount to pay online').fill('95.01')
    await form.getByRole('button', { name: 'Pay Online' }).click()
    await expect(form.getByText(/\$95\.00/).last()).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'pay-invoice')
  })

  await test.step('a part of it', async () => {
    await payOnline(maya, '50')
    await view(maya)
    await expect(invoice(maya)).toContainText('$45.00 is open')
    await expect(invoice(maya)).toContainText('$50.00')
    await picture(maya, info, 'pay-invoice-part')
  })

  await test.step('the rest: both sides see it paid', async () => {
    await payOnline(maya, '45')
    const received = maya.getByRole('region', { name: 'Vendor Invoices' })
    await expect(received.getByRole('row').filter({ hasText: 'INV-0001' })).toContainText('Paid')
    await vera.goto('/vendor/invoices?tab=paid')
    await view(vera)
    await expect(invoice(vera)).toContainText('$45.00')
    await expectAccessible(vera)
    await picture(vera, info, 'pay-invoice-vendor')
  })
})

/** The vendor's bank says that it holds a part, and what it decides. */
function charge(what: 'back' | 'for good', amount = 0): void {
  const { books } = own.stripe
  const intent = books.all('payment_intent').findLast(({ status }) => status === 'succeeded')
  const dispute = books.all('dispute').at(-1)
  if (what === 'back' && intent) books.openDispute(intent, { amount })
  else if (dispute) books.closeDispute(dispute, false)
}

test('a chargeback of a part leaves that part open; what was credited goes back through Stripe [Product 3.3]', async ({
  browser,
}, info) => {
  test.slow() // two people of a new portal, and axe
  const { maya, vera } = await approvedInvoice(browser)
  await maya.goto('/home/payments')
  await view(maya)
  await payOnline(maya, '95')
  await view(maya)

  await test.step('the bank holds a part until it decides', async () => {
    charge('back', 30_00)
    await expect(invoice(maya)).toContainText('Chargeback open: the bank holds $30.00 until it decides')
    // In the list and the history behind the dialog, too.
    await expect(maya.getByText('Chargeback open', { exact: true })).toHaveCount(2)
    await picture(maya, info, 'chargeback-open')
  })

  await test.step('it decides for the payer, so that part is open again', async () => {
    charge('for good')
    await expect(invoice(maya)).toContainText('Charged back: the bank returned $30.00 to the payer')
    await expect(invoice(maya)).toContainText('$30.00 is open')
    await expectAccessible(maya)
    await picture(maya, info, 'chargeback-lost')
  })

  await test.step('the vendor reads it, and gives nothing back before it has credited a line', async () => {
    await vera.goto('/vendor/invoices')
    await view(vera)
    await expect(invoice(vera)).toContainText('Charged back: the bank returned $30.00 to the payer')
    await expect(invoice(vera)).toContainText('write a credit note first')
    await invoice(vera).getByRole('button', { name: 'Credit Note' }).click()
    const lines = invoice(vera).getByRole('group', { name: 'Lines to credit' }).getByRole('checkbox')
    await lines.first().check()
    await invoice(vera).getByLabel('Reason').fill('The court was left as it was.')
    await invoice(vera).getByRole('button', { name: 'Create Credit Note' }).click()
    const question = vera.getByRole('dialog', { name: 'Create Credit Note' })
    await question.getByRole('button', { name: 'Create Credit Note' }).click()
    await expect(said(vera, '$95.00 of invoice INV-0001 credited.')).toBeVisible()
  })

  await test.step('what is too much goes back, once, and both sides read it', async () => {
    await invoice(vera)
      .getByRole('button', { name: /^Refund \$95\.00 on / })
      .click()
    const form = vera.getByRole('dialog', { name: 'Refund' })
    await expect(form.getByLabel('Amount')).toHaveValue('65.00')
    await form.getByLabel('Amount').fill('65.01')
    await form.getByLabel('Reason').fill('The court was left as it was.')
    await form.getByRole('button', { name: 'Refund' }).click()
    await expect(form.getByText('Amount must be at most $65.00')).toBeVisible()
    await form.getByLabel('Amount').fill('65')
    await expectAccessible(vera)
    await picture(vera, info, 'refund-of-invoice')
    await form.getByRole('button', { name: 'Refund' }).dblclick()
    await expect(form).toBeHidden()
    for (const page of [vera, maya]) await expect(invoice(page)).toContainText('$65.00 was given back')
    expect(own.stripe.books.all('refund')).toHaveLength(1)
    await picture(vera, info, 'refunded-invoice')
  })
})
