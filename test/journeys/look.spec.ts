import { expect, type Locator, type Page } from '@playwright/test'
import { pdf } from '../sample-files.ts'
import { arriveAsAdmin, arriveAsResident, arriveAsVendor, call } from './arrive.ts'
import { peopleWithDialogs } from './dialog-people.ts'
import { DIALOGS } from './dialogs.ts'
import { test } from './journey.ts'
import { openDialog } from './open-dialog.ts'
import { home, openBrowser, PASSWORD, picture, unique } from './people.ts'

const LAPTOP = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }

async function box(part: Locator) {
  const found = await part.boundingBox()
  if (!found) throw new Error(`Not on the screen: ${part}`)
  return { ...found, bottom: found.y + found.height, right: found.x + found.width }
}

/** How much room is left below the last thing in each panel of a form. */
const emptyBelow = `[...document.querySelectorAll('form > section')].map((panel) =>
  panel.getBoundingClientRect().bottom - panel.querySelector(':scope > div > :last-child').getBoundingClientRect().bottom)`

test('vendor settings show the chosen services, in two columns without a hole, with the save bar below both', async ({
  browser,
}, info) => {
  const page = await (await browser.newContext(LAPTOP)).newPage()
  const chosen = [
    'Snow Removal',
    'Window Washing',
    'Roof Repair',
    'Tree Care',
    'Gutter Cleaning',
    'Painting',
    'Fire Safety Inspection',
    'Masonry and Stoop Repair',
  ]
  await arriveAsVendor(page, chosen)
  await page.goto('/vendor/profile')
  const list = page.getByRole('list', { name: 'Chosen services' })
  await expect(list.getByRole('listitem')).toHaveCount(8)
  expect((await list.getByRole('listitem').allTextContents()).toSorted()).toEqual(chosen.toSorted())
  for (const each of await list.getByRole('listitem').all()) await expect(each).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  // Neither panel is empty where the other one still has something.
  const empty = await page.evaluate<number[]>(emptyBelow)
  expect(empty).toHaveLength(2)
  expect(Math.max(...empty), 'a hole').toBeLessThan(48)
  const saved = await box(page.getByRole('button', { name: 'Saved' }))
  for (const name of ['Profile Information', 'Services You Provide'])
    expect(saved.y).toBeGreaterThan((await box(page.getByRole('region', { name }))).bottom)
  await page.getByRole('checkbox', { name: 'Landscaping' }).check()
  await expect(list).toContainText('Landscaping')
  const panel = (name: string) => box(page.getByRole('region', { name }))
  const [profile, services] = [await panel('Profile Information'), await panel('Services You Provide')]
  expect(Math.abs(profile.bottom - services.bottom)).toBeLessThan(2)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const save = await box(page.getByRole('button', { name: 'Save Changes' }))
  expect(save.bottom, 'in sight while there are edits').toBeLessThanOrEqual(800)
  await picture(page, info, 'vendor-settings-chosen')
})

test('a large building finds its people by name, address or unit, over all pages', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const maya = await arriveAsResident(page, 'Maya')
  await page.goto('/home/building')
  const region = page.getByRole('region', { name: 'Building Members' })
  await expect(region.getByRole('row')).toHaveCount(2)
  await expect(region.getByLabel('Search members'), 'one person is found without').toHaveCount(0)
  for (let count = 1; count < 10; count += 1) {
    const email = `${unique(`tenant${count}`)}@example.com`
    await call(page, 'members.add', {
      full_name: `Tess Number${count}`,
      email,
      unit_number: `${count}9`,
      role: 'member',
    })
  }
  await page.reload()
  await region.getByLabel('Search members').fill('number7')
  await expect(region.getByRole('row').filter({ hasText: 'Tess' })).toHaveCount(1)
  await expect(region.getByRole('status').filter({ hasText: '1 person found' })).toBeVisible()
  await picture(page, info, 'members-search')
  await region.getByLabel('Search members').fill(`${maya.email} 4c`)
  await expect(region.getByRole('row').filter({ hasText: 'Maya' })).toHaveCount(1)
  await expect(region.getByRole('row').filter({ hasText: 'Tess' })).toHaveCount(0)
  await region.getByLabel('Search members').fill('nobody of that name')
  await expect(region.getByText('Nobody matches. Try another word.')).toBeVisible()
  await region.getByLabel('Search members').fill('')
  await expect(region.getByRole('row')).toHaveCount(11)
})

