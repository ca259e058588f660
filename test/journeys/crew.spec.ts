import { type Browser, expect, type Page } from '@playwright/test'
import { mailsTo } from '../mail-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany, ask, call, invitationToken, suggestAfternoon } from './arrive.ts'
import { PHONE } from './booked-today.ts'
import { refusing } from './intercept.ts'
import { test } from './journey.ts'
import { fill, goByMenu, home, openBrowser, PASSWORD, picture, said, unique } from './people.ts'
import { MAIL } from './portal-data.ts'

const cityToday = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date())
const nextYear = () => `${Number(cityToday().slice(0, 4)) + 1}${cityToday().slice(4, 8)}01`

/** A captain, and a vendor who comes there every four weeks from today on. */
async function bookedSeries(browser: Browser) {
  const [maya, vera] = [await openBrowser(browser), await openBrowser(browser)]
  const address = home(unique('no'))
  const street = address['Street Address']
  const company = unique('grounds')
  await arriveAsCompany(vera, company, `${company}@example.com`, ['Gutter Cleaning', 'Tree Care'])
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === 'Gutter Cleaning')?.id,
    description: 'All four gutters. The ladder is in the shed.',
    service_type: 'recurring',
    required_every_weeks: 4,
    preferred_start_date: cityToday(),
    preferred_end_date: nextYear(),
  })
  const quotes = await ask<{ id: string; address: string }[]>(vera, 'quotes.list', {
    tab: 'needs_quote',
    page: 1,
  })
  const id = quotes.find((quote) => quote.address === street)?.id
  await call(vera, 'quotes.submit', { id, per_visit_price: 123_00 })
  await call(maya, 'quotes.accept', { id, per_visit_price: 123_00 })
  return { maya, vera, street, company }
}

/** Opens the link of an invitation and chooses a password. */
async function join(page: Page, email: string, company: string): Promise<void> {
  await page.goto(`/reset-password#${await invitationToken(email)}`)
  await expect(page.getByRole('main')).toContainText(`${company} has added you to its team`)
  await fill(page, { 'New Password': PASSWORD, 'Confirm New Password': PASSWORD })
  await page.getByRole('button', { name: 'Set Password' }).click()
}

/** The captain changes something, and what the vendor's open dialog then asks for fails. */
async function failInBackground(vera: Page, maya: Page): Promise<void> {
  const { mend } = await refusing(vera, 'visits.ofService')
  const refused = vera.waitForResponse((response) => response.url().includes('visits.ofService'))
  const { visits } = await ask<{ visits: { id: string; scheduled_date: string; scheduled_time: string }[] }>(
    maya,
    'visits.upcoming',
    { page: 1, all: true },
  )
  const last = visits.at(-1)
  await suggestAfternoon(maya, last, 'The yard is let until three.')
  await (await refused).finished()
  await vera.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await mend()
}

test('an office colleague quotes, and moves a visit in the name of the company [Product 1.8]', async ({
  browser,
}, info) => {
  const { maya, vera, street, company } = await bookedSeries(browser)
  const email = `${unique('ines')}@example.com`
  await call(vera, 'team.invite', { full_name: 'Ines Duarte', email, vendor_role: 'office' })
  const ines = await openBrowser(browser)
  await join(ines, email, company)
  await ines.waitForURL('**/vendor/dashboard')

  await ines.goto('/vendor/appointments')
  // Below the last row, whose menu would move when it arrives.
  await expect(ines.getByText('There were no visits yet.')).toBeVisible()
  const last = ines.getByRole('listitem').filter({ hasText: street }).last()
  await last.getByRole('button', { name: /^Actions for/ }).click()
  await ines.getByRole('menuitem', { name: 'Move visit' }).click()
  const dialog = ines.getByRole('dialog', { name: 'Move visit' })
  await fill(dialog, { Time: '15:00', Reason: 'The crew is short that morning.' })
  await dialog.getByRole('button', { name: 'Move visit' }).click()
  await expect(said(ines, /^Visit moved to .* at 3:00 PM\./)).toBeVisible()
  await maya.goto('/home/services')
  const moved = maya.getByRole('listitem').filter({ hasText: 'The crew is short that morning.' })
  await expect(moved).toContainText('3:00 PM')
  await expect(moved).toContainText(`by ${company}`)

  await requestAnother(maya)
  await ines.goto('/vendor/quotes?tab=needs_quote')
  const job = ines.getByRole('article').filter({ hasText: street })
  await job.getByRole('button', { name: 'Quote this job' }).click()
  const quote = ines.getByRole('dialog')
  await quote.getByLabel('Price per Visit').fill('140')
  await quote.getByRole('button', { name: 'Submit Quote' }).click()
  await expect(quote).toBeHidden()
  await picture(ines, info, 'office-quoted')
  const card = maya.getByRole('button', { name: /^Tree Care/ })
  await expect(card).toContainText('1 quote so far, from $140.00 a visit')
})

