import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDebians } from './debian.mjs'
import { fail, node, root, run } from './install.mjs'

const installed = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell', // headless only: the journeys take two thirds of the time
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a working Chromium: an installed one, otherwise Debian's package (as root), otherwise Playwright's. */
export async function findChromium() {
  const found = installed.find(runs) ?? playwrights()
  if (found) return found

  if (await installDebians(['chromium-headless-shell'], 'the browser tests')) {
    const debians = installed.find(runs)
    if (debians) return debians
  }

  process.stdout.write("Installing Playwright's Chromium for the browser tests.\n")
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  await run(node, [cli, 'install', ...(process.getuid?.() === 0 ? ['--with-deps'] : []), 'chromium'])
  return (
    playwrights() ??
    fail('There is no Chromium for the browser tests: install one, and set CHROMIUM_PATH to its path.')
  )
}

function playwrights() {
  const print = "import { chromium } from '@playwright/test'; process.stdout.write(chromium.executablePath())"
  const { stdout } = spawnSync(node, ['--input-type=module', '-e', print], { cwd: root, encoding: 'utf8' })
  return runs(stdout) ? stdout : undefined
}

/** On some systems the file only prints how to install Chromium. */
function runs(program) {
  return (
    Boolean(program) &&
    existsSync(program) &&
    spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0
  )
}
