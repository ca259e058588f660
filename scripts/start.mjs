// npm start, npm run build, dev, demo, import, admin, check, backup and restore: installs and builds what is missing, then
// runs the portal's own Node.js. Plain JavaScript without packages: in a fresh clone nothing is installed yet, and Node.js
// may be 20.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { buildWeb, vite } from './build.mjs'
import { installMissing, node, root } from './install.mjs'

const [command = 'serve', ...args] = process.argv.slice(2)
const main = join(root, 'src', 'server', 'main.ts')

await installMissing()
if (command === 'build') {
  await buildWeb()
} else if (command === 'dev') {
  start([vite, 'build', '--watch', '--logLevel', 'warn'])
  startAgainOnChange()
} else {
  if (command === 'serve' || command === 'demo') await buildWeb()
  // The channel tells the portal when this process is gone, however it ended.
  start([main, command, ...args], 'ipc')
}

/** The portal of `npm run dev` ends in order, and starts anew, when a source of the server changes. */
function startAgainOnChange() {
  let changed = false
  let portal = start([main, 'serve', ...args], 'ipc', again)
  for (const folder of ['src/server', 'src/domain', 'database']) {
    watch(join(root, folder), { recursive: true }, () => {
      changed = true
      if (!portal) again()
      else portal.kill('SIGINT') // at once: nobody else serves meanwhile
    })
  }

  /** A portal that ended by itself waits for the change that mends it. */
  function again() {
    portal = changed ? start([main, 'serve', ...args], 'ipc', again) : undefined
    changed = false
  }
}

// package.json says 'exec', so that npm's signals reach this process and not a shell between them. A npm that is killed
// hard sends none, but this process then has another parent.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM')
  }, 300).unref()
}

/** Signals are passed on, and a child that ends takes the others, and this process, with it. */
function start(nodeArgs, channel, ended = endLike) {
  const child = spawn(node, nodeArgs, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', ...(channel ? [channel] : [])],
    // Compiled code is kept: it halves the time of the next start.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
  })
  const pass = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const end = () => child.kill('SIGTERM')
  for (const signal of signals) process.on(signal, pass)
  process.on('exit', end)
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    for (const each of signals) process.off(each, pass)
    process.off('exit', end)
    ended(code, signal)
  })
  return child
}

function endLike(code, signal) {
  process.exit(code ?? 128 + constants.signals[signal])
}
