import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, node, root, run } from './install.mjs'

export const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

const stamp = join(root, 'dist', 'web.sha256')

/** Builds the web application into dist/web, unless its sources are unchanged since the last build. */
export async function buildWeb() {
  const now = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  process.stdout.write('Building the web application.\n')
  rmSync(stamp, { force: true })
  const code = await run(node, [vite, 'build', '--logLevel', 'error'])
  if (code !== 0) fail('The build of the web application failed: see the lines above.')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, now)
}

/** Hashes contents, not modification times: a checkout of another branch needs a build, a touch does not. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', 'vite.config.ts']) add(hash, path)
  for (const folder of ['src/domain', 'src/web', 'scripts/vite']) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    for (const file of files.sort()) add(hash, file.slice(root.length + 1))
  }
  return hash.digest('hex')
}

function add(hash, path) {
  hash
    .update(`${path}\0`)
    .update(readFileSync(join(root, path)))
    .update('\0')
}
