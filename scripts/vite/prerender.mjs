import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { PUBLIC_PAGES, SLOTS } from '../../src/domain/portal-settings.ts'

/** What start.ts can load: the application, and for each public page a small script of its own. */
export const entries = (web) => ({
  main: join(web, 'main.tsx'),
  ...Object.fromEntries(
    Object.keys(PUBLIC_PAGES).map((name) => [name, join(web, 'app', 'prerendered', `${name}.tsx`)]),
  ),
})

/**
 * Writes the pages that the server completes and serves: each public page as signed-out visitors see it, complete without
 * scripts, and the shells that stand until the application has loaded ('app.html' at most addresses).
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
        shell = blockFirstFrame(bundle['index.html'].source)
        delete bundle['index.html']
      },
    },
    async writeBundle(_, bundle) {
      rmSync(pages, { recursive: true, force: true })
      mkdirSync(pages, { recursive: true })
      const write = (name, html) => writeFileSync(join(pages, `${name}.html`), html)
      const { contents, parts } = await renderContents(config)
      for (const [name, exported] of Object.entries({ app: [], ...parts })) {
        const chunks = [entryOf(bundle, 'main'), ...exported.map((part) => chunkOf(bundle, part))]
        write(name, pageOf(shell, bundle, chunks, contents[name]))
      }
      for (const [name, about] of Object.entries(PUBLIC_PAGES))
        write(name, publicPageOf(shell, bundle, { name, ...about }, contents[name]))
    },
  }
}

/** A chosen color scheme is there in the first frame: it waits for the small script in the head, and for no other. */
function blockFirstFrame(html) {
  const script = '<script type="module" '
  if (html.split(script).length !== 2) throw new Error('The page has another script than start.ts.')
  return html.replace(script, `${script}blocking="render" `)
}

/** Builds the pages for Node.js, and renders them. */
async function renderContents({ root, logLevel, build: { target } }) {
  const outDir = join(root, '../../dist/prerender')
  await build({
    root,
    logLevel,
    configFile: false,
    plugins: [react()],
    build: {
      ssr: 'app/prerendered/render.tsx',
      outDir,
      target,
      emptyOutDir: true,
      copyPublicDir: false,
      assetsInlineLimit: 0,
    },
  })
  const { renderPages, partsOfShells } = await import(
    `${pathToFileURL(join(outDir, 'render.js'))}?${Date.now()}`
  )
  const contents = await renderPages()
  rmSync(outDir, { recursive: true })
  return { contents, parts: partsOfShells() }
}

function publicPageOf(shell, bundle, { name, path, title }, content) {
  // React's preloads (the hero's picture) belong into the head.
  const [, early, body] = /^((?:<link [^>]*>)*)(.*)$/s.exec(content)
  const address = `${SLOTS.public_url}${path}`
  const own = [
    early,
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:url" content="${address}" />`,
  ]
  // A page may say itself what it can't do without JavaScript.
  const html = shell.replace(NOSCRIPT, content.includes('<noscript>') ? '' : '$&')
  return withHead(pageOf(html, bundle, [entryOf(bundle, name)], body), own).replace(
    /<title>.*<\/title>/,
    () => `<title>${title}</title>`,
  )
}

const NOSCRIPT = / *<noscript>.*<\/noscript>\n/

/** The theme's variables, where Mantine renders them. */
const VARIABLES = /<style data-mantine-styles="true">(.*?)<\/style>/s

/** A page with this content, its styles inlined, and the names of its scripts for start.ts. The first is its entry. */
function pageOf(html, bundle, first, rendered) {
  const variables = VARIABLES.exec(rendered)?.[1]
  if (!variables)
    throw new Error('Mantine renders the variables of the theme elsewhere: no page would have colors.')
  const content = rendered.replace(VARIABLES, '')
  const known = new Set()
  const chunks = first.flatMap((chunk) => withImports(bundle, chunk, known))
  const imported = chunks.flatMap((chunk) => [...chunk.viteMetadata.importedCss])
  const styles = [...new Set([...imported, ...stylesOf(bundle, content)])]
  const scripts = chunks.map(({ fileName }) => `/${fileName}`).join(' ')
  const lines = [
    `<meta property="og:image" content="${SLOTS.preview_url}" />`,
    // Inlined, since each file would cost two more round trips before the first paint.
    `<style>${styles.map((file) => bundle[file].source).join('')}${variables}</style>`,
    // Not loaded, as they are disabled. They tell Vite which styles are there.
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`),
  ]
  const entry = `/${first[0].fileName}`
  return withHead(html, lines).replace(
    '<div id="root"></div>',
    () => `<div id="root" data-entry="${entry}" data-scripts="${scripts}">${content}</div>`,
  )
}

function withHead(html, lines) {
  const block = lines.filter(Boolean).map((line) => `    ${line}\n`)
  return html.replace(/ *<\/head>/, () => `${block.join('')}  </head>`)
}

/** The style sheets with a class of this content, which may belong to a part that loads later. */
function stylesOf(bundle, content) {
  const classes = new Set([...content.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' ')))
  return Object.values(bundle)
    .filter(({ type, fileName }) => type === 'asset' && fileName.endsWith('.css'))
    .filter(({ source }) => [...String(source).matchAll(/\.([\w-]+)/g)].some(([, name]) => classes.has(name)))
    .map(({ fileName }) => fileName)
}

function entryOf(bundle, name) {
  return Object.values(bundle).find((each) => each.isEntry && each.name === name)
}

/** The script of a lazy part, by the name of its component. */
function chunkOf(bundle, part) {
  const chunk = Object.values(bundle).find((each) => each.isDynamicEntry && each.exports.includes(part))
  if (!chunk) throw new Error(`No script of its own exports ${part}: is it still a lazy part?`)
  return chunk
}

/** A chunk and everything that it imports, dependencies first. */
function withImports(bundle, chunk, known) {
  if (known.has(chunk)) return []
  known.add(chunk)
  return [...chunk.imports.flatMap((file) => withImports(bundle, bundle[file], known)), chunk]
}
