import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { home, PASSWORD, unique } from './people.ts'

// People who are there already: made by the real procedures, for journeys that are not about signing up.

export type Person = { email: string; first_name: string; address: string }

const run = promisify(execFile)

/** A change by one of the portal's procedures, as whoever is signed in to this page's browser. */
export async function call<Answer = unknown>(
  page: Page,
  procedure: string,
  input?: unknown,
): Promise<Answer> {
  const answer = await page.request.post(`/api/trpc/${procedure}`, { data: input ?? {} })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).result.data
}

/** A question to one of the portal's procedures. */
export async function ask<Answer>(page: Page, procedure: string, input?: unknown): Promise<Answer> {
  const params: { input?: string } = input === undefined ? {} : { input: JSON.stringify(input) }
  const answer = await page.request.get(`/api/trpc/${procedure}`, { params })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).result.data
}

/** A resident at an address: signed in as its captain when it is new, else waiting for approval and signed out. */
export async function arriveAsResident(page: Page, first_name: string, at?: string): Promise<Person> {
  const address = at ?? home(unique('no'))['Street Address']
  const email = `${unique(first_name)}@example.com`
  const place = { address, city: 'Seattle', state: 'WA', zip_code: '98101' }
  const person = { first_name, last_name: 'Rivera', email, password: PASSWORD }
  await call(page, 'accounts.signUpResident', { ...person, ...place, unit_number: '4C', number_of_units: 24 })
  return { email, first_name, address }
}

/** A vendor of these services, signed in. */
export async function arriveAsVendor(page: Page, services = ['Snow Removal']): Promise<Person> {
  const catalogue = await ask<{ id: string; name: string }[]>(page, 'services.catalogue')
  const email = `${unique('vera')}@example.com`
  const address = '88 Minor Ave'
  await call(page, 'accounts.signUpVendor', {
    first_name: 'Vera',
    last_name: 'Olsen',
    company_name: unique('company'),
    email,
    phone: '(206) 555-0142',
    password: PASSWORD,
    address,
    city: 'Seattle',
    state: 'WA',
    zip_code: '98101',
    service_type_ids: catalogue.filter(({ name }) => services.includes(name)).map(({ id }) => id),
  })
  return { email, first_name: 'Vera', address }
}

/** An administrator, signed in. */
export async function arriveAsAdmin(page: Page): Promise<Person> {
  const person = await arriveAsVendor(page)
  await command('admin', person.email)
  return person
}

/** Somebody whom the captain of this page lets in. */
export async function letIn(captain: Page, { email }: Person): Promise<void> {
  const members = await ask<{ id: string; email: string }[]>(captain, 'members.list')
  await call(captain, 'members.accept', { id: members.find((member) => member.email === email)?.id })
}

export async function arriveBySigningIn(page: Page, { email }: Person): Promise<void> {
  await call(page, 'accounts.signIn', { email, password: PASSWORD })
}

/** One of the portal's commands, beside the portal that serves. */
export async function command(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: process.env.JOURNEY_DATA }
  const { stdout } = await run('node_modules/.bin/node', ['src/server/main.ts', ...args], { env })
  return stdout
}
