import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { PUBLIC_PAGES, SLOTS, WAITING_PAGES } from '../../src/domain/portal-settings.ts'
import { singleIcons } from './single-icons.mjs'

/** What start.ts loads: the application, and of each public page a small one that knows only this page. */
export const entries = (web) => ({
  main: join(web, 'main.tsx'),
  ...Object.fromEntries(
    Object.keys(PUBLIC_PAGES).map((name) => [name, join(web, 'prerendered', `${name}.tsx`)]),
  ),
})

/**
 * Writes the pages that the server fills in and hands out: each public page as signed-out visitors see it, complete
 * before any script runs, and what everybody else sees until the application has come: 'app.html' at most addresses.
 */
export function prerender({ pages }) {
  let config
  let shell
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        shell = bundle['index.html'].source
        delete bundle['index.html']
      },
    },
    async writeBundle(_, bundle) {
      rmSync(pages, { recursive: true, force: true })
      mkdirSync(pages, { recursive: true })
      const contents = await drawContents(config)
      for (const name of ['app', ...Object.keys(WAITING_PAGES)]) {
        const content = contents[name]
        const styles = stylesOf(bundle, 'main', content)
        writeFileSync(join(pages, `${name}.html`), pageOf(shell, { content, styles }))
      }
      for (const [name, { path, title }] of Object.entries(PUBLIC_PAGES)) {
        const content = contents[name]
        const page = { name, path, title, content, styles: stylesOf(bundle, name, content) }
        writeFileSync(join(pages, `${name}.html`), publicPageOf(shell, page))
      }
    },
  }
}

/** The public pages once more, built as a program for this machine that draws them. */
async function drawContents({ root, logLevel, build: { target } }) {
  const outDir = join(root, '../../dist/drawing')
  await build({
    root,
    logLevel,
    configFile: false,
    plugins: [react(), singleIcons()],
    build: {
      ssr: 'prerendered/draw.tsx',
      outDir,
      target,
      emptyOutDir: true,
      copyPublicDir: false,
      assetsInlineLimit: 0,
    },
  })
  const { draw } = await import(`${pathToFileURL(join(outDir, 'draw.js'))}?${Date.now()}`)
  const contents = await draw()
  rmSync(outDir, { recursive: true })
  return contents
}

function publicPageOf(shell, { name, path, title, content, styles }) {
  // What React wants loaded early (the hero's picture) belongs into the head.
  const [, early, body] = /^((?:<link [^>]*>)*)(.*)$/s.exec(content)
  const address = `${SLOTS.public_url}${path}`
  const own = [
    early,
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:url" content="${address}" />`,
    ...styles,
  ]
  // Each page says itself what it can't do without JavaScript.
  const html = shell.replace(NOSCRIPT, content.includes('<noscript>') ? '' : '$&')
  return pageOf(html, { name, content: body, styles: own }).replace(
    /<title>.*<\/title>/,
    () => `<title>${title}</title>`,
  )
}

const NOSCRIPT = / *<noscript>.*<\/noscript>\n/

function pageOf(html, { name, content, styles }) {
  const lines = [`<meta property="og:image" content="${SLOTS.preview_url}" />`, ...styles]
  const block = lines.filter(Boolean).map((line) => `    ${line}\n`)
  const root = name ? `<div id="root" data-page="${name}">` : '<div id="root">'
  return html
    .replace(/ *<\/head>/, () => `${block.join('')}  </head>`)
    .replace('<div id="root"></div>', () => `${root}${content}</div>`)
}

function stylesOf(bundle, name, content) {
  const entry = Object.values(bundle).find((chunk) => chunk.isEntry && chunk.name === name)
  const imported = withImports(bundle, entry)
    .toReversed()
    .flatMap((chunk) => [...chunk.viteMetadata.importedCss])
  const styles = new Set([...imported, ...spokenOf(bundle, content)])
  return [
    // In the page itself, which is read whole before anything is drawn: on a slow line each file would cost two journeys.
    `<style>${[...styles].map((file) => bundle[file].source).join('')}</style>`,
    // Not fetched: they tell what is loaded later that these styles are there.
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`),
  ]
}

/** What is drawn, but wakes up later, has its styles at once: those that speak of its classes. */
function spokenOf(bundle, content) {
  const classes = new Set([...content.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' ')))
  return Object.values(bundle)
    .filter(({ type, fileName }) => type === 'asset' && fileName.endsWith('.css'))
    .filter(({ source }) => [...String(source).matchAll(/\.([\w-]+)/g)].some(([, name]) => classes.has(name)))
    .map(({ fileName }) => fileName)
}

function withImports(bundle, chunk, known = new Set()) {
  if (!chunk || known.has(chunk)) return []
  known.add(chunk)
  return [chunk, ...chunk.imports.flatMap((file) => withImports(bundle, bundle[file], known))]
}
