import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { arriveAsCaptain, arriveAsCompany, ask, call } from './arrive.ts'
import { home, unique } from './people.ts'

/** A calendar's months and weeks need room, wherever the other journeys run. */
const DESK = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false } as const

/** The city's date so many days from today, as in a date field. */
export function dayFrom(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(date)
}

/** 'Tue, Nov 24' */
export const wordsOf = (date: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(new Date(date))

/** Another day of the week of a day to come, Sunday first. */
export function besides(date: string): string {
  const step = new Date(date).getUTCDay() === 6 ? -1 : 1
  return new Date(Date.parse(date) + step * 86_400_000).toISOString().slice(0, 10)
}

type Wanted = { service: string; start: string; end?: string }

/** The captain's building requests a service and accepts this vendor's quote. */
export async function book(captain: Page, vendor: Page, street: string, wanted: Wanted): Promise<void> {
  const types = await ask<{ id: string; name: string }[]>(captain, 'services.available')
  await call(captain, 'services.request', {
    service_type_id: types.find(({ name }) => name === wanted.service)?.id,
    description: 'The front steps and the ramp, please.',
    preferred_start_date: wanted.start,
    ...(wanted.end
      ? { service_type: 'recurring', required_every_weeks: 1, preferred_end_date: wanted.end }
      : { service_type: 'on-demand' }),
  })
  const quotes = await ask<{ id: string; address: string; name: string }[]>(vendor, 'quotes.list', {
    tab: 'needs_quote',
    page: 1,
  })
  const id = quotes.find(({ address, name }) => address === street && name === wanted.service)?.id
  const availability = { weekdays: [], arrives_from: '09:00', arrives_until: '09:30' }
  await call(vendor, 'quotes.submit', { id, per_visit_price: 95_00, availability })
  await call(captain, 'quotes.accept', { id, per_visit_price: 95_00, availability })
}

/**
 * A vendor of two buildings: at the captain maya's four weekly visits from today on, at otto's one visit at the same hour as
 * maya's second one.
 */
export async function bookedWeeks(browser: Browser, device: BrowserContextOptions = DESK) {
  const contexts = [browser.newContext(device), browser.newContext(device)]
  const [maya, curb] = await Promise.all(contexts.map(async (context) => (await context).newPage()))
  const otto = await (await browser.newContext(device)).newPage()
  if (!maya || !curb) throw new Error('The browser opened no pages')
  const [minor, denny] = [home(unique('no')), home(unique('no'))]
  const company = unique('curb')
  const email = `${company}@example.com`
  await arriveAsCompany(curb, company, email, ['Gutter Cleaning', 'Tree Care'])
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, minor)
  await arriveAsCaptain(otto, 'Otto', `${unique('otto')}@example.com`, denny)
  const streets = { minor: minor['Street Address'], denny: denny['Street Address'] }
  await book(maya, curb, streets.minor, { service: 'Gutter Cleaning', start: dayFrom(0), end: dayFrom(21) })
  await book(otto, curb, streets.denny, { service: 'Tree Care', start: dayFrom(7) })
  return { maya, curb, otto, email, company, ...streets }
}
