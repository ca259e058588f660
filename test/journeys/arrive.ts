import { type Browser, expect, type Page } from '@playwright/test'
import { mailsTo, tokenIn } from '../mail-files.ts'
import { home, openBrowser, PASSWORD, unique } from './people.ts'
import { command, MAIL, write } from './portal-data.ts'

// People created by the real procedures, for journeys that are not about signing up.

/** The server ends a connection that was idle; a call that comes at that moment is made once more. */
const maxRetries = 1

export type Person = { email: string; first_name: string; address: string }

/** Calls a mutation as the person who is signed in on this page. */
export async function call<Answer = unknown>(
  page: Page,
  procedure: string,
  input?: unknown,
): Promise<Answer> {
  const answer = await page.request.post(`/api/trpc/${procedure}`, { data: input ?? {}, maxRetries })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).result.data
}

/** Calls a query as the person who is signed in on this page. */
export async function ask<Answer>(page: Page, procedure: string, input?: unknown): Promise<Answer> {
  const params: { input?: string } = input === undefined ? {} : { input: JSON.stringify(input) }
  const answer = await page.request.get(`/api/trpc/${procedure}`, { params, maxRetries })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).result.data
}

type Address = Record<string, string>

/** A resident at an address: signed in as the captain when the building is new, else pending and signed out. */
export async function arriveAsResident(
  page: Page,
  first_name: string,
  at?: string,
  more: { note?: string } = {},
): Promise<Person> {
  const address = at ?? home(unique('no'))['Street Address']
  const email = `${unique(first_name)}@example.com`
  await moveIn(page, first_name, email, { ...home(''), 'Street Address': address }, more)
  return { email, first_name, address }
}

/** A captain of a new building, at their dashboard. */
export async function arriveAsCaptain(page: Page, first_name: string, email: string, at: Address) {
  await moveIn(page, first_name, email, at)
  await page.goto('/home/dashboard')
}

async function moveIn(
  page: Page,
  first_name: string,
  email: string,
  at: Address,
  more: { note?: string } = {},
): Promise<void> {
  const person = { first_name, last_name: 'Rivera', email, password: PASSWORD }
  const unit = { unit_number: '4C', number_of_floors: 6, number_of_units: 24, square_feet: 51_976 }
  await call(page, 'accounts.signUpResident', { ...person, ...place(at), ...unit, ...more })
  await confirmAddress(email)
}

/** A vendor of these services, signed in. */
export async function arriveAsVendor(page: Page, services = ['Snow Removal']): Promise<Person> {
  const email = `${unique('vera')}@example.com`
  await openShop(page, unique('company'), email, services)
  return { email, first_name: 'Vera', address: home('88')['Street Address'] }
}

/** A vendor of these services, at their dashboard. */
export async function arriveAsCompany(page: Page, company: string, email: string, services: string[]) {
  await openShop(page, company, email, services)
  await page.goto('/vendor/dashboard')
}

async function openShop(page: Page, company_name: string, email: string, services: string[]): Promise<void> {
  const catalog = await ask<{ id: string; name: string }[]>(page, 'services.catalog')
  await call(page, 'accounts.signUpVendor', {
    first_name: 'Vera',
    last_name: 'Olsen',
    company_name,
    email,
    phone: '(206) 555-0142',
    password: PASSWORD,
    ...place(home('88')),
    service_type_ids: catalog.filter(({ name }) => services.includes(name)).map(({ id }) => id),
  })
  await confirmAddress(email)
}

/** As if they had opened the link that the sign-up mailed. */
const confirmAddress = (email: string) =>
  write('update auth_users set email_verified = true where email = $1', email)

/** The names of the address fields in the procedures. */
function place(at: Address) {
  return { address: at['Street Address'], city: at.City, state: at.State, zip_code: at['Zip Code'] }
}

/** An administrator, signed in. */
export async function arriveAsAdmin(page: Page): Promise<Person> {
  const person = await arriveAsVendor(page)
  await command('admin', person.email)
  return person
}

/** A resident whom the captain on this page accepts. */
export async function letIn(captain: Page, { email }: Person): Promise<void> {
  const { members } = await ask<{ members: { id: string; email: string }[] }>(captain, 'members.list')
  await call(captain, 'members.accept', { id: members.find((member) => member.email === email)?.id })
}

export async function arriveBySigningIn(page: Page, { email }: Person): Promise<void> {
  await call(page, 'accounts.signIn', { email, password: PASSWORD })
}

/** A captain and an accepted neighbor, each in a browser. */
export async function arriveWithNeighbor(browser: Browser) {
  const [maya, ned] = [await openBrowser(browser), await openBrowser(browser)]
  const address = home(unique('no'))
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  const neighbor = await arriveAsResident(ned, 'Ned', address['Street Address'])
  await letIn(maya, neighbor)
  await arriveBySigningIn(ned, neighbor)
  return { maya, ned, neighbor }
}

/** The captain on this page requests one visit from all vendors of a service. */
export async function requestOneVisit(captain: Page, service: string, description: string): Promise<void> {
  const types = await ask<{ id: string; name: string }[]>(captain, 'services.available')
  await call(captain, 'services.request', {
    service_type_id: types.find(({ name }) => name === service)?.id,
    description,
    service_type: 'on-demand',
    preferred_start_date: '2099-01-04',
  })
}

/** The quote that a building asks this vendor for. Buildings of other tests may ask the vendor, too. */
export async function quoteFor(vendor: Page, address: string): Promise<string> {
  type Listed = { id: string; address: string }[]
  const listed = await ask<Listed>(vendor, 'quotes.list', { tab: 'needs_quote', page: 1 })
  const own = listed.find((each) => each.address === address)
  if (!own) throw new Error(`${address} asks this vendor for nothing`)
  return own.id
}

/** The token of the first invitation that is mailed to this address. */
export async function invitationToken(email: string): Promise<string> {
  await expect.poll(() => mailsTo(MAIL, email).length).toBeGreaterThan(0)
  return tokenIn(mailsTo(MAIL, email)[0], 'reset-password')
}

type ListedVisit = { id: string; scheduled_date: string; scheduled_time: string }

/** Suggests half past three of its day for a visit. */
export async function suggestAfternoon(
  page: Page,
  visit: ListedVisit | undefined,
  reason: string,
): Promise<void> {
  await call(page, 'visits.suggestTime', {
    id: visit?.id,
    shown_date: visit?.scheduled_date,
    shown_time: visit?.scheduled_time.slice(0, 5),
    scheduled_date: visit?.scheduled_date,
    scheduled_time: '15:30',
    reason,
  })
}
