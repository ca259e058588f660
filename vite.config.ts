import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstIds } from './scripts/vite/first-ids.mjs'
import { mantineStyles } from './scripts/vite/mantine-styles.mjs'
import { entries, prerender } from './scripts/vite/prerender.mjs'
import { singleIcons } from './scripts/vite/single-icons.mjs'

const WEB = join(import.meta.dirname, 'src/web')
const OUT = join(import.meta.dirname, 'dist/web')
const PAGES = join(import.meta.dirname, 'dist/pages')

const brotli = promisify(brotliCompress)
const gzip = promisify<Buffer, Buffer>(gzipCompress)

/** Beside each text that is worth it lie its packed forms, which the server sends as they are. */
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

/** What has one of these in its path: expressions, in which a dot is a dot. */
const files = (...paths: string[]) =>
  new RegExp(
    paths
      .join('|')
      .replaceAll(/\.(?!\*)/g, '\\.')
      .replaceAll('/', '[\\\\/]'),
  )

// The server hands out dist/web under a strict content security policy: no inline script may be emitted
// (no module preload polyfill) and no asset may hide in a data: address.
export default defineConfig({
  root: WEB,
  publicDir: 'public',
  plugins: [react(), mantineStyles(), firstIds(), singleIcons(), packed(), prerender({ pages: PAGES })],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { start: join(WEB, 'index.html'), ...entries(WEB) },
      // What is always needed together is one file: pieces of it would be asked for one by one. But what a slow telephone takes
      // several frames to read and start is several, between which it can answer.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'start',
              test: files('src/web/start.ts', 'src/web/ui/(patient-import|pressed-early)', 'preload-helper'),
              priority: 1,
            },
            { name: 'react', tags: ['$initial'], test: files('node_modules/(react|react-dom|scheduler)/') },
            { name: 'mantine', tags: ['$initial'], test: files('node_modules/(@mantine|clsx)/') },
            { name: 'react-root', test: files('src/web/ui/react-root') },
            {
              name: 'frame',
              test: files(
                'src/web/shell/(theme|frame|top-bar|logo|styles)',
                'src/web/ui/(link|button-link|page|load-failed|use-locked-scrolling|overlay-host|notify|confirm-dialog)',
                'src/domain/accounts/messages',
                'createReactComponent|IconCircleCheck.mjs',
                '@mantine/.*(OptionalPortal|Overlay/Overlay.mjs|create-safe-context|DirectionProvider|use-callback-ref|use-force-update)',
                '@mantine/.*(get-env|get-auto-contrast|create-scoped-keydown|find-element-ancestor)',
              ),
            },
            {
              name: 'router',
              test: files(
                '@tanstack/(react-router|router-core|history|react-store|store)',
                'use-sync-external-store',
              ),
            },
            {
              name: 'calls',
              test: files(
                '@tanstack/(react-query|query-core)|@trpc',
                'src/domain/limits',
                'src/web/(api|errors|session|shell/(ask-ahead|screen-data))',
              ),
            },
            {
              name: 'screen',
              test: files(
                'src/domain/(calendar|money|billing/(fees|proration|messages))',
                'src/web/(city|settings|services/welcome-note|buildings/no-building)',
                'src/web/ui/(stat-card|skeletons|empty-state|status-badge)',
                'components/Skeleton|Icon(Check|HomeHeart|Inbox).mjs',
              ),
            },
            {
              name: 'sign-in',
              test: files(
                'src/web/accounts/(pictures|failure|sign-in-form|login-page.module)',
                'src/web/ui/(message-box|password-field|use-busy|use-typed-before)',
                'IconAlertCircle.mjs',
              ),
            },
          ],
        },
      },
    },
  },
})
