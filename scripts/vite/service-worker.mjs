import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** Parts that no screen without a network needs: what weighs passwords, and the pictures of public pages. */
const UNNEEDED = /estimate-strength|\.(br|gz|svg|jpg|png|webp)$/

/**
 * Builds the service worker once the application is written: it lists what was written. One file, at the root, because a
 * worker controls only what is below its address.
 */
export function serviceWorker({ source, page }) {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = readdirSync(join(dir, 'assets'))
        .filter((name) => !UNNEEDED.test(name))
        .map((name) => ({ url: `/assets/${name}`, revision: null }))
      const revision = createHash('sha256').update(JSON.stringify(files)).digest('hex')
      files.push({ url: page, revision })
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          FILES: JSON.stringify(files),
          PAGE: JSON.stringify(page),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2023',
          rolldownOptions: { input: source, output: { entryFileNames: 'service-worker.js' } },
        },
      })
    },
  }
}