/** The captain's building asks for another service that the company offers. */
async function requestAnother(maya: Page): Promise<void> {
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === 'Tree Care')?.id,
    description: 'The maple in the yard.',
    service_type: 'on-demand',
    preferred_start_date: nextYear(),
  })
}

test('an owner invites crew and assigns a series; they do the visit, the captain reads who came, and a removed one is refused [Product 1.8]', async ({
  browser,
}, info) => {
  test.slow() // three people, and axe at each state
  const { maya, vera, street, company } = await bookedSeries(browser)
  const phone = await (await browser.newContext(PHONE)).newPage()
  const email = `${unique('luis')}@example.com`
  const stop = phone.getByRole('listitem').filter({ hasText: street })

  await test.step('a vendor with one person is asked for nobody', async () => {
    await vera.goto('/vendor/appointments')
    await vera
      .getByRole('button', { name: /^Actions for Gutter Cleaning/ })
      .first()
      .click()
    await expect(
      vera
        .getByRole('menuitem', { name: 'Cancel visit' })
        .or(vera.getByRole('menuitem', { name: 'Mark completed' }))
        .first(),
    ).toBeVisible()
    await expect(vera.getByRole('menuitem', { name: 'Assign' })).toHaveCount(0)
    await vera.keyboard.press('Escape')
  })

  await test.step('the owner invites a person by link', async () => {
    await goByMenu(vera, 'Profile')
    const team = vera.getByRole('region', { name: 'Team' })
    await expect(team.getByRole('row').filter({ hasText: 'Vera Olsen (you)' })).toContainText('Owner')
    await team.getByRole('button', { name: 'Invite a Colleague' }).click()
    const dialog = vera.getByRole('dialog', { name: 'Invite a Colleague' })
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(dialog.getByText('Full Name is required')).toBeVisible()
    await fill(dialog, { 'Full Name': 'Luis Ortega', Email: `${company}@example.com` })
    await expect(dialog.getByRole('radio', { name: /^Crew/ })).toBeChecked()
    await expectAccessible(vera)
    await picture(vera, info, 'team-invite')
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(
      said(dialog, 'somebody of your company has this e-mail address already').first(),
    ).toBeVisible()
    // Not the e-mail field of the page behind it.
    await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused()
    await fill(dialog, { Email: email })
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(said(vera, `Invitation sent to ${email}`)).toBeVisible()
    await expect(team.getByRole('row').filter({ hasText: email })).toContainText('Invited')
    await expectAccessible(vera)
    await picture(vera, info, 'team')
  })

  await test.step('the person chooses a password and lands at Today, with a menu of three', async () => {
    await join(phone, email, company)
    await expect(phone.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await expect(phone.getByText('The visits that your company assigns you to')).toBeVisible()
    await phone.getByRole('button', { name: 'Menu' }).click()
    const menu = phone.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByRole('link')).toHaveText(['Today', 'Upcoming Visits', 'Settings'])
    await phone.keyboard.press('Escape')
    await expectAccessible(phone)
    await picture(phone, info, 'crew-today-empty')
    await phone.goto('/vendor/quotes')
    await expect(phone).toHaveURL(/\/vendor\/today$/)
  })

  await test.step('the owner assigns the whole series', async () => {
    await goByMenu(vera, 'Services & Appointments')
    await vera.goto('/vendor/appointments')
    await vera
      .getByRole('button', { name: /^Actions for Gutter Cleaning/ })
      .first()
      .click()
    await vera.getByRole('menuitem', { name: 'Assign' }).click()
    const dialog = vera.getByRole('dialog', { name: 'Assign visit' })
    await expect(dialog).toContainText('Crew don’t see the visit in Today then. Nobody gets an email.')
    await dialog.getByLabel('Who goes').selectOption({ label: 'Luis Ortega (Crew)' })
    await expect(dialog).toContainText('They see the visit in Today, and get an email.')
    await dialog.getByRole('radio', { name: 'All remaining visits' }).check()
    await expect(dialog).toContainText('and those that are booked later. They get one email.')
    await failInBackground(vera, maya)
    await expect(dialog.getByLabel('Who goes').locator('option:checked')).toHaveText('Luis Ortega (Crew)')
    await expect(dialog.getByRole('radio', { name: 'All remaining visits' })).toBeChecked()
    await expectAccessible(vera)
    await picture(vera, info, 'assign')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await expect(said(vera, /Luis Ortega goes to \d+ visits/)).toBeVisible()
    await expect(vera.getByText('Luis goes').nth(1)).toBeVisible()
    await picture(vera, info, 'appointments-assigned')
    await expect.poll(() => mailsTo(MAIL, email).some((mail) => mail.includes('has assigned you'))).toBe(true)
  })

  await test.step('crew sees that stop alone, live, without a price, and does it', async () => {
    await expect(stop).toContainText('The ladder is in the shed.')
    await expect(phone.getByRole('list', { name: 'Stops' }).getByRole('listitem')).toHaveCount(1)
    await expect(phone.getByRole('main')).not.toContainText('$')
    await expectAccessible(phone)
    await picture(phone, info, 'crew-today')
    await stop.getByRole('button', { name: 'Check In' }).click()
    await expect(stop.getByText(/^Checked in/)).toBeVisible()
    await stop.getByRole('button', { name: 'Finish Visit' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Finish Visit' })
    await dialog.getByLabel('Note').fill('All four are clean.')
    await dialog.getByRole('button', { name: 'Finish Visit' }).click()
    await expect(stop.getByText(/^Finished/)).toBeVisible()
  })

  await test.step('what they are assigned to after today comes in pages, soonest first, without a price', async () => {
    await goByMenu(phone, 'Upcoming Visits')
    await expect(phone.getByRole('heading', { level: 1, name: 'Upcoming Visits' })).toBeVisible()
    const coming = phone.getByRole('list', { name: 'Visits to come' }).getByRole('listitem')
    const { visits, total } = await ask<{ visits: { id: string }[]; total: number }>(phone, 'visits.coming', {
      page: 1,
    })
    await expect(phone.getByRole('main')).toContainText(`${total} visits after today`)
    await expect(coming).toHaveCount(visits.length)
    await expect(coming.first()).toContainText('Gutter Cleaning')
    await expect(coming.first()).toContainText(street)
    await expect(phone.getByRole('main')).not.toContainText('$')
    await expectAccessible(phone)
    await picture(phone, info, 'crew-coming')

    // The office moves the soonest one: the open page shows it.
    const [{ id, scheduled_date, scheduled_time }] = (
      await ask<{ visits: [{ id: string; scheduled_date: string; scheduled_time: string }] }>(
        phone,
        'visits.coming',
        { page: 1 },
      )
    ).visits
    const shown = { id, shown_date: scheduled_date, shown_time: scheduled_time }
    const later = new Date(Date.parse(scheduled_date) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    await call(vera, 'visits.move', {
      ...shown,
      scheduled_date: later,
      scheduled_time: '10:00',
      reason: 'The truck is in repair.',
    })
    await expect(coming.first()).toContainText('Moved from')
    await expect(coming.first()).toContainText('10:00 AM')
  })

  await test.step('the settings are those of the person', async () => {
    await goByMenu(phone, 'Settings')
    await expect(phone.getByRole('heading', { level: 1, name: 'Your Settings' })).toBeVisible()
    await expect(phone.getByLabel('First Name')).toHaveValue('Luis')
    await expect(phone.getByRole('heading', { name: 'Team' })).toHaveCount(0)
    await expectAccessible(phone)
    await picture(phone, info, 'crew-settings')
  })

  let feed = ''
  await test.step('their own calendar address has what they are assigned to, without a price', async () => {
    const section = phone.getByRole('region', { name: 'Subscribe to calendar' })
    await section.getByRole('button', { name: 'New address' }).click()
    await phone.getByRole('dialog', { name: 'New calendar address' }).getByLabel('Name').fill('My phone')
    await phone.keyboard.press('Enter')
    const made = phone.getByRole('dialog', { name: 'Your calendar address' })
    feed = await made.getByLabel('Address').inputValue()
    await expectAccessible(phone)
    await picture(phone, info, 'crew-feed')
    await made.getByRole('button', { name: 'Done' }).click()
    await expect(section.getByRole('listitem')).toContainText('My phone')
    const text = await (await fetch(feed)).text()
    expect(text).toContain(`SUMMARY:Gutter Cleaning · ${street}`)
    expect(text).not.toMatch(/\$|123\.00/)
    await goByMenu(phone, 'Today')
  })

  await test.step('the captain reads who came', async () => {
    await maya.goto('/home/services')
    await maya
      .getByRole('button', { name: /^Proof: Gutter Cleaning/ })
      .first()
      .click()
    const proof = maya.getByRole('dialog', { name: 'Gutter Cleaning' })
    await expect(proof.getByRole('definition').first()).toHaveText(`Luis, ${company}`)
    await expectAccessible(maya)
    await picture(maya, info, 'proof-who-came')
  })

  await test.step('a removed person’s next step is refused in plain words, and kept', async () => {
    await call(vera, 'visits.reopen', { id: await visitOf(vera) })
    await expect(stop.getByRole('button', { name: 'Finish Visit' })).toBeVisible()
    await phone.context().setOffline(true)
    await stop.getByRole('button', { name: 'Finish Visit' }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Finish Visit' }).click()
    await expect(stop.getByText('Waiting to be sent')).toBeVisible()
    await goByMenu(vera, 'Profile')
    await vera.getByRole('button', { name: 'Remove Luis Ortega' }).click()
    const asked = vera.getByRole('dialog', { name: 'Remove Luis Ortega' })
    await expect(asked).toContainText('What they did stays, with their name.')
    await picture(vera, info, 'team-remove')
    await asked.getByRole('button', { name: 'Remove' }).click()
    await expect(said(vera, 'Luis Ortega was removed')).toBeVisible()
    expect((await fetch(feed)).status).toBe(404)
    await phone.context().setOffline(false)
    await expect(said(phone, 'You are signed out. This phone keeps what you did').first()).toBeVisible()
    await picture(phone, info, 'crew-removed')
    await expect(phone).toHaveURL(/\/login/)
    await fill(phone, { Email: email, Password: PASSWORD })
    await phone.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(said(phone, 'Invalid email or password').first()).toBeVisible()
  })
})

/** The first visit of the vendor on this page, which is of today. */
async function visitOf(vendor: Page): Promise<string | undefined> {
  const { stops } = await ask<{ stops: { id: string }[] }>(vendor, 'visits.today')
  return stops[0]?.id
}
