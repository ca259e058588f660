import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, type TestInfo } from '@playwright/test'
import ical, { type VEvent } from 'node-ical'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany, ask, call } from './arrive.ts'
import { test } from './journey.ts'
import { goByMenu, home, openBrowser, picture, said, unique } from './people.ts'

const day = (after: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
    Date.now() + after * 86_400_000,
  )

/** A captain, and a vendor with three weekly visits there from next week on. */
async function booked(browser: Browser) {
  const [maya, curb] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const company = unique('curb')
  await arriveAsCompany(curb, company, `${company}@example.com`, ['Gutter Cleaning'])
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === 'Gutter Cleaning')?.id,
    description: 'All four sides, please.',
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: day(7),
    preferred_end_date: day(21),
  })
  const quotes = await ask<{ id: string; address: string }[]>(curb, 'quotes.list', {
    tab: 'needs_quote',
    page: 1,
  })
  const id = quotes.find((quote) => quote.address === address['Street Address'])?.id
  await call(curb, 'quotes.submit', { id, per_visit_price: 95_00 })
  await call(maya, 'quotes.accept', { id, per_visit_price: 95_00 })
  return { maya, curb, company, street: address['Street Address'] }
}

const eventsOf = (text: string): VEvent[] =>
  Object.values(ical.sync.parseICS(text)).filter((each) => each?.type === 'VEVENT')

/** Reads a calendar's address as a calendar does: without a session. */
async function read(address: string) {
  const response = await fetch(address)
  return { status: response.status, events: response.ok ? eventsOf(await response.text()) : [] }
}

/** Makes an address in the settings, and returns what was copied. */
async function subscribe(page: Page, info: TestInfo, name: string, shots: string): Promise<string> {
  const section = page.getByRole('region', { name: 'Subscribe to calendar' })
  await section.getByRole('button', { name: 'New address' }).click()
  const asked = page.getByRole('dialog', { name: 'New calendar address' })
  await expect(asked.getByLabel('Name')).toBeFocused()
  await asked.getByRole('button', { name: 'Make Address' }).click()
  await expect(asked.getByText('Name is required')).toBeVisible()
  await asked.getByLabel('Name').fill(name)
  await expectAccessible(page)
  await picture(page, info, `${shots}-name`)
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Your calendar address' })
  const address = await made.getByLabel('Address').inputValue()
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/calendar\/[\w-]{43}\.ics$/)
  await expect(made.getByRole('link', { name: 'Open in calendar' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  )
  await made.getByRole('button', { name: 'Copy address' }).click()
  await expect(said(page, 'Address copied')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
  await expectAccessible(page)
  await picture(page, info, `${shots}-address`)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(made).toBeHidden()
  const row = section.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('not read yet')
  return address
}

test('a captain subscribes, the calendar follows a moved visit, and ends with the address [Product 1.7]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { maya, company } = await booked(browser)
  await maya.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goByMenu(maya, 'Settings')
  const section = maya.getByRole('region', { name: 'Subscribe to calendar' })
  await expect(section.getByRole('button', { name: 'New address' })).toBeVisible()
  const address = await subscribe(maya, info, 'Google Calendar', 'feeds')

  const before = (await read(address)).events
  expect(before.map(({ summary, sequence }) => [summary, Number(sequence)])).toEqual(
    Array(3).fill([`Gutter Cleaning · ${company}`, 0]),
  )
  const [first, second] = before
  await call(maya, 'visits.move', {
    id: second?.uid.split('@')[0],
    shown_date: day(14),
    shown_time: '09:00',
    scheduled_date: day(15),
    scheduled_time: '13:30',
    reason: 'The courtyard is being painted.',
  })
  const after = (await read(address)).events
  expect(after.map(({ uid }) => uid).sort()).toEqual(before.map(({ uid }) => uid).sort())
  const moved = after.find(({ uid }) => uid === second?.uid)
  expect(Number(moved?.sequence)).toBe(1)
  expect(moved?.start.toLocaleString('sv-SE', { timeZone: 'America/Los_Angeles' })).toBe(
    `${day(15)} 13:30:00`,
  )
  expect(Number(after.find(({ uid }) => uid === first?.uid)?.sequence)).toBe(0)

  await maya.reload()
  await expect(section.getByRole('listitem')).toContainText('last read')
  await expectAccessible(maya)
  await picture(maya, info, 'feeds')
  await maya.emulateMedia({ colorScheme: 'dark' })
  await picture(maya, info, 'feeds-dark')
  await expectAccessible(maya)

  await section.getByRole('button', { name: 'Revoke Google Calendar' }).click()
  const question = maya.getByRole('dialog', { name: 'Revoke Google Calendar' })
  await expect(question).toContainText('no longer get your visits')
  await picture(maya, info, 'feeds-revoke')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await read(address)).status).toBe(200)
  await section.getByRole('button', { name: 'Revoke Google Calendar' }).click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(said(maya, 'Address revoked')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  expect((await read(address)).status).toBe(404)
})

test('a vendor subscribes; five addresses are the most [Product 1.7]', async ({ browser }, info) => {
  test.slow() // axe checks each state
  const { curb, street } = await booked(browser)
  await curb.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await curb.goto('/vendor/profile')
  const address = await subscribe(curb, info, 'My phone', 'feeds-vendor')
  expect((await read(address)).events.map(({ summary }) => summary)).toEqual(
    Array(3).fill(`Gutter Cleaning · ${street}`),
  )
  for (const name of ['2', '3', '4', '5']) await call(curb, 'feeds.create', { name })
  await curb.reload()
  const section = curb.getByRole('region', { name: 'Subscribe to calendar' })
  await expect(section).toContainText('You have 5 calendar addresses.')
  await expect(section.getByRole('button', { name: 'New address' })).toHaveCount(0)
  await expectAccessible(curb)
  await picture(curb, info, 'feeds-vendor-full')
})

test('a single visit is saved for a calendar, by both sides [Product 1.7]', async ({ browser }, info) => {
  const { maya, curb, company, street } = await booked(browser)
  await maya.goto('/home/services')
  await curb.goto('/vendor/appointments')
  for (const [page, summary, shot] of [
    [maya, `Gutter Cleaning · ${company}`, 'visit-file'],
    [curb, `Gutter Cleaning · ${street}`, 'visit-file-vendor'],
  ] as const) {
    const button = page.getByRole('button', { name: /^Actions for Gutter Cleaning/ }).first()
    await button.click()
    const item = page.getByRole('menuitem', { name: 'Add to calendar' })
    await expect(item).toBeVisible()
    await expectAccessible(page)
    await picture(page, info, shot)
    // The menu stays open: it is hidden only while its button is scrolled out of sight, as for a picture.
    await button.scrollIntoViewIfNeeded()
    await expect(item).toBeVisible()
    const download = page.waitForEvent('download')
    await item.click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(`Gutter Cleaning ${day(7)}.ics`)
    const [event] = eventsOf(readFileSync(await saved.path(), 'utf8'))
    expect(event).toMatchObject({ summary, sequence: 0, status: 'CONFIRMED' })
  }
})
