import { expect } from '@playwright/test'
import { firstFee } from '../../src/domain/billing/proration.ts'
import { firstOfNextMonth, formatLongDate, formatMonth, today } from '../../src/domain/calendar.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain } from './arrive.ts'
import { test } from './journey.ts'
import { goByMenu, home, openBrowser, picture, said, unique } from './people.ts'
import { write } from './portal-data.ts'

const TODAY = today(new Date(), 'America/Los_Angeles')

// What payments and the passing of months would change, in the building of the person with this e-mail address.
const OWED = `with fee as (insert into fees (building_id, month, kind)
    select building_id, $2::date, 'monthly' from profiles where email = $1 returning *)
  insert into payables (id, building_id, kind, amount, due_date)
  select id, building_id, 'fee', 25000, (month + interval '1 month')::date from fee`
const LEFT = `with left_without as (update buildings b set captain_id = null
    from profiles p where p.id = b.captain_id and p.email = $1)
  update profiles set building_id = null, role = 'homeowner' where email = $1`
const PAID = `with paid as (
    insert into payments (building_id, payable_id, date, amount, status, method, description)
    select f.building_id, f.id, least($3, o.due_date), o.amount, 'paid', 'Bank transfer', $4
    from fees f join payables o on o.id = f.id join profiles p on p.building_id = f.building_id where p.email = $1 and f.month = $2 returning *)
  insert into events (building_id, kind, subject, data)
  select building_id, 'payment_received', id, jsonb_build_object('amount', amount) from paid`

/** The pixels between a card's label, as wide as its words, and what it is about. */
const narrowestGap = `Math.min(...[...document.querySelectorAll('td[data-label]')].map((cell) => {
  const value = document.createRange()
  value.selectNodeContents(cell)
  const label = document.createElement('span')
  label.style.cssText = 'position: absolute; white-space: nowrap'
  label.textContent = cell.dataset.label
  cell.append(label)
  const { width } = label.getBoundingClientRect()
  label.remove()
  return value.getBoundingClientRect().left - cell.getBoundingClientRect().left - width
}))`

