import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The width of a page at 400 % on a screen of 1280 px. */
const NARROWEST = { width: 320, height: 640 }

/** Expects no accessibility violation on the screen, or in one part of it, at this width and at 320 px. */
export async function expectAccessible(page: Page, part = 'body', rules = TAGS): Promise<void> {
  if (test.info().project.name === 'keyboard') return // the same screens as on a desktop
  const own = page.viewportSize()
  await expectNothing(page, part, rules)
  await page.setViewportSize(NARROWEST)
  await expectNothing(page, part, rules)
  const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(wide), 'nothing runs out of a screen of 320 px').toBe(0)
  if (own) await page.setViewportSize(own)
}

/** The background of a page in the dark. */
export const DARK_PAPER = 'rgb(19, 26, 23)'
const background = `getComputedStyle(document.body).backgroundColor`

/** Expects enough contrast once the page is dark, at both widths: colors alone differ from the light. The page stays dark. */
export async function expectContrastInDark(page: Page, part?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(background)).toBe(DARK_PAPER)
  await expectAccessible(page, part, ['color-contrast', 'link-in-text-block'])
}

/** Expects that nothing fades or moves any more: until then colors and sizes are between two. */
export async function expectStill(page: Page): Promise<void> {
  const isStill = `document.getAnimations().every(({ playState }) => playState !== 'running')`
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
}

async function expectNothing(page: Page, part: string, rules: string[]): Promise<void> {
  await expectStill(page)
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(AXE)
  expect(await page.evaluate(violations, { part, rules })).toEqual([])
}

/** Runs in the page. */
async function violations({ part, rules }: { part: string; rules: string[] }) {
  const page = globalThis as unknown as { axe: typeof axe }
  const found = await page.axe.run(part, { runOnly: rules, resultTypes: ['violations'] })
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
