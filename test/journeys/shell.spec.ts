import { expect, type Page, type Request } from '@playwright/test'
import { menuEntries, placeholdersOf } from '../routes.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsAdmin, arriveAsResident, arriveAsVendor, arriveBySigningIn, call } from './arrive.ts'
import { become, go } from './browse.ts'
import { answer, hold } from './intercept.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said } from './people.ts'

const MENUS = {
  'an admin': menuEntries('admins'),
  'a vendor': menuEntries('vendors'),
  'a captain': menuEntries('residents'),
}

for (const [kind, entries] of Object.entries(MENUS)) {
  test(`the menu of ${kind} has its entries in order, and opens and closes like a menu [1.greeting-profile] [1.initial] [2.menu.admin.14] [2.menu.vendor.5] [2.menu.resident.8] [2.menu.order] [2.menu.logo] [2.menu.outside] [2.menu.escape] [2.menu.scroll] [2.menu.current] [2.shell.4] [4.menu.1] [V7.4.4]`, async ({
    browser,
  }, info) => {
    const page = await openBrowser(browser)
    const person = await become(kind, page, browser)
    await page.goto(`${entries[0]?.path}`)
    const button = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const bar = page.getByRole('banner')
    await expect(bar.getByText(`Hello, ${person?.first_name}`)).toBeAttached()
    await expect(bar.getByText(person?.first_name.charAt(0) ?? '', { exact: true })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Get Started' })).toHaveCount(0)

    await button.click()
    await expect(menu.getByRole('listitem')).toHaveText([...entries.map(({ label }) => label), 'Sign Out'])
    const links = await menu.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(links).toEqual(entries.map(({ path }) => path))
    await expect(menu.getByRole('link', { name: entries[0]?.label, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expectAccessible(page)
    await picture(page, info, `menu-of-${kind.replaceAll(' ', '-')}`)

    // The page behind it does not scroll meanwhile.
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden')

    await page.keyboard.press('Enter')
    await expect(menu.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeFocused()
    // Only a mouse can click beside the menu; by keyboard, Escape closes it.
    if (info.project.name === 'keyboard') await page.keyboard.press('Escape')
    else await page.getByRole('main').click({ position: { x: 5, y: 200 } })
    await expect(menu).toBeHidden()

    await button.click()
    const last = entries.at(-1)
    await menu.getByRole('link', { name: last?.label, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${last?.path}$`))
    await expect(menu).toBeHidden()
    await bar.getByRole('link', { name: 'Stoop' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('link', { name: 'Access Member Portal' })).toBeVisible()
  })
}

test('the bar stays on top, the screen starts 90 px below it, and the keyboard can skip it [2.shell.1] [2.shell.2] [9.layout.3]', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsVendor(page)
  await page.goto('/vendor/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed')
  await expect(page.getByRole('banner')).toHaveCSS('height', '90px')
  await expect(page.getByRole('main')).toHaveCSS('padding-top', '90px')
  // The page that comes first is replaced by this person's.
  await expect(page.getByText('Hello, Vera')).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('nothing is shown until the session is known, and a failing portal shows an error [2.shell.5] [2.shell.6]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const { address } = await arriveAsResident(page, 'Maya')
  const held = await hold(page, 'accounts.session')
  await page.goto('/home/building')
  await expect(page.getByRole('status')).toHaveText('Loading…')
  await expect(page.getByRole('banner')).toHaveCount(0)
  held.letGo()
  await expect(page.getByText(address).first()).toBeVisible()
  await page.unroute('**/api/trpc/*accounts.session*')

  const failure = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 }
  const sentence = 'Something went wrong on our side. Please try again.'
  const body = JSON.stringify([{ error: { message: sentence, code: -32603, data: failure } }])
  const mend = await answer(page, 'accounts.session', { status: 500, body })
  await page.goto('/home/building')
  await expect(page.getByRole('alert')).toContainText(sentence)
  await expect(page.getByText(address)).toHaveCount(0)
  // Not as if nobody were signed in.
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, info, 'session-failed')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.focus() // it is asked for again by itself, too
  await mend()
  await again.click()
  await expect(page.getByText(address).first()).toBeVisible()
})

test('a dashboard is in place from the first frame, and hydration moves nothing', async ({
  browser,
}, info) => {
  const stays = async (page: Page, path: string, title: string) => {
    // One request after the other, so that the figures can be held after the session arrived: they shift what is
    // below.
    await page.addInitScript(`
      localStorage.removeItem('stoop.viewer.powers')
      window.moved = 0
      window.shifts = new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.moved += value
      })
      shifts.observe({ type: 'layout-shift' })`)
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 })
      const figures = await hold(page, '.dashboard')
      const held = await hold(page, 'accounts.session')
      await page.goto(path)
      await expect(page.getByRole('status').first()).toHaveText('Loading…')
      const heading = page.getByRole('heading', { level: 1, name: title })
      // Wait until the fonts have loaded and their shift is reported.
      await page.evaluate(`document.fonts.ready
        .then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        .then(() => { shifts.takeRecords(); window.moved = 0 })`)
      const place = await heading.boundingBox()
      expect(place).not.toBeNull()
      held.letGo()
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
      expect(await heading.boundingBox()).toEqual(place)
      expect(await page.evaluate('window.moved')).toBeLessThanOrEqual(0.02)
      figures.letGo()
      await page.unrouteAll({ behavior: 'wait' })
    }
    const held = await hold(page, 'accounts.session')
    await page.goto(path)
    await expectAccessible(page)
    await picture(page, info, `waiting${path.replaceAll('/', '-')}`)
    // The keyboard focus stays in the same place.
    for (let link = 0; link < 2; link += 1) await page.keyboard.press('Tab')
    const place = await page.evaluate(`document.activeElement.getAttribute('href')`)
    expect(place).toMatch(/^\//)
    held.letGo()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect.poll(() => page.evaluate(`document.activeElement.getAttribute('href')`)).toBe(place)
  }
  const [resident, vendor] = [await openBrowser(browser), await openBrowser(browser)]
  await arriveAsResident(resident, 'Maya')
  await stays(resident, '/home/dashboard', 'Your building at a glance')
  await arriveAsVendor(vendor)
  await stays(vendor, '/vendor/dashboard', 'Vendor Dashboard')
})

test('a page hydrates after its first frame, also when the browser reports no frame or has none', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  const comes = async (script: string) => {
    const alone = await page.context().newPage()
    await alone.addInitScript(script)
    await alone.goto('/home/dashboard')
    await expect(alone.getByRole('button', { name: 'Menu' })).toBeVisible()
    await alone.close()
  }
  // Each case leaves one of the triggers: the reported frame, the rendered frame, or neither.
  await comes(`const after = requestAnimationFrame
    requestAnimationFrame = () => { requestAnimationFrame = after }`)
  await comes(`const { observe } = PerformanceObserver.prototype
    PerformanceObserver.prototype.observe = function (what) { if (what.type !== 'paint') observe.call(this, what) }`)
  await comes(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    requestAnimationFrame = PerformanceObserver.prototype.observe = () => {}`)
})

test('after signing out, going back shows nothing private [V14.3.1]', async ({ browser }, info) => {
  const page = await openBrowser(browser)
  const maya = await arriveAsResident(page, 'Maya')
  const signOut = async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
  }
  const expectNothingLeft = async () => {
    await expect(page).toHaveURL(/\/login\?next=%2Fhome%2Fbuilding$/)
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await expect(page.getByText(maya.address)).toHaveCount(0)
    await expect(page.getByText('Maya')).toHaveCount(0)
  }
  const coming = new Set<Request>()
  page.on('request', (request) => !request.url().includes('realtime.changes') && coming.add(request))
  page.on('requestfinished', (request) => coming.delete(request))
  page.on('requestfailed', (request) => coming.delete(request))
  // The browser doesn't always tell the end of what a page still wants when it is left.
  page.on('response', (response) => response.request().isNavigationRequest() && coming.clear())
  await page.goto('/home/dashboard')
  // From the start, because focusing the link already prefetches it.
  const landing = Promise.withResolvers<void>()
  await page.route('**/landing-screen*', async (route) => {
    await landing.promise
    await route.continue()
  })
  // Notifications load just after the screen, and can't be shown earlier.
  const overlays = page.waitForResponse('**/assets/overlays-*.js')
  await page.goto('/home/building')
  await expect(page.getByText(maya.address).first()).toBeVisible()
  await overlays
  await expect.poll(() => coming.size).toBe(0)

  await test.step('not during a network failure: the person sees an error [8.silent.3]', async () => {
    await page.context().setOffline(true)
    // Prefetches fail now, and must not be remembered as broken.
    const fetched = page.waitForRequest('**/landing-screen*')
    await page.getByRole('link', { name: 'Stoop' }).focus()
    await fetched
    await signOut()
    await expect(page.getByRole('alert').filter({ hasText: 'You are still signed in.' })).toBeVisible()
    await page.context().setOffline(false)
  })

  await test.step('the landing page follows, however slowly it loads and whatever events arrive', async () => {
    let isOut = false
    const signedOut = page.waitForResponse(/accounts.signOut/).then(() => {
      isOut = true
    })
    // The live stream, which the server ends, may check the session before this test does.
    const heard = page.waitForResponse((response) => isOut && /accounts.session/.test(response.url()))
    await signOut()
    await signedOut
    await page.evaluate('dispatchEvent(new Event("online"))') // checks the session again
    await heard
    landing.resolve()
    await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
    await expect(said(page, 'You are still signed in.')).toHaveCount(0)
    await page.unroute('**/landing-screen*')
  })

  await test.step('back, inside the application [2.shell.7]', async () => {
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
    // Including its styles, which could not be prefetched during the network failure.
    await expectAccessible(page)
    await picture(page, info, 'signed-out')
    await page.goBack()
    await expectNothingLeft()
  })

  await test.step('back to a page that was loaded earlier [2.shell.8]', async () => {
    await arriveBySigningIn(page, maya)
    await page.goto('/home/building')
    await expect(page.getByText(maya.address).first()).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Access Member Portal' })).toBeVisible()
    await signOut()
    await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
    await page.goBack()
    await expectNothingLeft()
  })

  await test.step('after signing out elsewhere, nothing stays, without a click', async () => {
    await arriveBySigningIn(page, maya)
    // The page's last query, or it would notice by itself.
    const lastAnswer = page.waitForResponse(/members\.blocked/)
    await page.goto('/home/building')
    await expect(page.getByText(maya.address).first()).toBeVisible()
    await lastAnswer
    await call(page, 'accounts.signOut')
    await expectNothingLeft()
  })
})

test('placeholder pages have their title and one line, in the real shell', async ({ browser }, info) => {
  const [captain, vendor, admin] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  await arriveAsResident(captain, 'Maya')
  await arriveAsVendor(vendor)
  await arriveAsAdmin(admin)
  const pages = [
    [captain, placeholdersOf('residents', 'captains')],
    [vendor, placeholdersOf('vendors')],
    [admin, placeholdersOf('admins')],
  ] as const
  for (const [page, placeholders] of pages) {
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    for (const { path, title, line } of placeholders) {
      await go(page, path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(main.getByRole('paragraph')).toHaveCount(1)
      await expect(main.getByRole('paragraph')).toHaveText(line)
      await expectAccessible(page)
    }
    await picture(page, info, `placeholder-${placeholders.at(-1)?.title}`)
  }
})
