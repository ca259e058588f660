import type { Page } from '@playwright/test'
import { ask } from './arrive.ts'
import { asks, type Dialog, press, reads } from './open-dialog.ts'
import { write } from './portal-data.ts'

const KEPT = `insert into automatic_payments (building_id, customer_id, method_id, method, is_on)
  select building_id, 'cus_' || id, 'pm_' || id, 'Card ending in 4242', true from profiles where email = $1
  on conflict (building_id) do nothing`

/** As if Stripe was set up, and kept a card: the walks' portal takes no payments. */
async function paysAutomatically(page: Page): Promise<void> {
  const { email } = await ask<{ email: string }>(page, 'accounts.session')
  await write(KEPT, email)
  await page.route('**/home/payments', async (route) => {
    const answer = await route.fetch()
    const [off, on] = ['false', 'true'].map((value) => `&quot;takes_payments&quot;:${value}`)
    const body = (await answer.text()).replace(off ?? '', on ?? '')
    await route.fulfill({ response: answer, body })
  })
  await page.reload()
}

/** An earlier month's fee of this person's building, and its payment. */
const OWED = `with fee as (insert into fees (building_id, month, kind)
    select building_id, '2024-02-01', 'monthly' from profiles where email = $1 on conflict do nothing returning *)
  insert into payables (id, building_id, kind, amount, due_date) select id, building_id, 'fee', 25000, '2024-03-01' from fee`
const PAID = `insert into payments (building_id, payable_id, date, amount, status, method, description)
  select o.building_id, o.id, '2024-03-01', o.amount, 'paid', 'Check', 'Service fee, February 2024'
  from payables o join fees f on f.id = o.id join profiles p on p.building_id = f.building_id
  where p.email = $1 and f.month = '2024-02-01' and o.paid = 0`

export const PAYMENT_DIALOGS: Dialog[] = [
  {
    by: 'ada',
    path: '/admin/billing?state=open',
    name: 'record a transfer',
    of: 'features/payments/transfer-form.tsx',
    open: press(/^Record transfer of FEE-/),
  },
  {
    by: 'ada',
    path: '/admin/billing?state=paid',
    name: 'refund a payment',
    of: 'features/payments/refund-form.tsx',
    open: async (page, { maya }) => {
      const { email } = await ask<{ email: string }>(maya, 'accounts.session')
      for (const statement of [OWED, PAID]) await write(statement, email)
      await page.reload()
      await press(/^Refund FEE-/)(page)
    },
  },
  {
    by: 'ada',
    path: '/admin/billing?state=paid',
    name: 'take back a payment',
    of: 'features/payments/take-back-form.tsx',
    open: async (page, { maya }) => {
      const { email } = await ask<{ email: string }>(maya, 'accounts.session')
      for (const statement of [OWED, PAID]) await write(statement, email)
      await page.reload()
      await press(/^Take back the payment of FEE-/)(page)
    },
  },
  {
    by: 'maya',
    path: '/home/payments',
    name: 'pay by transfer',
    of: 'features/payments/transfer-dialog.tsx',
    open: reads(press('Pay Now'), /^FEE-/),
  },
  {
    by: 'maya',
    path: '/home/payments',
    name: 'switch off automatic payments',
    of: 'features/payments/automatic-payments.tsx',
    open: asks(async (page) => {
      await paysAutomatically(page)
      await press('Switch Off')(page)
    }, 'Switch Off Automatic Payments'),
  },
]
