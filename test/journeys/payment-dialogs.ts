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

export const PAYMENT_DIALOGS: Dialog[] = [
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
