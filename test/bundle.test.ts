import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PUBLIC_PAGES, WAITING_PAGES } from '../src/domain/portal-settings.ts'

// What a browser fetches before a screen is there, gzipped, of the built application.

const assets = 'dist/web/assets'
const files = readdirSync(assets)
const app = readFileSync('dist/pages/app.html', 'utf8')

/** What other sites show where somebody posts a link to the portal. */
const PREVIEW = {
  'og:site_name': 'Stoop',
  'og:title': 'Stoop · Love your HOA',
  'og:description': 'More value, clarity and community for the building you share.',
  'og:image': '__preview_url__',
  'og:image:alt': 'Neighbors and vendors at work around an apartment building.',
  'twitter:card': 'summary_large_image',
}

/** In kB of 1000 bytes. */
function weigh(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0) / 1000
}

function named(page: string, kind: 'js' | 'css' | 'woff2'): Set<string> {
  return new Set(
    [...page.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)]
      .map(([, name = '']) => name)
      .filter((name) => name.endsWith(`.${kind}`)),
  )
}

/** What start.ts asks for once the page is on the screen, in this order. */
function later(page: string): string[] {
  const [, names = ''] = /<div id="root" data-scripts="([^"]*)">/.exec(page) ?? []
  return names.split(' ').map((name) => name.replace('/assets/', ''))
}

/** What the build calls a script: without the part that changes with its content. */
const nameOf = (script: string) => script.replace(/-.{8}\.js$/, '')

/** All scripts of a page; it names one itself, which is small, and the browser has it before it shows the first frame. */
function scriptsOf(page: string): Set<string> {
  const first = named(page, 'js')
  expect(first.size).toBe(1)
  expect(weigh(first)).toBeLessThanOrEqual(3)
  const scripts = new Set([...first, ...later(page)])
  expect(new Set([...scripts].flatMap((script) => [...withImports(script)]))).toEqual(scripts) // no further journey
  const order = later(page)
  for (const [place, script] of order.entries())
    for (const imported of withImports(script)) expect(order.indexOf(imported)).toBeLessThanOrEqual(place)
  return scripts
}

/** A script and all that it imports at once. */
function withImports(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  const text = readFileSync(join(assets, name), 'utf8')
  for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(imported, known)
  return known
}

function expectDrawnAtOnce(page: string): void {
  expect(page).not.toMatch(/<link rel="stylesheet"(?![^>]* disabled>)/)
  expect(page).not.toContain('modulepreload')
  for (const name of named(page, 'css')) expect(page).toContain(readFileSync(join(assets, name), 'utf8'))
  // Behind the head they would come after what is loaded later, which would then be laid out with all that is there.
  const [head, body] = page.split('</head>')
  expect(head).toContain('--mantine-color-evergreen-filled:')
  expect(body).not.toContain('<style')
}

describe.each(Object.keys(WAITING_PAGES))('the page %s, until it is known who is there', (name) => {
  const page = readFileSync(`dist/pages/${name}.html`, 'utf8')

  test('shows what the screen is, before anything else has come, and that it loads', () => {
    expectDrawnAtOnce(page)
    expect(page).toMatch(/<h1[^>]*>\w/)
    expect(page).toMatch(/role="status"[^>]*>Loading…/)
    expect(page).not.toMatch(/<script(?![^>]* src=)/)
  })

  test('asks for the application and the screen in one go', () => {
    const scripts = [...scriptsOf(page)].map(nameOf)
    expect(scripts).toEqual(expect.arrayContaining(['main', `${name}-page`]))
  })

  test('asks for its data before what draws it is run', () => {
    const scripts = later(page).map(nameOf)
    const IN_THIS_ORDER = ['react', 'calls', 'begin', 'router', 'mantine', 'addresses', 'react-root', 'main']
    expect(scripts.filter((script) => IN_THIS_ORDER.includes(script))).toEqual(IN_THIS_ORDER)
  })

  test('asks for at most 13 scripts', () => {
    expect(later(page).length).toBeLessThanOrEqual(13)
  })
})

