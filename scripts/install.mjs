import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node.js that the portal runs on: a package like the others, whatever this machine has. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Ends with one sentence for the person at the terminal. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Resolves to the exit code; a program that can't be started at all counts as failed. */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Installs the packages of package-lock.json when they are not there in just these versions. */
export async function installMissing({ forTests = false } = {}) {
  if (existsSync(node) && inStep(forTests)) return
  process.stdout.write('Installing the packages; the first time takes about a minute.\n')
  const started = Date.now()
  const beat = setInterval(() => {
    process.stdout.write(`  still installing (${Math.round((Date.now() - started) / 1000)} s)\n`)
  }, 15_000)
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(forTests ? ['--include=dev'] : [])]
  // npm tells its scripts where it is itself; without it there is one in the path.
  const npm = process.env.npm_execpath
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' })
  clearInterval(beat)
  if (code !== 0) {
    fail(
      `The packages could not be installed (npm ci ended with ${code}): see npm's lines above, then try again.`,
    )
  }
  if (!existsSync(node)) {
    fail(
      "The packages came without Node.js 24: allow npm to run install scripts ('ignore-scripts' off), then try again.",
    )
  }
}

/** npm keeps what it installed, in full, beside the packages. */
function inStep(forTests) {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(installedFile)
  return Object.entries(wanted).every(([path, entry]) => {
    // Packages for other machines, and those that only tests need, may be missing.
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && !forTests)) return true
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity
  })
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
