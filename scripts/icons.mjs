// Rules: [2.head.4]

// Exports the logo as home screen icons: node scripts/icons.mjs
import { readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'

const PUBLIC = new URL('../src/web/public/', import.meta.url)
const mark = await readFile(new URL('favicon.svg', PUBLIC), 'utf8')
// iOS rounds the corners itself, and fills transparent ones with black.
const square = mark.replace(' rx="11"', '')

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
for (const [name, size, drawing] of [
  ['icon-192', 192, mark],
  ['icon-512', 512, mark],
  ['apple-touch-icon', 180, square],
]) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`)
  await page.screenshot({ path: new URL(`${name}.png`, PUBLIC).pathname, omitBackground: true })
}
await browser.close()