test('fees due, the plan, and payments as they arrive', async ({ browser }, info) => {
  const maya = await openBrowser(browser)
  const email = `${unique('maya')}@example.com`
  const address = home(unique('no'))
  await arriveAsCaptain(maya, 'Maya', email, address)
  const next = maya.getByRole('region', { name: 'Next payment due' })
  const history = maya.getByRole('region', { name: 'Payment history' })
  const month = `${TODAY.slice(0, 8)}01`

  await test.step('both entries of the menu show the first fee, due on the next 1st [2.route.payments-is-billing] [2.billing.5]', async () => {
    for (const entry of ['HOA Payments', 'My Billing']) {
      await goByMenu(maya, entry)
      await expect(maya.getByRole('heading', { level: 1, name: 'HOA Payments' })).toBeVisible()
      await expect(next).toContainText(formatMoney(firstFee(TODAY)))
      await expect(next).toContainText(`Due ${formatLongDate(firstOfNextMonth(TODAY))}`)
      await expect(next).toContainText(`First service fee, ${formatMonth(TODAY)}`)
    }
    await expect(maya).toHaveURL(/\/home\/billing$/)
  })

  await test.step('the plan shows its price, its features and the building [2.billing.2] [2.billing.7] [8.empty.2] [9.plan.1-6]', async () => {
    const plan = maya.getByRole('region', { name: 'Plan details' })
    await expect(plan).toContainText('$250.00 per month')
    await expect(plan).toContainText('due on the 1st of each month')
    await expect(plan.getByRole('listitem')).toHaveText([
      'Full service coordination',
      'Vendor management',
      'Transparent budget tracking',
      'Building member portal',
      'Document storage',
      'Priority customer support',
    ])
    await expect(plan).toContainText(`${address['Street Address']}, Seattle, WA 98101`)
    await expect(
      history.getByText('No payment history yet. Your first payment will appear here.', { exact: true }),
    ).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'billing-empty')
  })

  await test.step('without a key of Stripe Pay Now says how to pay by transfer, by keyboard too [2.billing.4] [7.payment.1]', async () => {
    await next.getByRole('button', { name: 'Pay Now' }).focus()
    await maya.keyboard.press('Enter')
    const dialog = maya.getByRole('dialog', { name: 'Pay by Transfer' })
    await expect(dialog).toContainText(
      'Online payment isn’t set up on this portal, so nothing is charged here.',
    )
    await expect(dialog).toContainText(formatMoney(firstFee(TODAY)))
    await expect(dialog).toContainText(/FEE-\d{6}/)
    await expect(dialog.getByRole('link', { name: 'contact support' })).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'billing-pay-now')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toBeHidden()
    await expect(maya.getByRole('region', { name: 'Pay automatically' })).toHaveCount(0)
  })

  await test.step('a payment shows as soon as it arrives, and then nothing is due [2.billing.6] [3.payments]', async () => {
    await write(PAID, email, month, TODAY, 'First service fee')
    await expect(next.getByText('No fee is due right now.')).toBeVisible()
    await expect(next.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
    const row = history.getByRole('row').filter({ hasText: 'First service fee' })
    for (const text of [formatLongDate(TODAY), 'Bank transfer', 'Paid', formatMoney(firstFee(TODAY))])
      await expect(row).toContainText(text)
    await expectAccessible(maya)
    await picture(maya, info, 'billing-settled')
  })

  await test.step('the earliest unpaid fee is next, and the newest payment first', async () => {
    for (const each of ['2025-01-01', '2025-02-01', '2025-03-01']) await write(OWED, email, each)
    await write(PAID, email, '2025-02-01', '2025-03-01', 'Service fee, February 2025')
    await expect(history.getByRole('rowheader')).toHaveText([
      'First service fee',
      'Service fee, February 2025',
    ])
    await expect(next).toContainText('Due February 1, 2025')
    await expect(next).toContainText(/Overdue by \d+ days/)
    await expect(next).toContainText('$500.00 for 2 months')
    await expectAccessible(maya)
    await picture(maya, info, 'billing-overdue')
  })

  await test.step('the spend of a month says of its fee that it was paid, or when it is due', async () => {
    for (const [screen, state] of [
      ['/home/dashboard', 'Paid'],
      ['/home/billing?month=2025-02', 'Paid'],
      ['/home/billing?month=2025-01', 'Due Feb 1, 2025'],
    ] as const) {
      await maya.goto(screen)
      const table = maya.getByRole('table').filter({ has: maya.getByRole('columnheader', { name: 'State' }) })
      await expect(table.getByRole('row').filter({ hasText: /service fee/i })).toContainText(state)
    }
    await maya.goto('/home/billing')
  })

  await test.step('on narrow screens a gap stands between a label and its amount', async () => {
    const own = maya.viewportSize()
    for (const width of [375, 768]) {
      await maya.setViewportSize({ width, height: 800 })
      await expect(maya.getByRole('cell', { name: '$250.00' }).first()).toBeVisible()
      expect(await maya.evaluate(narrowestGap), `at ${width}`).toBeGreaterThanOrEqual(8)
    }
    if (own) await maya.setViewportSize(own)
  })

  await test.step('data that fails to load shows an error and can be retried', async () => {
    await maya.route('**/api/trpc/**billing**', (route) => route.abort())
    await maya.reload()
    await expect(said(maya, 'Your next payment could not be loaded.')).toBeVisible()
    await expect(said(maya, 'Your payments could not be loaded.')).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'billing-failed')
    await maya.unroute('**/api/trpc/**billing**')
    await maya.getByRole('button', { name: 'Try again' }).first().click()
    await expect(next).toContainText('Due February 1, 2025')
  })

  await test.step('without a building each of its screens says so, and whom to ask [2.building.23] [8.building.1] [8.empty.3]', async () => {
    await write(LEFT, email)
    for (const screen of ['dashboard', 'building', 'services', 'billing', 'payments']) {
      await maya.goto(`/home/${screen}`)
      await expect(maya.getByText('No Building Assigned', { exact: true })).toBeVisible()
      const text = 'No building found for your account. Please contact support.'
      await expect(maya.getByText(text, { exact: true })).toBeVisible()
    }
    await expectAccessible(maya)
    await picture(maya, info, 'no-building')
    await maya.getByRole('link', { name: 'contact support' }).click()
    await expect(maya.getByRole('heading', { name: 'Get in Touch' })).toBeInViewport()
  })
})
