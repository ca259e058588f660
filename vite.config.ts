import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { entries, prerender } from './scripts/vite/prerender.mjs'
import { serviceWorker } from './scripts/vite/service-worker.mjs'

const WEB = join(import.meta.dirname, 'src/web')
const OUT = join(import.meta.dirname, 'dist/web')
const PAGES = join(import.meta.dirname, 'dist/pages')

const brotli = promisify(brotliCompress)
const gzip = promisify<Buffer, Buffer>(gzipCompress)

/** Writes compressed forms beside each text file that gains by them; the server sends them as they are. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle() {
      const files = readdirSync(OUT, { recursive: true, encoding: 'utf8' })
      await Promise.all(files.filter((name) => /\.(js|css|svg|webmanifest)$/.test(name)).map(pack))
    },
  }
}

async function pack(name: string) {
  const file = join(OUT, name)
  const text = readFileSync(file)
  if (text.length < 1000) return
  const [br, gz] = await Promise.all([brotli(text), gzip(text)])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}

/** Scripts of the first frame: a part that loads on demand finds them loaded, so no list of its scripts names them. */
const LOADED =
  /\/(rolldown-runtime|start|core|react-dom|base|main|react-router|login-page|api|client|query-core|tanstack-react-query|react-query)-.{8}\.js$/

/** The package of a file; null for our own. */
const libraryOf = (file: string) => /node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(file)?.[1] ?? null

// The server sends dist/web under a strict content security policy, so the build emits no inline script (no module
// preload polyfill) and no data: URL.
export default defineConfig({
  root: WEB,
  publicDir: 'public',
  plugins: [
    react(),
    packed(),
    prerender({ pages: PAGES }),
    serviceWorker({ source: join(WEB, 'service-worker.ts'), page: '/vendor/today' }),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, scripts) => scripts.filter((script) => !LOADED.test(script)),
    },
    rolldownOptions: {
      input: { start: join(WEB, 'index.html'), ...entries(WEB) },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: /src\/web\/start\.ts$/, priority: 3 },
            { name: libraryOf, tags: ['$initial'], minSize: 20_000, priority: 2 },
            // Each includes its own imports, so a page loads few files.
            {
              name: 'base',
              test: /(hydrate|message-box)\.tsx$|(lazy-part|session\/drafts|session\/next|accounts\/account-messages|portal-settings)\.ts$/,
              priority: 1,
            },
            {
              name: 'api',
              test: /src\/web\/(api|errors|refresh|optimistic|session\/session)\.ts$/,
              priority: 1,
            },
            { name: 'input', test: /password-field\.tsx$|use-single-flight\.ts$/, priority: 1 },
            { name: 'pictures', test: /accounts\/pictures\.tsx$/, priority: 1 },
            { name: 'login-page', test: /accounts\/login-page\.tsx$/ },
            { name: 'app', test: /src\/web\/main\.tsx$/ },
            {
              name: 'screen',
              test: /(skeletons|stat-card|no-building|status-badge|when-settled|page-header|ui\/panel)\.tsx$|(calendar|money|web\/city)\.ts$/,
            },
            // What a screen with fields needs anyway.
            { name: 'schemas', test: /node_modules\/zod\/|domain\/text\.ts$/ },
            { name: 'visits', test: /domain\/visits\/(visits|past|visit-time)\.ts$|city-clock\.ts$/ },
            { name: 'forms', test: /@mantine\/form\/|forms\/(form-errors|send-form)\.ts$/ },
          ],
        },
      },
    },
  },
})
