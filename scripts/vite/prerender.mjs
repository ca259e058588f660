import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { PUBLIC_PAGES, SLOTS } from '../../src/domain/portal-settings.ts'
import { singleIcons } from './single-icons.mjs'

/** The entry of each public page: a small application that knows only this one. */
export const publicEntries = (web) =>
  Object.fromEntries(Object.keys(PUBLIC_PAGES).map((name) => [name, join(web, 'prerendered', `${name}.tsx`)]))

/**
 * Writes the pages that the server fills in and hands out: 'app.html', from which every screen can start, and each
 * public page as signed-out visitors see it, complete before any script runs.
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
      writeFileSync(join(pages, 'app.html'), withHead(shell, [preview]))
      const contents = await drawContents(config)
      for (const [name, { path, title }] of Object.entries(PUBLIC_PAGES)) {
        const content = contents[name]
        const page = { path, title, content, links: linksOf(bundle, name, content) }
        writeFileSync(join(pages, `${name}.html`), pageOf(shell, page))
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

function pageOf(shell, { path, title, content, links }) {
  // What React wants loaded early (the hero's picture) belongs into the head.
  const [, early, body] = /^((?:<link [^>]*>)*)(.*)$/s.exec(content)
  const address = `${SLOTS.public_url}${path}`
  const own = [
    early,
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:url" content="${address}" />`,
    preview,
    ...links,
  ]
  // Each page says itself what it can't do without JavaScript.
  return withHead(shell.replace(BUILT, '').replace(NOSCRIPT, content.includes('<noscript>') ? '' : '$&'), own)
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
}

/** The scripts and styles of the application, which a public page has its own instead of. */
const BUILT = / *<(?:script type="module"|link rel="(?:modulepreload|stylesheet)") [^>]*>(?:<\/script>)?\n/g

const NOSCRIPT = / *<noscript>.*<\/noscript>\n/

const preview = `<meta property="og:image" content="${SLOTS.preview_url}" />`

function withHead(html, lines) {
  const block = lines.filter(Boolean).map((line) => `    ${line}\n`)
  return html.replace(/ *<\/head>/, () => `${block.join('')}  </head>`)
}

function linksOf(bundle, name, content) {
  const entry = Object.values(bundle).find((chunk) => chunk.isEntry && chunk.name === name)
  const chunks = withImports(bundle, entry)
  const imported = chunks.toReversed().flatMap((chunk) => [...chunk.viteMetadata.importedCss])
  const styles = new Set([...imported, ...stylesOf(bundle, content)])
  return [
    // In the page itself, which is read whole before anything is drawn: on a slow line each file would cost two journeys.
    `<style>${[...styles].map((file) => bundle[file].source).join('')}</style>`,
    // Not fetched: they tell what is loaded later that these styles are there.
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`),
    // The page is drawn without its scripts, so letters and pictures come before them.
    `<script type="module" crossorigin fetchpriority="low" src="/${entry.fileName}"></script>`,
    ...chunks
      .slice(1)
      .map(
        ({ fileName }) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${fileName}">`,
      ),
  ]
}

/** What is drawn, but wakes up later, has its styles at once: those that speak of its classes. */
function stylesOf(bundle, content) {
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
