// Exports the drawings in artwork/ to the pictures that the landing page shows: node scripts/artwork.mjs
import { readdir, readFile, stat } from 'node:fs/promises'
import { chromium } from '@playwright/test'

const SOURCES = new URL('../artwork/', import.meta.url)
const PICTURES = new URL('../src/web/public/images/', import.meta.url)
/** Sharp in the cards of a large screen that draws two points for one. */
const WIDTH = 960
/** They come while the page is drawn for the first time, over a slow network, too. */
const MOST_BYTES = 30_000

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: WIDTH, height: WIDTH } })

for (const file of (await readdir(SOURCES)).filter((name) => name.endsWith('.svg'))) {
  const picture = new URL(file.replace('.svg', '.jpg'), PICTURES)
  const drawing = await readFile(new URL(file, SOURCES), 'utf8')
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: 100%; height: auto }</style>${drawing}`,
  )
  let size = Number.POSITIVE_INFINITY
  for (let quality = 88; size > MOST_BYTES && quality > 40; quality -= 4) {
    await page.locator('svg').screenshot({ path: picture.pathname, type: 'jpeg', quality })
    size = (await stat(picture)).size
  }
  if (size > MOST_BYTES) throw new Error(`${file} is too heavy`)
  console.log(`${file} → ${Math.round(size / 1000)} kB`)
}
await browser.close()
