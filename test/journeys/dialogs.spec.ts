import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectContrastInDark } from './accessible.ts'
import { arriveAsResident } from './arrive.ts'
import { peopleWithDialogs } from './dialog-people.ts'
import { DIALOG_GROUPS, DIALOGS, walkDialogs, walkLists } from './dialogs.ts'
import { breaking, silence } from './intercept.ts'
import { test } from './journey.ts'
import { openDialog } from './open-dialog.ts'
import { fill, picture, said } from './people.ts'

const LAPTOP = { viewport: { width: 1280, height: 800 } }
const phone = (width: number) => ({ viewport: { width, height: 915 }, isMobile: true, hasTouch: true })

/** On a phone, content that is too wide makes the whole page wider than the screen. */
async function expectAsWideAs(page: Page, width: number): Promise<void> {
  await expect
    .poll(() => page.evaluate('[innerWidth, document.documentElement.scrollWidth]'))
    .toEqual([width, width])
}

/** The main button of the open dialog, wholly on the screen and not below something else. */
const mainButton = `(() => {
  const all = [...document.querySelectorAll('[role=dialog]')]
  // The one on top: a question over a dialog may stand before it in the document.
  const isOnTop = (each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const middle = (one, other, end) => (Math.max(0, one) + Math.min(end, other)) / 2
    return each.contains(document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight)))
  }
  const dialog = all.find(isOnTop) ?? all.at(-1)
  const foot = dialog.querySelectorAll('[data-foot] button')
  const button = foot.length ? foot[foot.length - 1] : dialog.querySelector('button[type=submit]')
  if (!button) return 'none'
  const { left, right, top, bottom } = button.getBoundingClientRect()
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return 'cut: ' + button.textContent
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return button.contains(hit) ? 'in sight' : 'covered: ' + button.textContent
})()`

/** Buttons in a foot that show less than their words. */
const cutLabels = `[...document.querySelectorAll('[data-foot] :is(button, a), [data-foot] button *')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
  .map((each) => each.textContent)`

const DIALOG = '[role=dialog]'

/** Dialogs that only show something. */
const WITHOUT_BUTTONS = ['add service', 'quotes of a service', 'buildings to invoice']

// The wider one finds less: it comes with all journeys of a phone.
for (const width of process.env.PHONE === 'all' ? [375, 412] : [375]) {
  test(`by touch at ${width} px every list keeps the width of the screen`, async ({ browser }) => {
    test.slow()
    const pages = await peopleWithDialogs(browser, phone(width))
    await walkLists(pages, test.step, (page) => expectAsWideAs(page, width))
  })

  test(`by touch at ${width} px every dialog keeps the width of the screen, and its buttons in reach`, async ({
    browser,
  }) => {
    test.setTimeout(600_000) // every dialog
    const pages = await peopleWithDialogs(browser, phone(width))
    await walkDialogs(pages, DIALOGS, test.step, async (page, name) => {
      await expectAsWideAs(page, width)
      const expected = WITHOUT_BUTTONS.includes(name) ? 'none' : 'in sight'
      await expect.poll(() => page.evaluate(mainButton)).toBe(expected)
      // A button that has just been pressed shows more than its words for a moment.
      await expect.poll(() => page.evaluate(cutLabels)).toEqual([])
    })
    await test.step('vendors not to ask are chosen by a finger', async () => {
      const request = DIALOGS.find(({ name }) => name === 'request quotes')
      if (!request) throw new Error('No dialog asks for quotes')
      const page = await openDialog(pages, request)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Vendors not to ask' }).tap()
      const options = page.getByRole('listbox', { name: 'Vendors not to ask' }).getByRole('option')
      await expect(options.first()).toBeVisible()
      await expectAsWideAs(page, width)
      for (const turn of [1, 2]) {
        const before = await options.count()
        await options.first().tap()
        await expect(options, `after choosing ${turn}`).toHaveCount(before - 1)
      }
      await expectAsWideAs(page, width)
    })
  })
}

