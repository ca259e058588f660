// Exports the drawings in artwork/ as the images of the landing page: node scripts/artwork.mjs
import { readdir, readFile, stat } from 'node:fs/promises'
import { chromium } from '@playwright/test'

const SOURCES = new URL('../artwork/', import.meta.url)
const PICTURES = new URL('../src/web/public/images/', import.meta.url)
/** Sharp on a large screen with a device pixel ratio of 2. */
const WIDTH = 960
/** They load with the first paint, on slow networks, too. */
const MAX_BYTES = 30_000

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
  for (let quality = 88; size > MAX_BYTES && quality > 40; quality -= 4) {
    await page.locator('svg').screenshot({ path: picture.pathname, type: 'jpeg', quality })
    size = (await stat(picture)).size
  }
  if (size > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES} bytes`)
  console.log(`${file} → ${Math.round(size / 1000)} kB`)
}
await browser.close()
