import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { freePort, killStarted, type PortalProcess, startPortal, untilServing } from '../portal-process.ts'
import { type StripeServer, startStripe } from '../stripe/server.ts'
import { ask, call } from './arrive.ts'
import { test } from './journey.ts'
import { home, PASSWORD, unique } from './people.ts'

/** A portal of this spec's own, with a test server in Stripe's place: the others' portal takes no payments. */
export function stripePortal() {
  const own = { origin: '' } as { origin: string; stripe: StripeServer }
  let portal: PortalProcess
  let dataDir = ''
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stoop-pay-'))
    chmodSync(folder, 0o711)
    dataDir = join(folder, 'data')
    const port = await freePort()
    own.origin = `http://127.0.0.1:${port}`
    own.stripe = await startStripe({ webhook: `${own.origin}/stripe/webhook` })
    portal = startPortal({ dataDir, port, env: { ...own.stripe.env, THREADS: '1' } })
    await untilServing(portal, port)
  })
  test.afterAll(async () => {
    portal.child.kill('SIGTERM')
    await portal.ended
    await own.stripe.close()
    killStarted([dataDir])
    rmSync(join(dataDir, '..'), { recursive: true, force: true })
  })
  return own
}

/** A captain of a new building, at its payments. */
export async function payingCaptain(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  const { 'Street Address': address, City: city, State: state, 'Zip Code': zip_code } = home(unique('no'))
  const person = { first_name: 'Maya', last_name: 'Rivera', email: `${unique('maya')}@example.com` }
  const place = { address, city, state, zip_code, unit_number: '4C' }
  const size = { number_of_floors: 6, number_of_units: 24, square_feet: 51_976 }
  await call(page, 'accounts.signUpResident', { ...person, password: PASSWORD, ...place, ...size })
  await page.goto('/home/payments')
  return { page, address }
}

/** The owner of a new company for this service, at its profile. */
export async function paidVendor(browser: Browser, origin: string, service: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const vera = await context.newPage()
  const types = await ask<{ id: string; name: string }[]>(vera, 'services.catalog')
  const { 'Street Address': address, City: city, State: state, 'Zip Code': zip_code } = home('88')
  const person = { first_name: 'Vera', last_name: 'Rivera', email: `${unique('vera')}@example.com` }
  const company = { company_name: unique('company'), phone: '(206) 555-0142', address, city, state, zip_code }
  const services = { service_type_ids: types.filter(({ name }) => name === service).map(({ id }) => id) }
  await call(vera, 'accounts.signUpVendor', { ...person, password: PASSWORD, ...company, ...services })
  await vera.goto('/vendor/profile')
  return vera
}

export const onlinePayments = (vendor: Page) => vendor.getByRole('region', { name: 'Online Payments' })
/** Stripe's page, as the test server shows it. */
export const expectStripe = (page: Page) =>
  expect(page.getByText('This page stands for Stripe’s own.')).toBeVisible()
