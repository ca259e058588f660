import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsCompany, ask, call } from './arrive.ts'
import { test } from './journey.ts'
import { home, openBrowser, picture, said, unique } from './people.ts'

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } as const
const PHOTO = fileURLToPath(new URL('../photo.jpg', import.meta.url))
const here = { latitude: 47.61551, longitude: -122.32621, accuracy: 12 }

const cityToday = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date())

/** One visit of today, quoted and accepted. */
async function bookToday(captain: Page, vendor: Page, service: string, address: string): Promise<void> {
  const types = await ask<{ id: string; name: string }[]>(captain, 'services.available')
  await call(captain, 'services.request', {
    service_type_id: types.find(({ name }) => name === service)?.id,
    description: 'The front steps and the ramp, please. Salt is in the shed.',
    service_type: 'on-demand',
    preferred_start_date: cityToday(),
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

test('a foreman checks in, takes photos and finishes, and the building sees the proof [Product 1.4]', async ({
  browser,
}, info) => {
  test.slow()
  const maya = await openBrowser(browser)
  const context = await browser.newContext({ ...PHONE, geolocation: here, permissions: ['geolocation'] })
  const curb = await context.newPage()
  const address = home(unique('no'))
  const company = unique('curb')
  await arriveAsCompany(curb, company, `${company}@example.com`, ['Gutter Cleaning'])
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  await bookToday(maya, curb, 'Gutter Cleaning', address['Street Address'])
  const stop = curb.getByRole('listitem').filter({ hasText: address['Street Address'] })

  await test.step('the dashboard leads to the day’s stops', async () => {
    await curb.goto('/vendor/dashboard')
    const next = curb.getByRole('region', { name: 'Next stop today' })
    await expect(next).toContainText('Gutter Cleaning')
    await picture(curb, info, 'vendor-dashboard-next-stop')
    await next.getByRole('link').click()
    await expect(curb.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await expect(stop).toContainText('Salt is in the shed.')
    await expect(stop.getByRole('link', { name: 'Directions' })).toHaveAttribute(
      'href',
      /google\.com\/maps\/dir/,
    )
    await expectAccessible(curb)
    await picture(curb, info, 'today')
  })

  await test.step('‘On my way’ and ‘Check In’ reach the building at once', async () => {
    await maya.goto('/home/services')
    const visits = maya.getByRole('region', { name: 'Upcoming visits' })
    await stop.getByRole('button', { name: 'On my way' }).click()
    await expect(said(curb, 'The building was told that you are on the way')).toBeVisible()
    await expect(visits).toContainText('On the way since')
    await stop.getByRole('button', { name: 'Check In' }).dblclick()
    await expect(stop.getByText(/^Checked in/)).toBeVisible()
    await expect(visits).toContainText('Here since')
    await expect(visits.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  })

  await test.step('photos, one of them removed, another refused by name', async () => {
    await stop.getByLabel('Choose Photos').setInputFiles([PHOTO, PHOTO])
    const photos = stop.getByRole('list', { name: 'Photos', exact: true })
    await expect(photos.getByRole('img')).toHaveCount(2)
    await stop.getByLabel('Take Photo').setInputFiles({
      name: 'notes.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('no picture'),
    })
    await expect(stop.getByRole('alert')).toContainText('A photo must be a JPG, PNG or WebP picture')
    await picture(curb, info, 'today-working')
    await stop.getByRole('button', { name: 'Don’t send this photo' }).click()
    await stop.getByRole('button', { name: 'Remove photo 2' }).click()
    await curb.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(photos.getByRole('img')).toHaveCount(1)
    await expect(stop).toContainText('1 of 10 photos')
    await expectAccessible(curb)
  })

  await test.step('the end, with a note and the place', async () => {
    await stop.getByRole('button', { name: 'Finish Visit' }).click()
    const dialog = curb.getByRole('dialog', { name: 'Finish Visit' })
    await dialog.getByLabel('Note').fill('All four gutters are clean.\nOne bracket is loose.')
    await dialog.getByLabel('Share where I am').check()
    await expectAccessible(curb)
    await picture(curb, info, 'today-finish')
    await dialog.getByRole('button', { name: 'Finish Visit' }).click()
    await expect(dialog).toBeHidden()
    await expect(stop.getByText(/^Finished/)).toBeVisible()
    await picture(curb, info, 'today-finished')
  })

  await test.step('the captain sees who came, when, the note, the place and the photo', async () => {
    await maya.goto('/home/services')
    await maya
      .getByRole('button', { name: /^Proof: Gutter Cleaning/ })
      .first()
      .click()
    const proof = maya.getByRole('dialog', { name: 'Gutter Cleaning' })
    await expect(proof).toContainText('One bracket is loose.')
    await expect(proof.getByRole('link', { name: 'Where the phone was' })).toBeVisible()
    const image = proof.getByRole('img', { name: '1 of 1' })
    await expect
      .poll(() => image.evaluate((img) => ('naturalWidth' in img ? img.naturalWidth : 0)))
      .toBeGreaterThan(0)
    await expectAccessible(maya)
    await picture(maya, info, 'proof')
  })
})
