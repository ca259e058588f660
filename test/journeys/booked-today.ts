import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { addDays, today } from '../../src/domain/calendar.ts'
import { arriveAsCaptain, arriveAsCompany, ask, call } from './arrive.ts'
import { home, openBrowser, unique } from './people.ts'

export const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } as const
export const PHOTO = fileURLToPath(new URL('../photo.jpg', import.meta.url))

/** One visit, quoted and accepted. */
async function book(captain: Page, vendor: Page, address: string, day: string): Promise<void> {
  const service = 'Gutter Cleaning'
  const types = await ask<{ id: string; name: string }[]>(captain, 'services.available')
  await call(captain, 'services.request', {
    service_type_id: types.find(({ name }) => name === service)?.id,
    description: 'The front steps and the ramp, please. Salt is in the shed.',
    scope: [
      { key: 'length', answer: ['120'] },
      { key: 'roof', answer: ['Blow off'] },
    ],
    service_type: 'on-demand',
    preferred_start_date: day,
  })
  // A new company has no other request at this address.
  const quotes = await ask<{ id: string; address: string }[]>(vendor, 'quotes.list', {
    tab: 'needs_quote',
    page: 1,
  })
  const id = quotes.find((quote) => quote.address === address)?.id
  await call(vendor, 'quotes.submit', { id, per_visit_price: 95_00 })
  await call(captain, 'quotes.accept', { id, per_visit_price: 95_00 })
}

/** A captain, and a vendor with this phone who has one visit there, by default of today. */
export async function bookedToday(browser: Browser, phone: BrowserContextOptions, inDays = 0) {
  const maya = await openBrowser(browser)
  const context = await browser.newContext(phone)
  const curb = await context.newPage()
  const address = home(unique('no'))
  const street = address['Street Address']
  const company = unique('curb')
  const email = `${company}@example.com`
  await arriveAsCompany(curb, company, email, ['Gutter Cleaning'])
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  const day = addDays(today(new Date(), 'America/Los_Angeles'), inDays)
  await book(maya, curb, street, day)
  return { maya, curb, context, street, company, email, day }
}