for (const [about, dialogs] of Object.entries(DIALOG_GROUPS)) {
  test(`on a laptop every dialog of ${about} has its main button in sight, and nothing for axe to say, best practices included, and is readable in the dark`, async ({
    browser,
  }, info) => {
    test.slow()
    const pages = await peopleWithDialogs(browser, LAPTOP)
    await walkDialogs(pages, dialogs, test.step, async (page, name) => {
      const expected = WITHOUT_BUTTONS.includes(name) ? 'none' : 'in sight'
      await expect.poll(() => page.evaluate(mainButton)).toBe(expected)
      // The screen behind it has a walk of its own.
      await expectAccessible(page, DIALOG)
      await expectContrastInDark(page, DIALOG)
      await picture(page, info, `dark-${name.replaceAll(/\W+/g, '-')}`)
    })
  })
}

/** What a notice lies on: titles, words, fields and buttons of the open dialog, or of the page outside of the bar. */
const covered = `(() => {
  const notice = document.querySelector('[role=alert]').getBoundingClientRect()
  const from = Math.max(notice.top, document.querySelector('[role=dialog]') ? 0 : 90) // the page scrolls below the bar
  const shown = document.querySelector('[role=dialog]') ?? document.querySelector('main')
  const read = shown.querySelectorAll('h1, h2, h3, p, td, th, label, input, button, a')
  return [...read].filter((each) => !each.closest('[role=alert]')).filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const isBeside = right <= left || left >= notice.right || right <= notice.left
    return !isBeside && Math.max(top, from) < Math.min(bottom, notice.bottom)
  }).map((each) => each.outerHTML.slice(0, 80))
})()`

for (const [kind, options] of Object.entries({ laptop: LAPTOP, phone: phone(375) })) {
  test(`a notice on a ${kind} lies on nothing that one reads or presses, and an error of a dialog goes with it`, async ({
    browser,
  }) => {
    const maya = await (await browser.newContext(options)).newPage()
    await arriveAsResident(maya, 'Maya')
    await maya.goto('/home/dashboard')
    await maya.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(maya.getByRole('alert')).toBeVisible()
    expect(await maya.evaluate(covered)).toEqual([])

    await maya.goto('/home/building')
    const mend = await breaking(maya, 'members.add')
    await maya.getByRole('button', { name: 'Add Tenant' }).click()
    const dialog = maya.getByRole('dialog')
    const tenant = { 'Full Name': 'Tess Tenant', Email: 'tess@example.com', 'Unit Number': '4' }
    await fill(dialog, tenant)
    await dialog.getByLabel('Role').selectOption({ label: 'Tenant' })
    await dialog.getByRole('button', { name: 'Add Tenant' }).click()
    await expect(said(dialog, `Failed to add tenant: ${silence}`)).toBeVisible()
    expect(await maya.evaluate(covered)).toEqual([])
    await dialog.getByLabel('Full Name').fill('Tess Other')
    await expect(dialog.getByRole('alert'), 'gone once something is mended').toHaveCount(0)
    await dialog.getByRole('button', { name: 'Add Tenant' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await maya.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(maya.getByRole('alert'), 'gone with its dialog').toHaveCount(0)

    await mend()
    await maya.getByRole('button', { name: 'Add Tenant' }).click()
    await fill(dialog, { ...tenant, Email: `tess.${kind}.${Date.now()}@example.com` })
    await dialog.getByLabel('Role').selectOption({ label: 'Tenant' })
    await dialog.getByRole('button', { name: 'Add Tenant' }).click()
    await expect(dialog).toBeHidden()
    await expect(said(maya, 'Tenant added successfully')).toBeVisible()
    expect(await maya.evaluate(covered)).toEqual([])
    await maya.getByRole('button', { name: 'Dismiss' }).click()
    await expect(maya.getByRole('alert')).toHaveCount(0)
  })
}
