import { expect, type Locator } from '@playwright/test'
import { pdf } from '../sample-files.ts'
import { expectStill } from './accessible.ts'
import { arriveAsResident } from './arrive.ts'
import { bookedToday, PHONE } from './booked-today.ts'
import { bookedWeeks, dayFrom } from './booked-weeks.ts'
import { test } from './journey.ts'
import { openBrowser, unique } from './people.ts'
import { write } from './portal-data.ts'

// What a walk by somebody new to the portal found cut, broken or jumping.

/** Runs in the page: the words in a part that need more room than they have. */
function cutWords(part: { querySelectorAll: (selector: string) => Iterable<Element> }): string[] {
  const all = [...part.querySelectorAll('a, button, button span')]
  return all
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
    .map((each) => each.textContent ?? '')
}
type Element = { scrollWidth: number; clientWidth: number; textContent: string | null }

/** How many lines a part's text takes. */
const linesOf = (part: Locator) =>
  part.evaluate((each) => {
    const range = each.ownerDocument.createRange()
    range.selectNodeContents(each)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size
  })

test('on the narrowest phone the buttons of Today show their words whole [Product 1.4]', async ({
  browser,
}) => {
  const { curb, street } = await bookedToday(browser, { ...PHONE, viewport: { width: 320, height: 640 } })
  const stop = curb.getByRole('listitem').filter({ hasText: street })
  await curb.goto('/vendor/today')
  expect(await linesOf(stop.getByRole('link', { name: 'Directions' }))).toBe(1)
  await stop.getByRole('button', { name: 'Check In' }).click()
  await expect(stop.getByText('Choose Photos')).toBeVisible()
  expect(await stop.evaluate(cutWords)).toEqual([])
})

test('in a month each visit shows its status, on a laptop and on a tablet [Product 1.7]', async ({
  browser,
}) => {
  const { maya, email } = await bookedWeeks(browser)
  await write(
    `update appointments set status = 'completed', completed_at = now() where vendor_id = (select vendor_id from profiles where email = $1)`,
    email,
  )
  for (const width of [1280, 768]) {
    await maya.setViewportSize({ width, height: 900 })
    await maya.goto(`/home/calendar?view=month&date=${dayFrom(0)}`)
    const visit = maya
      .getByRole('table')
      .getByRole('button', { name: /Completed/ })
      .first()
    await expect(visit.getByText('Completed')).toBeVisible()
    const whole = await visit.getByText('Completed').evaluate((each) => each.scrollWidth <= each.clientWidth)
    const [inner, outer] = [await visit.getByText('Completed').boundingBox(), await visit.boundingBox()]
    if (!inner || !outer) throw new Error('Not on the screen')
    expect([whole, inner.x + inner.width <= outer.x + outer.width], `at ${width}`).toEqual([true, true])
  }
})

test('searching for a service leaves the dialog as large as it was', async ({ browser }) => {
  const maya = await openBrowser(browser)
  await arriveAsResident(maya, 'Maya')
  await maya.goto('/home/services')
  await maya.getByRole('button', { name: '+ Add Service' }).click()
  const dialog = maya.getByRole('dialog', { name: 'Add Service' })
  await expect(dialog.getByRole('button', { name: /^Snow Removal/ })).toBeVisible()
  await expectStill(maya) // it opens by growing
  const before = await dialog.boundingBox()
  await dialog.getByLabel('Search services').fill('snow')
  await expect(dialog.getByRole('button', { name: /^Landscaping/ })).toHaveCount(0)
  expect(await dialog.boundingBox()).toEqual(before)
  await dialog.getByLabel('Search services').fill('nothing of that name')
  await expect(dialog.getByText('No service matches')).toBeVisible()
  expect(await dialog.boundingBox()).toEqual(before)
})

test('a long name in the title of a dialog leaves the way out of it on the screen', async ({ browser }) => {
  const maya = await openBrowser(browser)
  await arriveAsResident(maya, 'Maya')
  // Nowhere to break.
  const file = `${unique('m').replaceAll('-', '').repeat(14)}.pdf`
  const sent = await maya.request.post(`/api/documents?name=${encodeURIComponent(file)}`, { data: pdf() })
  expect(sent.status()).toBe(201)
  for (const width of [1280, 375]) {
    await maya.setViewportSize({ width, height: 800 })
    await maya.goto('/home/building')
    await maya.getByRole('button', { name: `Actions for ${file}` }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = maya.getByRole('dialog', { name: `Delete ${file}` })
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  }
})
