import type { Page } from '@playwright/test'
import { type QuoteTerms, termsOf } from '../../src/domain/quotes/terms.ts'
import type { Availability } from '../../src/domain/visits/availability.ts'
import { ask, call } from './arrive.ts'
import { asks, type Dialog, press, reads } from './open-dialog.ts'

const SETTINGS = { by: 'maya', path: '/home/captain/settings' } as const

/** Sets a rule by which every quote needs two officers. */
async function setRule(page: Page): Promise<void> {
  const { present } = await ask<{ present: { version: number } | null }>(page, 'awards.policy')
  const rule = { alone_up_to: 0, two_up_to: 1_000_000_000, names_in_record: false }
  await call(page, 'awards.setPolicy', { version: present?.version ?? 0, ...rule })
  await page.reload()
}

type Received = {
  quotes: ({ id: string; per_visit_price: number; files: { id: string }[] } & Availability & QuoteTerms)[]
}

/** Chooses the first quote for the roof, which then waits. */
async function chooseRoof(page: Page): Promise<void> {
  await setRule(page)
  const services = await ask<{ id: string; name: string }[]>(page, 'services.list')
  const service = services.find(({ name }) => name === 'Roof Repair')
  const { quotes } = await ask<Received>(page, 'quotes.received', { building_service_id: service?.id })
  const [quote] = quotes
  if (!quote) throw new Error('nobody sent a price for the roof')
  const { id, per_visit_price, weekdays, arrives_from, arrives_until, files } = quote
  await call(page, 'quotes.accept', {
    ...{ id, per_visit_price, availability: { weekdays, arrives_from, arrives_until } },
    ...{ terms: termsOf(quote), files: files.map((file) => file.id) },
    ...{ interest: false, record_reason: 'They know the roof.' },
  })
  await page.reload()
}

export const AWARD_DIALOGS: Dialog[] = [
  {
    ...SETTINGS,
    name: 'rule for spending',
    of: 'features/awards/spending-dialog.tsx',
    open: reads(press('Change Rule'), 'Above it, the owners vote.'),
  },
  {
    ...SETTINGS,
    name: 'end the rule for spending',
    of: 'features/awards/spending-dialog.tsx',
    open: asks(async (page) => {
      await setRule(page)
      await press('Change Rule', 'End the Rule')(page)
    }, 'End the Rule'),
  },
  {
    by: 'maya',
    path: '/home/services',
    name: 'take a chosen quote back',
    of: 'features/quotes/waiting-award.tsx',
    open: asks(async (page) => {
      await chooseRoof(page)
      await press(/^Roof Repair/, 'View Quotes', 'Take Back')(page)
    }, 'Take the Choice Back'),
  },
]
