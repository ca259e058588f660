import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PUBLIC_PAGES, SHELLS } from '../src/domain/portal-settings.ts'

// What a browser fetches of the built application before it shows a screen, gzipped.

const assets = 'dist/web/assets'
const files = readdirSync(assets)
const app = readFileSync('dist/pages/app.html', 'utf8')

/** What other sites show when a link to the portal is posted. */
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

/** The scripts that start.ts loads after the first frame. */
function later(page: string): string[] {
  const [, names = ''] = / data-scripts="([^"]*)"/.exec(page) ?? []
  return names.split(' ').map((name) => name.replace('/assets/', ''))
}

/** The script of a page's own code. */
function entryOf(page: string): string {
  return / data-entry="\/assets\/([^"]*)"/.exec(page)?.[1] ?? ''
}

/** All scripts of a page. The page names one small script itself, which loads before the first frame. */
function scriptsOf(page: string): Set<string> {
  const first = named(page, 'js')
  expect(weigh(first)).toBeLessThanOrEqual(3)
  const scripts = new Set([...first, ...later(page)])
  // All are named, so none costs another round trip.
  expect(new Set([...scripts].flatMap((script) => [...withImports(script)]))).toEqual(scripts)
  expect(scripts).toContain(entryOf(page))
  return scripts
}

/** The script of a library, or of a source file that loads on demand. */
function scriptOf(part: string): string {
  const script = files.find((name) => new RegExp(`^${part}-.{8}\\.js$`).test(name))
  if (!script) throw new Error(`No script of ${part}: does it still load on demand?`)
  return script
}

/** A script and everything that it imports. */
function withImports(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  const text = readFileSync(join(assets, name), 'utf8')
  for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(imported, known)
  return known
}

function expectStylesInside(page: string): void {
  expect(page).not.toMatch(/<link rel="stylesheet"(?![^>]* disabled>)/)
  expect(page).not.toContain('modulepreload')
  for (const name of named(page, 'css')) expect(page).toContain(readFileSync(join(assets, name), 'utf8'))
  // In the body they would follow style sheets that load later and cause another layout.
  const [head, body] = page.split('</head>')
  expect(head).toContain('--mantine-color-evergreen-filled:')
  expect(body).not.toContain('<style')
}

describe.each(Object.keys(SHELLS))('the shell %s', (name) => {
  const page = readFileSync(`dist/pages/${name}.html`, 'utf8')

  test('shows the skeleton of the screen before any script', () => {
    expectStylesInside(page)
    expect(page).toMatch(/<h1[^>]*>\w/)
    expect(page).toMatch(/role="status"[^>]*>Loading…/)
    expect(page).not.toMatch(/<script(?![^>]* src=)/)
  })

  test('loads the screen together with the application, at most 220 kB of script', () => {
    expect(scriptsOf(page)).toContain(scriptOf(`${name}-page`))
    expect(weigh(scriptsOf(page))).toBeLessThanOrEqual(220)
  })
})