describe.each(Object.entries(PUBLIC_PAGES))('the public page %s', (name, { title }) => {
  const page = readFileSync(`dist/pages/${name}.html`, 'utf8')

  test('weighs at most 130 kB of script and 20 kB of styles', () => {
    expect(weigh(scriptsOf(page))).toBeLessThanOrEqual(130)
    expect(weigh(named(page, 'css'))).toBeLessThanOrEqual(20)
  })

  test('asks for at most 11 scripts', () => {
    expect(later(page).length).toBeLessThanOrEqual(11)
  })

  test('brings nothing of the application, and asks for none of its data', () => {
    expect(later(page).filter((script) => /^(begin|addresses|main|router)-/.test(script))).toEqual([])
  })

  test('has its styles in itself, so that it is drawn before anything else has come', () => {
    expectDrawnAtOnce(page)
  })

  test('is complete, and nothing in it runs but the scripts that it names', () => {
    expect(page).toContain(`<title>${title}</title>`)
    expect(page).toMatch(
      /<meta\s+name="description"\s+content="A new kind of HOA service: ask your city's vendors once, /,
    )
    expect(page).toMatch(/<h1[^>]*>\w/)
    for (const [property, words] of Object.entries(PREVIEW))
      expect(page).toMatch(new RegExp(`<meta\\s+(property|name)="${property}"\\s+content="${words}"`))
    expect(page).toMatch(/<link rel="canonical" href="__public_url__\//)
    expect(page).not.toMatch(/<script(?![^>]* src=)/)
    expect(page).not.toMatch(/ on\w+="/)
  })
})

describe('the manifest', () => {
  const manifest = JSON.parse(readFileSync('dist/web/manifest.webmanifest', 'utf8'))

  test('says what the portal is, in the colors of its paper', () => {
    const [name, description] = ['Stoop', 'Love your HOA']
    expect(manifest).toMatchObject({ name, short_name: name, description, start_url: '/' })
    const styles = readFileSync('src/web/shell/base.css', 'utf8')
    expect(styles).toContain(`--paper: ${manifest.background_color};`)
    expect(styles).toContain(`--paper-bright: ${manifest.theme_color};`)
    expect(app).toContain(`<meta name="theme-color" content="${manifest.theme_color}" />`)
  })

  test('names icons that are there, as large as it says', () => {
    const pictures = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')
    const sizes = pictures.map(({ src }: { src: string }) => {
      const picture = readFileSync(`dist/web${src}`)
      return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}` // where a PNG says its own size
    })
    expect(sizes).toEqual(['192x192', '512x512'])
    expect(pictures.map((icon: { sizes: string }) => icon.sizes)).toEqual(sizes)
    expect(existsSync(`dist/web${manifest.icons[0].src}`)).toBe(true)
  })
})

describe('the application', () => {
  const routes = readFileSync('src/web/shell/routes.tsx', 'utf8')
  const screens = [...routes.matchAll(/import\('\.\.\/[^']*?([\w-]+)\.tsx'\)/g)].map(([, name = '']) => name)

  test.each(screens)('shows %s after at most 220 kB of script', (screen) => {
    const chunk = files.find((name) => new RegExp(`^${screen}-.{8}\\.js$`).test(name))
    if (!chunk) throw new Error(`There is no script of ${screen}: is it still loaded on demand?`)
    expect(weigh(new Set([...scriptsOf(app), ...withImports(chunk)]))).toBeLessThanOrEqual(220)
  })

  test('preloads at most 90 kB of fonts', () => {
    const fonts = [...named(app, 'woff2')].map((name) => readFileSync(join(assets, name)).length)
    expect(fonts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90_000)
  })

  test('has every text that is worth it packed in both ways', () => {
    const texts = files
      .filter((name) => /\.(js|css|svg)$/.test(name))
      .filter((name) => readFileSync(join(assets, name)).length >= 1000)
    expect(texts.length).toBeGreaterThan(0)
    for (const name of texts)
      for (const ending of ['br', 'gz'])
        expect(existsSync(join(assets, `${name}.${ending}`)), name).toBe(true)
  })
})
