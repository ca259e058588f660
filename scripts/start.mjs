// npm start, npm run build, dev, demo, import, admin, check, backup and restore: installs packages and builds if needed,
// then runs the command with the portal's own Node.js. Plain JavaScript without packages, for Node.js 20 and later,
// because a fresh clone has nothing installed.
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
  restartOnChange()
} else {
  if (command === 'serve' || command === 'demo') await buildWeb()
  // When this process ends, even if killed, the IPC channel closes, and the portal stops.
  start([main, command, ...args], 'ipc')
}

/** Restarts the portal of `npm run dev` when a source of the server changes. */
function restartOnChange() {
  let changed = false
  let portal = start([main, 'serve', ...args], 'ipc', restart)
  for (const folder of ['src/server', 'src/domain', 'database']) {
    watch(join(root, folder), { recursive: true }, () => {
      changed = true
      if (!portal) restart()
      else portal.kill('SIGINT') // stops without draining
    })
  }

  /** A portal that ended by itself starts again at the next change. */
  function restart() {
    portal = changed ? start([main, 'serve', ...args], 'ipc', restart) : undefined
    changed = false
  }
}

// package.json uses `exec`, so npm's signals reach this process and not a shell. A killed npm sends no signal, but the
// parent pid of this process changes.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM')
  }, 300).unref()
}

/** Starts a child that gets this process's signals. By default this process exits with the child. */
function start(nodeArgs, channel, ended = exitLike) {
  const child = spawn(node, nodeArgs, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', ...(channel ? [channel] : [])],
    // The compile cache halves the time of the next start.
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

function exitLike(code, signal) {
  process.exit(code ?? 128 + constants.signals[signal])
}