/** Dates, times and prices that take more than one line, but in sentences. */
const wrapped = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (!/^((Mon|Tue|Wed|Thu|Fri|Sat|Sun), [A-Z]|\\d+:\\d\\d [AP]M|\\$[\\d,.]+|(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d)/.test(data)) continue
    if (!parentElement.checkVisibility() || data.length > 32 || parentElement.textContent.length > 60) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    if (tops.size > 1) found.push(data)
  }
  return found
})()`

/** Runs in the page: how many parts of a row begin beside another. */
function columnsOf(row: { children: Iterable<{ getBoundingClientRect: () => { left: number } }> }): number {
  return new Set([...row.children].map((cell) => cell.getBoundingClientRect().left)).size
}

test('dates stand on one line, and no table is a tower on a tablet', async ({ browser }) => {
  test.slow() // everybody arrives first
  const { maya, vera } = await peopleWithDialogs(browser, LAPTOP)
  const settled = async (page: Page, path: string) => {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
    await page.evaluate('document.fonts.ready.then(() => undefined)') // others are wider
  }
  for (const width of [1280, 768]) {
    for (const page of [maya, vera]) await page.setViewportSize({ width, height: 1024 })
    for (const [page, path] of [
      [maya, '/home/services'],
      [maya, '/home/dashboard'],
      [vera, '/vendor/appointments'],
    ] as const) {
      await settled(page, path)
      expect(await page.evaluate(wrapped), `${path} at ${width}`).toEqual([])
    }
  }
  for (const [page, path, name] of [
    [maya, '/home/building', 'Building Members'],
    [maya, '/home/building', 'Documents'],
    [maya, '/home/services', 'Past visits'],
    [maya, '/home/billing', 'Spend of past months'],
    [maya, '/home/billing', 'Payment history'],
    [vera, '/vendor/appointments', 'Past visits'],
    [vera, '/vendor/profile', 'Team'],
  ] as const) {
    await settled(page, path)
    const rows = page
      .getByRole('region', { name })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    await expect(rows.first(), `${name} in ${path}`).toBeVisible()
    for (const row of await rows.all()) {
      // The buttons of people have a line of their own.
      const limit = name === 'Team' || name === 'Building Members' ? 240 : 170
      expect((await box(row)).height, `a row of ${name} in ${path}`).toBeLessThan(limit)
      expect(await row.evaluate(columnsOf), `columns of ${name} in ${path}`).toBeGreaterThan(1)
    }
    expect(await page.evaluate(wrapped), path).toEqual([])
  }
})

test('the sign-in and the chooser show the pictures of the landing page, on a phone too', async ({
  browser,
}) => {
  const page = await (await browser.newContext(LAPTOP)).newPage()
  for (const [path, width, count] of [
    ['/login', 1280, 1],
    ['/signup', 1280, 2],
    ['/signup', 375, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    const pictures = page.getByRole('main').locator('img')
    await expect(pictures).toHaveCount(count)
    for (const each of await pictures.all()) {
      await expect(each, `${path} at ${width}`).toBeInViewport({ ratio: 0.1 })
      await expect
        .poll(() => each.evaluate(({ naturalWidth }: { naturalWidth: number }) => naturalWidth))
        .toBeGreaterThan(900)
    }
  }
})

test('the longest menu has Sign Out in sight on a laptop, and on a low window', async ({ browser }) => {
  const page = await (await browser.newContext(LAPTOP)).newPage()
  await arriveAsAdmin(page)
  await page.goto('/admin/overview')
  await page.getByRole('button', { name: 'Menu' }).click()
  const [last, out] = [
    page.getByRole('navigation').getByRole('link', { name: 'Settings' }),
    page.getByRole('button', { name: 'Sign Out' }),
  ]
  const end = async () => (await box(out)).bottom
  await expect.poll(end).toBeLessThan(800)
  expect((await box(last)).bottom, 'nothing to scroll').toBeLessThan((await box(out)).y)
  await page.setViewportSize({ width: 1280, height: 560 })
  await expect.poll(end).toBeLessThan(560)
})

test('each figure of the vendor’s dashboard says what it is about', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsVendor(page)
  await page.goto('/vendor/dashboard')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(4)
  await expect(cards).toHaveText([
    /\$0\.00From your booked visits$/,
    /0No visits to come$/,
    /(0You are all caught up|\dWaiting for your price)$/,
    /NoneNo visit is booked$/,
  ])
})

test('no text of the welcome dialog is clipped, on a phone either', async ({ browser }) => {
  test.slow() // everybody arrives twice
  for (const width of [1280, 375]) {
    const pages = await peopleWithDialogs(browser, { ...LAPTOP, viewport: { width, height: 800 } })
    const welcome = DIALOGS.find(({ name }) => name === 'welcome')
    if (!welcome) throw new Error('No dialog welcomes')
    const page = await openDialog(pages, welcome)
    await page.getByRole('dialog').getByRole('checkbox').first().check()
    const clipped = `[...document.querySelectorAll('[role=dialog] :is(p, span, label, button, textarea, legend)')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.matches('textarea') && each.scrollHeight > each.clientHeight + 1)
      .filter((each) => getComputedStyle(each).display !== 'inline' && each.clientWidth > 1)
      .map((each) => each.outerHTML.slice(0, 120))`
    expect(await page.evaluate(clipped), `at ${width}`).toEqual([])
  }
})

/** How many lines of text an element has room for. */
const lines = (part: Locator) =>
  part.evaluate((each) => {
    const { lineHeight } = each.ownerDocument.defaultView.getComputedStyle(each)
    return Math.round(each.clientHeight / Number.parseFloat(lineHeight))
  })

test('the longest names take a few lines, and show whole in their tooltip', async ({ browser }) => {
  const page = await (await browser.newContext(LAPTOP)).newPage()
  const { 'Street Address': address, City: city, State: state, 'Zip Code': zip_code } = home(unique('no'))
  const name = { first_name: 'Maximiliana '.repeat(9).slice(0, 99), last_name: 'R'.repeat(100) }
  const account = { ...name, email: `${unique('max')}@example.com`, password: PASSWORD }
  const unit = { unit_number: '4', number_of_units: 24 }
  await call(page, 'accounts.signUpResident', { ...account, address, city, state, zip_code, ...unit })
  await page.goto('/home/dashboard')
  for (const width of [375, 768]) {
    await page.setViewportSize({ width, height: 740 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const person = page.getByRole('navigation').getByTitle(`${name.first_name} ${name.last_name}`)
    expect(await lines(person), `at ${width}`).toBe(2)
    await page.keyboard.press('Escape')
  }

  const file = `${'Minutes of the annual meeting of all owners '.repeat(4).slice(0, 146)}.pdf`
  const sent = await page.request.post(`/api/documents?name=${encodeURIComponent(file)}`, { data: pdf() })
  expect(sent.status()).toBe(201)
  await page.goto('/home/building')
  for (const width of [375, 768]) {
    await page.setViewportSize({ width, height: 1024 })
    const shown = page.getByTitle(file)
    expect(await lines(shown), `at ${width}`).toBe(3)
    const row = await box(page.getByRole('row').filter({ has: shown }))
    expect((await box(shown)).width / row.width, `at ${width}`).toBeGreaterThan(0.6)
  }
})