describe.each(Object.entries(PUBLIC_PAGES))('the public page %s', (name, { title }) => {
  const page = readFileSync(`dist/pages/${name}.html`, 'utf8')

  test('loads at most 130 kB of script and 20 kB of styles', () => {
    expect(weigh(scriptsOf(page))).toBeLessThanOrEqual(130)
    expect(weigh(named(page, 'css'))).toBeLessThanOrEqual(20)
  })

  test('loads nothing of the application', () => {
    for (const script of [entryOf(app), scriptOf('react-router')]) {
      expect(later(app)).toContain(script)
      expect(later(page)).not.toContain(script)
    }
  })

  test('inlines its styles, so it shows before anything else has loaded', () => {
    expectStylesInside(page)
  })

  test('is complete, and runs only the scripts that it names [2.head.2] [2.landing.11]', () => {
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

  test('describes the portal in the colors of its design [2.head.3]', () => {
    const [name, description] = ['Stoop', 'Love your HOA']
    expect(manifest).toMatchObject({ name, short_name: name, description, start_url: '/' })
    const styles = readFileSync('src/web/ui/base.css', 'utf8')
    expect(styles).toContain(`--paper: light-dark(${manifest.background_color}, `)
    expect(styles).toContain(`--paper-bright: light-dark(${manifest.theme_color}, `)
    expect(app).toContain(`<meta name="theme-color" content="${manifest.theme_color}" />`)
  })

  test('names existing icons of the stated sizes [2.head.4]', () => {
    const pictures = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')
    const sizes = pictures.map(({ src }: { src: string }) => {
      const picture = readFileSync(`dist/web${src}`)
      return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}` // the size in the header of a PNG
    })
    expect(sizes).toEqual(['192x192', '512x512'])
    expect(pictures.map((icon: { sizes: string }) => icon.sizes)).toEqual(sizes)
    expect(existsSync(`dist/web${manifest.icons[0].src}`)).toBe(true)
  })
})

/** A slot of a screen. */
const SLOTS = /const (\w+):.*screen: '(.*)'/g

describe('the application', () => {
  const features = readdirSync('src/web/features')
  const textOf = (feature: string, file: string) => {
    const path = join('src/web/features', feature, file)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  const manifests = features.map((feature) => textOf(feature, 'screens.ts').split(/\bsections:/))
  const sections = manifests
    .flatMap(([, text = '']) => [
      ...text.matchAll(/section\(\s*(\w+),\s*lazyPart\(\(\) => import\('\.\/([\w-]+)\.tsx'/g),
    ])
    .map(([, slot = '', part = '']) => ({ slot, part }))
  /** Each screen of a feature, alone, and with the sections of each address where the feature has slots, unless it has another. */
  const screens = features.flatMap((feature, index) => {
    const [text = ''] = manifests[index] ?? []
    const parts = text.split(/(?=\bpath: ')/).flatMap((entry) =>
      [...entry.matchAll(/import\('\.\/([\w-]+)\.tsx'\)/g)].map(([, part = '']) => ({
        part,
        path: /^path: '([^']*)'/.exec(entry)?.[1],
      })),
    )
    const slots = [...textOf(feature, 'slots.ts').matchAll(SLOTS)]
    const addresses = new Set(['', ...slots.map(([, , address = '']) => address)])
    return [...addresses].flatMap((address) => {
      const names = slots.filter(([, , at]) => at === address).map(([, name]) => name)
      const filled = sections.filter(({ slot }) => names.includes(slot)).map(({ part }) => part)
      return parts
        .filter(({ path }) => address === '' || path === address)
        .map(({ part }) => [part, filled] as const)
    })
  })

  test('loads the meter of passwords from the portal itself, and only on demand', () => {
    const meter = scriptOf('estimate-strength')
    expect(weigh([meter])).toBeLessThanOrEqual(300)
    const first = [...Object.keys(SHELLS), ...Object.keys(PUBLIC_PAGES)].flatMap((name) => [
      ...scriptsOf(readFileSync(`dist/pages/${name}.html`, 'utf8')),
    ])
    expect(first.length).toBeGreaterThan(10)
    expect(first).not.toContain(meter)
    const importing = files.filter(
      (name) => name.endsWith('.js') && withImports(name).has(meter) && name !== meter,
    )
    expect(importing).toEqual([])
  })

  test('has screens and sections', () => {
    expect(screens.length).toBeGreaterThan(10)
    // Those of a dialog load with it.
    const onScreens = new Set(
      features.flatMap((feature) => [...textOf(feature, 'slots.ts').matchAll(SLOTS)].map(([, name]) => name)),
    )
    expect(screens.flatMap(([, filled]) => filled)).toEqual(
      expect.arrayContaining(sections.filter(({ slot }) => onScreens.has(slot)).map(({ part }) => part)),
    )
    const inDialogs = sections.filter(({ slot }) => !onScreens.has(slot)).map(({ part }) => part)
    expect(inDialogs).toContain('received-quotes')
    const pages = new Set(screens.flatMap(([screen, filled]) => [screen, ...filled]))
    const withPages = new Set([...pages].flatMap((part) => [...withImports(scriptOf(part))]))
    expect(inDialogs.filter((part) => withPages.has(scriptOf(part)))).toEqual([])
  })

  test.each(screens)('shows %s after at most 220 kB of script, with the sections %j', (screen, filled) => {
    const parts = [screen, ...filled].flatMap((part) => [...withImports(scriptOf(part))])
    expect(weigh(new Set([...scriptsOf(app), ...parts]))).toBeLessThanOrEqual(220)
  })

  test('shows the calendar after at most 10 kB of its own script, and its menu and dialogs only on demand [Product 1.7]', () => {
    const calendar = scriptOf('calendar-page')
    expect(weigh([calendar])).toBeLessThanOrEqual(10)
    const first = withImports(calendar)
    // Mantine's Modal is in the script that is named after the hook beside it.
    for (const part of ['calendar-menu', 'visit-proof-dialog', 'Menu', 'use-escape-closes'])
      expect(first).not.toContain(scriptOf(part))
  })

  test('has a style for each class of the component library', () => {
    const allOf = (ending: string) =>
      files
        .filter((name) => name.endsWith(ending))
        .map((name) => readFileSync(join(assets, name), 'utf8'))
        .join('')
    const classes = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))
    const styled = classes(allOf('.css'))
    expect(styled.size).toBeGreaterThan(100)
    expect([...classes(allOf('.js'))].filter((name) => !styled.has(name))).toEqual([])
  })

  test('preloads at most 90 kB of fonts', () => {
    const fonts = [...named(app, 'woff2')].map((name) => readFileSync(join(assets, name)).length)
    expect(fonts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90_000)
  })

  test('has both compressed forms of every text that benefits from them', () => {
    const texts = files
      .filter((name) => /\.(js|css|svg)$/.test(name))
      .filter((name) => readFileSync(join(assets, name)).length >= 1000)
    expect(texts.length).toBeGreaterThan(0)
    for (const name of texts)
      for (const ending of ['br', 'gz'])
        expect(existsSync(join(assets, `${name}.${ending}`)), name).toBe(true)
  })
})
