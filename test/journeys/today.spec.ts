import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ask, call } from './arrive.ts'
import { bookedToday, PHONE, PHOTO } from './booked-today.ts'
import { test } from './journey.ts'
import { fill, PASSWORD, picture, said, signIn } from './people.ts'
import { write } from './portal-data.ts'

/** So long a phone had no network, in milliseconds. */
const OFFLINE_MS = 7 * 60_000
/** Nobody closes a page within the milliseconds that writing takes. */
const untilKept = (page: Page, actions: number) =>
  expect
    .poll(() =>
      page.evaluate(`new Promise((done, fail) => {
        const opening = indexedDB.open('stoop')
        opening.onerror = fail
        opening.onsuccess = () => {
          const kept = opening.result.transaction('kept').objectStore('kept').getAllKeys()
          kept.onsuccess = () => done(kept.result.filter((key) => key.startsWith('action ')).length)
          kept.onerror = fail
          opening.result.close()
        }
      })`),
    )
    .toBe(actions)
const here = { latitude: 47.61551, longitude: -122.32621, accuracy: 12 }

test('a foreman checks in, takes photos and finishes, and the building sees the proof [Product 1.4]', async ({
  browser,
}, info) => {
  test.slow()
  const phone = { ...PHONE, geolocation: here, permissions: ['geolocation'] }
  const { maya, curb, street } = await bookedToday(browser, phone)
  const stop = curb.getByRole('listitem').filter({ hasText: street })

  await test.step('the dashboard leads to the day’s stops', async () => {
    await curb.goto('/vendor/dashboard')
    const next = curb.getByRole('region', { name: 'Next stop today' })
    await expect(next).toContainText('Gutter Cleaning')
    await picture(curb, info, 'vendor-dashboard-next-stop')
    await next.getByRole('link').click()
    await expect(curb.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await expect(stop).toContainText('Salt is in the shed.')
    await expect(stop.getByRole('list', { name: 'Scope of work' })).toContainText('Gutters: 120 ft')
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
    await expect(said(curb, 'notes.heic: A photo must be a JPG, PNG or WebP picture')).toBeVisible()
    await picture(curb, info, 'today-working')
    await stop.getByRole('button', { name: 'Remove photo 2' }).click()
    await curb.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(photos.getByRole('img')).toHaveCount(1)
    await expect(stop).toContainText('1 of 10 photos')
    await expectAccessible(curb)
  })

  await test.step('the checklist of the request’s scope, which a reload keeps [Product 2.1]', async () => {
    const checklist = stop.getByRole('group', { name: 'Checklist' })
    await expect(checklist.getByRole('checkbox')).toHaveCount(2)
    await checklist.getByLabel('Blow the debris off the roof').check()
    await curb.reload()
    await expect(checklist.getByLabel('Blow the debris off the roof')).toBeChecked()
    await expect(checklist.getByLabel('Empty and flush 120 ft of gutters')).not.toBeChecked()
  })

  await test.step('the end, with a note and the place', async () => {
    await stop.getByRole('button', { name: 'Finish Visit' }).click()
    const dialog = curb.getByRole('dialog', { name: 'Finish Visit' })
    await dialog.getByLabel('Note').fill('All four gutters are clean.\nOne bracket is loose.')
    await dialog.getByLabel('Share where I am').check()
    await expect(dialog).toContainText('1 of 2 tasks are ticked.')
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
    await expect(proof.getByRole('list', { name: 'Checklist' }).getByRole('listitem')).toHaveText([
      'Empty and flush 120 ft of gutters · not ticked',
      'Blow the debris off the roof',
    ])
    await expect(proof.getByRole('link', { name: 'Where the phone was' })).toBeVisible()
    const image = proof.getByRole('img', { name: '1 of 1' })
    await expect
      .poll(() => image.evaluate((img) => ('naturalWidth' in img ? img.naturalWidth : 0)))
      .toBeGreaterThan(0)
    await expectAccessible(maya)
    await picture(maya, info, 'proof')
  })
})

test('a page that opens again shows what changed meanwhile, however young what it kept is [Product 1.4]', async ({
  browser,
}) => {
  const { maya, curb, street } = await bookedToday(browser, PHONE)
  const stop = curb.getByRole('listitem').filter({ hasText: street })
  // No live update makes up for it.
  await curb.route(/realtime\.changes/, (route) => route.abort())
  await curb.goto('/vendor/today')
  await expect(stop.getByRole('button', { name: 'Check In' })).toBeVisible()
  await call(maya, 'access.change', { notes: 'The side gate, code 4471#.' })
  await curb.reload()
  await expect(stop.getByRole('button', { name: 'Access notes' })).toBeVisible()
})

test('without a network a visit is done all the same, and sent once when it is back [Product 1.4]', async ({
  browser,
}, info) => {
  test.slow()
  const { maya, curb, context, street } = await bookedToday(browser, PHONE)
  const of = (page: Page) => page.getByRole('listitem').filter({ hasText: street })

  await test.step('the day is opened once with a network', async () => {
    await curb.goto('/vendor/today')
    await expect(of(curb)).toBeVisible()
    await expect.poll(() => curb.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
  })

  await test.step('check in, three photos and the end, without a network', async () => {
    await context.setOffline(true)
    await curb.clock.setFixedTime(Date.now() - OFFLINE_MS)
    await of(curb).getByRole('button', { name: 'Check In' }).click()
    await expect(of(curb).getByText(/^Checked in/)).toBeVisible()
    await expect(of(curb).getByText('Waiting to be sent')).toBeVisible()
    await expect(curb.getByRole('status').filter({ hasText: '1 step waits to be sent' })).toBeVisible()
    await of(curb).getByLabel('Choose Photos').setInputFiles([PHOTO, PHOTO, PHOTO])
    await expect(of(curb).getByRole('img')).toHaveCount(3)
    await of(curb).getByRole('button', { name: 'Finish Visit' }).click()
    const dialog = curb.getByRole('dialog', { name: 'Finish Visit' })
    await dialog.getByLabel('Note').fill('Done without a network.')
    await dialog.getByRole('button', { name: 'Finish Visit' }).click()
    await expect(of(curb).getByText(/^Finished/)).toBeVisible()
    await picture(curb, info, 'today-offline')
  })

  const again = await test.step('the page is closed and opened again: all of it is there', async () => {
    await untilKept(curb, 5)
    await curb.close()
    const page = await context.newPage()
    await page.goto('/vendor/today')
    await expect(of(page).getByText(/^Finished/)).toBeVisible()
    await expect(of(page).getByRole('img')).toHaveCount(3)
    await expect(of(page).getByText('Waiting to be sent')).toBeVisible()
    await expectAccessible(page)
    return page
  })

  await test.step('the network is back: one finished visit with three photos', async () => {
    await context.setOffline(false)
    await expect(of(again).getByText('Waiting to be sent')).toBeHidden()
    await expect(of(again).getByRole('list', { name: 'Photos', exact: true }).getByRole('img')).toHaveCount(3)
    const { stops } = await ask<{ stops: { id: string }[] }>(again, 'visits.today')
    // Nothing is held any more; the last step may still be on its way.
    await expect
      .poll(async () => {
        const id = stops[0]?.id
        const { note, photos } = await ask<{ photos: unknown[]; note: string }>(maya, 'visits.proof', { id })
        return [note, photos.length]
      })
      .toEqual(['Done without a network.', 3])
    await again.reload()
    await expect(of(again).getByText(/^Finished/)).toBeVisible()
    await expect(of(again).getByText('Waiting to be sent')).toHaveCount(0)
  })

  await test.step('the building reads the phone’s times, and when the server heard of them', async () => {
    await maya.goto('/home/services')
    await maya
      .getByRole('button', { name: /^Proof: Gutter Cleaning/ })
      .first()
      .click()
    const proof = maya.getByRole('dialog', { name: 'Gutter Cleaning' })
    await expect(proof.getByText(/by their phone, received \d/)).toHaveCount(2)
  })
})

test('what is done before and after a reload without a network is all sent when it is back [Product 1.4]', async ({
  browser,
}) => {
  const { curb, context, street } = await bookedToday(browser, PHONE)
  const stop = curb.getByRole('listitem').filter({ hasText: street })
  await curb.goto('/vendor/today')
  await expect(stop).toBeVisible()
  await expect.poll(() => curb.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
  await context.setOffline(true)
  await stop.getByRole('button', { name: 'Check In' }).click()
  await stop.getByLabel('Choose Photos').setInputFiles([PHOTO])
  await expect(stop.getByRole('img')).toHaveCount(1)
  // Later, so that the page asks again who is signed in.
  await curb.clock.setFixedTime(Date.now() + OFFLINE_MS)
  await untilKept(curb, 2)
  await curb.reload()
  await stop.getByRole('button', { name: 'Finish Visit' }).click()
  await curb.getByRole('dialog').getByRole('button', { name: 'Finish Visit' }).click()
  await expect(stop.getByText(/^Finished/)).toBeVisible()
  await expect(curb.getByRole('status').filter({ hasText: '3 steps wait to be sent' })).toBeVisible()
  // The phone is taken out of the pocket, and the page wants to ask for everything again.
  await curb.clock.setFixedTime(Date.now() + 2 * OFFLINE_MS)
  await curb.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  await context.setOffline(false)
  await expect
    .poll(async () => (await ask<{ stops: { finished_at: string | null }[] }>(curb, 'visits.today')).stops[0])
    .toMatchObject({ finished_at: expect.any(String) })
  await expect(stop.getByText('Waiting to be sent')).toHaveCount(0)
})

test('a single tap that waits is shown after the page was closed, and a visit cancelled meanwhile is said [Product 1.4]', async ({
  browser,
}) => {
  const { curb, context, street, email } = await bookedToday(browser, PHONE)
  const of = (page: Page) => page.getByRole('listitem').filter({ hasText: street })
  await curb.goto('/vendor/today')
  await expect(of(curb)).toBeVisible()
  await expect.poll(() => curb.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
  await context.setOffline(true)
  // A new page has the network for a moment, until the browser is told that there is none.
  await context.route(/visits\.checkIn/, (route) => route.abort())
  await of(curb).getByRole('button', { name: 'Check In' }).click()
  await expect(of(curb).getByText('Waiting to be sent')).toBeVisible()
  await untilKept(curb, 1)
  // Before the page closes: a page that closes has the network for a moment again, and its check-in could arrive first.
  await write(
    `update appointments set status = 'cancelled', changed_by = 'captain', change_reason = 'Rain'
     where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
  )
  await curb.close()

  const again = await context.newPage()
  await test.step('the app’s first address leads to the day’s stops', async () => {
    await again.goto('/')
    await expect(again).toHaveURL(/\/vendor\/today$/)
    await expect(of(again).getByText(/^Checked in/)).toBeVisible()
    await expect(of(again).getByText('Waiting to be sent')).toBeVisible()
    await expect(again.getByRole('status').filter({ hasText: '1 step waits to be sent' })).toBeVisible()
  })

  await test.step('with the network comes that the visit was cancelled', async () => {
    await context.unrouteAll()
    await context.setOffline(false)
    await expect(of(again).getByRole('alert')).toContainText('Not sent: this visit was cancelled meanwhile')
    await of(again).getByRole('button', { name: 'Discard' }).click()
    await again.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(of(again).getByRole('alert')).toHaveCount(0)
    await expect(of(again)).toContainText('Cancelled')
  })
})

test('what can’t be sent or kept is said in plain words, and nothing is lost [Product 1.4]', async ({
  browser,
}, info) => {
  test.slow()
  const { curb, context, street, email } = await bookedToday(browser, PHONE)
  const stop = curb.getByRole('listitem').filter({ hasText: street })

  await test.step('a session that ends meanwhile: signing in sends it', async () => {
    await curb.goto('/vendor/today')
    await expect(stop).toBeVisible()
    await context.setOffline(true)
    await stop.getByRole('button', { name: 'On my way' }).click()
    await expect(stop.getByText('Waiting to be sent')).toBeVisible()
    await write('delete from auth_sessions where user_id = (select id from profiles where email = $1)', email)
    await context.setOffline(false)
    await expect(curb).toHaveURL(/\/login\?next=%2Fvendor%2Ftoday$/)
    await fill(curb, { Email: email, Password: PASSWORD })
    await curb.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(stop.getByText('On the way')).toBeVisible()
    await expect(stop.getByText('Waiting to be sent')).toHaveCount(0)
    await expect
      .poll(
        async () => (await ask<{ stops: { on_the_way_at: string | null }[] }>(curb, 'visits.today')).stops[0],
      )
      .toMatchObject({ on_the_way_at: expect.any(String) })
  })

  await test.step('what waits at a sign-out is sent when its person is back', async () => {
    await context.route('**/visits.checkIn*', (route) => route.abort())
    await stop.getByRole('button', { name: 'Check In' }).click()
    await expect(stop.getByText('Waiting to be sent')).toBeVisible()
    await curb.getByRole('button', { name: 'Menu' }).click()
    await curb.getByRole('button', { name: 'Sign Out' }).click()
    await expect(curb.getByRole('link', { name: 'Join' }).first()).toBeVisible()
    await context.unroute('**/visits.checkIn*')
    await expect.poll(() => curb.evaluate('localStorage.getItem("stoop.kept.person")')).toBeNull()
    await signIn(curb, email)
    await curb.goto('/vendor/today')
    await expect(stop.getByText(/^Checked in/)).toBeVisible()
    await expect
      .poll(
        async () => (await ask<{ stops: { checked_in_at: string | null }[] }>(curb, 'visits.today')).stops[0],
      )
      .toMatchObject({ checked_in_at: expect.any(String) })
  })

  await test.step('a phone without room says to keep the page open', async () => {
    await curb.evaluate(
      `IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }`,
    )
    await context.setOffline(true)
    await stop.getByRole('button', { name: 'Finish Visit' }).click()
    const dialog = curb.getByRole('dialog', { name: 'Finish Visit' })
    await dialog.getByLabel('Note').fill('The gutters are clean.')
    await dialog.getByRole('button', { name: 'Finish Visit' }).click()
    await expect(said(curb, 'This phone can’t keep what you do')).toBeVisible()
    await expect(stop.getByText('Waiting to be sent')).toBeVisible()
  })

  await test.step('a visit that is on another day meanwhile: the person decides', async () => {
    await write(
      `update appointments set scheduled_date = scheduled_date + 1, changed_by = 'captain', change_reason = 'Rain',
         earlier_date = scheduled_date, earlier_time = scheduled_time
       where vendor_id = (select vendor_id from profiles where email = $1)`,
      email,
    )
    await context.setOffline(false)
    await expect(stop.getByRole('alert')).toContainText('Not sent: this visit was moved to a later day')
    await picture(curb, info, 'today-refused')
    await stop.getByRole('button', { name: 'Send again' }).click()
    await expect(stop.getByRole('alert')).toContainText('Not sent: this visit was moved to a later day')
    await stop.getByRole('button', { name: 'Discard' }).click()
    await curb.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(stop).toHaveCount(0)
    await expect(curb.getByText('No stops today')).toBeVisible()
  })
})
