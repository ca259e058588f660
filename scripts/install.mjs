import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node.js of the portal: an npm package, independent of the one on this machine. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Prints a message and exits with code 1. */
export function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/**
 * Resolves to the exit code; 1 if the program can't be started. After `timeout` milliseconds, it is stopped with all the
 * programs that it has started.
 */
export function run(program, args, { timeout, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      detached: Boolean(timeout),
      ...options,
    })
    // A process group of its own gets no signals from the terminal.
    const stop = () => child.pid && process.kill(-child.pid, 'SIGTERM')
    const timer = timeout && setTimeout(stop, timeout)
    if (timeout) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
    const end = (code) => {
      clearTimeout(timer)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
      resolve(code)
    }
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      end(1)
    })
    child.once('exit', (code) => end(code ?? 1))
  })
}

/** Installs the packages of package-lock.json unless exactly these versions are installed. */
export async function installMissing({ forTests = false } = {}) {
  if (existsSync(node) && inStep(forTests)) return
  process.stdout.write('Installing the packages; the first time takes about a minute.\n')
  const started = Date.now()
  const progress = setInterval(() => {
    process.stdout.write(`  still installing (${Math.round((Date.now() - started) / 1000)} s)\n`)
  }, 15_000)
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(forTests ? ['--include=dev'] : [])]
  // npm sets its own path for its scripts; otherwise use the one on the PATH.
  const npm = process.env.npm_execpath
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' })
  clearInterval(progress)
  if (code !== 0) {
    fail(
      `The packages could not be installed (npm ci ended with ${code}): see npm's lines above, then try again.`,
    )
  }
  if (!existsSync(node)) {
    fail(
      "Node.js 24 was not installed: allow npm to run install scripts ('ignore-scripts' off), then try again.",
    )
  }
}

/** Compares package-lock.json with the list of installed packages that npm keeps in node_modules. */
function inStep(forTests) {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(installedFile)
  return Object.entries(wanted).every(([path, entry]) => {
    // Packages for other platforms and for tests may be missing.
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && !forTests)) return true
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity
  })
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
