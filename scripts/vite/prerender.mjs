import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { PUBLIC_PAGES, SLOTS, WAITING_PAGES } from '../../src/domain/portal-settings.ts'
import { singleIcons } from './single-icons.mjs'

/**
 * What start.ts can load: a screen's questions, the screens' addresses, the application, and for each public page a small
 * one that knows only this page.
 */
export const entries = (web) => ({
  begin: join(web, 'shell', 'begin.ts'),
  addresses: join(web, 'shell', 'router.tsx'),
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
      const write = (name, html) => writeFileSync(join(pages, `${name}.html`), html)
      const contents = await drawContents(config)
      for (const name of ['app', ...Object.keys(WAITING_PAGES)])
        write(name, pageOf(shell, bundle, ['begin', 'addresses', 'main', `${name}-page`], contents[name]))
      for (const [name, about] of Object.entries(PUBLIC_PAGES))
        write(name, publicPageOf(shell, bundle, { name, ...about }, contents[name]))
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

function publicPageOf(shell, bundle, { name, path, title }, content) {
  // What React wants loaded early (the hero's picture) belongs into the head.
  const [, early, body] = /^((?:<link [^>]*>)*)(.*)$/s.exec(content)
  const address = `${SLOTS.public_url}${path}`
  const own = [
    early,
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:url" content="${address}" />`,
  ]
  // Each page says itself what it can't do without JavaScript.
  const html = shell.replace(NOSCRIPT, content.includes('<noscript>') ? '' : '$&')
  return withHead(pageOf(html, bundle, [name], body), own).replace(
    /<title>.*<\/title>/,
    () => `<title>${title}</title>`,
  )
}

const NOSCRIPT = / *<noscript>.*<\/noscript>\n/

/** What the library draws at the place where its theme begins: its variables. */
const VARIABLES = /<style data-mantine-styles="true">(.*?)<\/style>/s

/** A page with this content, the styles of these chunks and of what is drawn, and the names of their scripts. */
function pageOf(html, bundle, names, drawn) {
  const variables = VARIABLES.exec(drawn)?.[1]
  if (!variables)
    throw new Error('The variables of the theme are not where they were: no page would have its colours.')
  const content = drawn.replace(VARIABLES, '')
  const known = new Set()
  const chunks = names.flatMap((name) => inOrder(bundle, chunkOf(bundle, name), known))
  const imported = chunks.flatMap((chunk) => [...chunk.viteMetadata.importedCss])
  const styles = [...new Set([...imported, ...stylesOf(bundle, content)])]
  const scripts = chunks.map(({ fileName }) => `/${fileName}`).join(' ')
  const lines = [
    `<meta property="og:image" content="${SLOTS.preview_url}" />`,
    // In the page itself, which is read whole before anything is drawn: on a slow line each file would cost two journeys.
    `<style>${styles.map((file) => bundle[file].source).join('')}${variables}</style>`,
    // Not fetched: they tell what is loaded later that these styles are there.
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`),
  ]
  return withHead(html, lines).replace(
    '<div id="root"></div>',
    () => `<div id="root" data-scripts="${scripts}">${content}</div>`,
  )
}

function withHead(html, lines) {
  const block = lines.filter(Boolean).map((line) => `    ${line}\n`)
  return html.replace(/ *<\/head>/, () => `${block.join('')}  </head>`)
}

/** What is drawn, but wakes up later, has its styles at once: those that speak of its classes. */
function stylesOf(bundle, content) {
  const classes = new Set([...content.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' ')))
  return Object.values(bundle)
    .filter(({ type, fileName }) => type === 'asset' && fileName.endsWith('.css'))
    .filter(({ source }) => [...String(source).matchAll(/\.([\w-]+)/g)].some(([, name]) => classes.has(name)))
    .map(({ fileName }) => fileName)
}

const chunkOf = (bundle, name) =>
  Object.values(bundle).find((chunk) => chunk.name === name && (chunk.isEntry || chunk.isDynamicEntry))

/** A chunk and all that it imports, each before those that import it. */
function inOrder(bundle, chunk, known) {
  if (!chunk || known.has(chunk)) return []
  known.add(chunk)
  return [...chunk.imports.flatMap((file) => inOrder(bundle, bundle[file], known)), chunk]
}
