import { inflateSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { peopleWithDialogs } from './dialog-people.ts'
import { DIALOGS } from './dialogs.ts'
import { test } from './journey.ts'
import { openDialog } from './open-dialog.ts'
import { addressOf, WALKED_SCREENS } from './walked-screens.ts'

/** US letter, as the portal's city prints. */
const PAPER = { format: 'Letter', margin: { top: '0.5in', right: '0.5in', bottom: '0.5in', left: '0.5in' } }

/** What has no place on paper. */
const pressed = `[...document.querySelectorAll('header, nav, a[href="#main"], button, [role=tab], [data-foot]')]
  .filter((each) => each.checkVisibility() && !each.closest('main button[aria-haspopup], main article'))
  .filter((each) => each.matches('body > *, #root > *, nav, [data-foot], [role=tab]') ||
    /mantine-(Button|ActionIcon)/.test(each.className) || each.getAttribute('href') === '#main')
  .map((each) => each.outerHTML.slice(0, 90))`

/** Rows that a page break would cut. */
const cuttable = `[...document.querySelectorAll('tr, li, article')]
  .filter((each) => each.checkVisibility() && getComputedStyle(each).breakInside !== 'avoid')
  .map((each) => each.outerHTML.slice(0, 90))`

/** Whether each page of the paper has text. */
async function pagesOf(page: Page): Promise<boolean[]> {
  const pdf = (await page.pdf(PAPER)).toString('latin1')
  const pages = pdf.matchAll(/\/Type\s*\/Page\b(?!s)[\s\S]*?\/Contents (\d+) 0 R/g)
  return Array.from(pages, ([, id]) => {
    const head = new RegExp(`\\n${id} 0 obj\\b[\\s\\S]*?stream\\r?\\n`).exec(pdf)
    if (!head) throw new Error(`The paper lacks the content ${id} of a page`)
    const rest = pdf.slice(head.index + head[0].length)
    // Chromium compresses only what gets smaller. A compressed stream says itself where it ends.
    const content = head[0].includes('/FlateDecode')
      ? inflateSync(Buffer.from(rest, 'latin1')).toString('latin1')
      : rest.slice(0, rest.indexOf('endstream'))
    return /\bT[jJ]\b/.test(content)
  })
}

async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const paddingTop = `getComputedStyle(document.querySelector('main')).paddingTop`
  await expect.poll(() => page.evaluate(paddingTop)).toBe('0px')
  expect(await page.evaluate(pressed)).toEqual([])
  expect(await page.evaluate(cuttable)).toEqual([])
  await page.emulateMedia({ media: null })
}

test('on paper every screen is what is to be read: no bar, no buttons, no empty page, no row cut', async ({
  browser,
}) => {
  test.slow()
  const pages = await peopleWithDialogs(browser, { viewport: { width: 1280, height: 800 } })
  for (const { by, path } of WALKED_SCREENS.filter((each) => each.by !== 'visitor')) {
    await test.step(`${by} ${path}`, async () => {
      const page = pages[by]
      await page.goto(await addressOf(page, path))
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
      await expectPrintable(page)
      await expectNoRoomBelow(page)
      const printed = await pagesOf(page)
      expect(printed).not.toEqual([])
      expect(printed, 'no page is empty').not.toContain(false)
    })
  }
  await test.step('a short screen is one page', async () => {
    await pages.maya.goto('/home/voting')
    await expect(pages.maya.getByRole('heading', { name: 'Voting' })).toBeVisible()
    expect(await pagesOf(pages.maya)).toEqual([true])
  })
  await test.step('an open dialog is printed in the place of its page', async () => {
    const quotes = DIALOGS.find(({ name }) => name === 'quotes of a service')
    if (!quotes) throw new Error('No dialog shows quotes')
    const page = await openDialog(pages, quotes)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('$99.00').last()).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Your Services/, includeHidden: true })).toBeHidden()
    expect(await page.evaluate(pressed)).toEqual([])
    expect(await pagesOf(page)).toEqual([true])
  })
})

/** The lowest thing of a page, where it is read. */
const lowest = `Math.max(...[...document.querySelectorAll('main *')]
  .filter((each) => each.childElementCount === 0 && each.checkVisibility())
  .map((each) => scrollY + each.getBoundingClientRect().bottom))`

/** On paper, nothing is below the last thing to be read but the edge of its card. */
async function expectNoRoomBelow(page: Page): Promise<void> {
  // The medium first and last: on a screen of this width a calendar would load as that of a phone. Then none: a PDF takes it, too.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 720, height: 100 }) // a page's 7.5 inches
  await expect.poll(() => page.evaluate(`document.documentElement.scrollHeight - ${lowest}`)).toBeLessThan(60)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ media: null })
}
