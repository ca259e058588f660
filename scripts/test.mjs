// npm test: all steps, the fastest first. `npm test -- server test/start.test.ts` runs one step and passes the other
// arguments to its runner. Plain JavaScript without packages, like start.mjs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { countTests } from './counts.mjs'
import { faultTable } from './fault-table.mjs'
import { fail, installMissing, node, root, run } from './install.mjs'
import { installPrograms } from './machines.mjs'

const bin = (name, file) => join(root, 'node_modules', name, file)
const reports = mkdtempSync(join(tmpdir(), 'stoop-reports-'))

/** The tests must not use the operator's settings. */
const settings = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'PUBLIC_URL',
  'SECRET',
  'SMTP_URL',
  'MAIL_FROM',
]
const more = [
  'FILES_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
  'MAILBOX_URL',
  'MAILBOX_ADDRESS',
  'BUILDING_QUOTA',
  'DISK_RESERVE',
  'IMAGES_URL',
  'MAPS_KEY',
  'CITY_NAME',
  'TIME_ZONE',
  'LOG_LEVEL',
  'THREADS',
  'METRICS_TOKEN',
  'TRUST_PROXY',
  'NODE_ENV',
]
const env = { ...process.env }
for (const name of [...settings, ...more]) delete env[name]
// The compile cache of npm start: the portals that tests start load in half the time.
env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')

const drills = join(reports, 'faults.jsonl')

/** The folder of faults, and the drills of races, backups, upgrades and full disks. */
const DRILLS = [
  'test/faults',
  'test/races.test.ts',
  'test/visit-races.test.ts',
  'test/request-races.test.ts',
  'test/renewal-races.test.ts',
  'test/invoice-races.test.ts',
  'test/payment-races.test.ts',
  'src/server/cli/backup.test.ts',
  'src/server/cli/demo.test.ts',
  'src/server/storage/disk.test.ts',
]
/** A run that takes longer is ended, and has failed. Slow machines take twice the usual quarter of an hour. */
const DRILLS_TIME = 40 * 60_000

const steps = {
  format: (args) => run(node, [bin('@biomejs/biome', 'bin/biome'), 'check', ...args], { env }),
  types: async () => {
    for (const project of ['tsconfig.json', 'src/domain', 'src/web']) {
      const code = await run(node, [bin('typescript', 'bin/tsc'), '-p', project], { env })
      if (code !== 0) return code
    }
    return 0
  },
  unit: (args) => vitest('unit', ['domain', 'web'], args),
  server: async (args) => {
    await installPrograms()
    return vitest('server', ['server*'], args)
  },
  /** The server step holds their short forms: this is `npm run test:faults`. */
  faults: async (args) => {
    await installPrograms()
    Object.assign(env, { FAULTS: 'full', FAULTS_REPORT: drills, CHROMIUM_PATH: await findChromium() })
    const started = Date.now()
    const code = await vitest('faults', ['server*'], args.length ? args : DRILLS, { timeout: DRILLS_TIME })
    process.stdout.write(`\n${faultTable(drills)}`)
    if (Date.now() - started >= DRILLS_TIME)
      process.stdout.write(
        `\nThe drills ran into their limit of ${DRILLS_TIME / 60_000} minutes, so the run was ended.\n`,
      )
    return code
  },
  journeys: (args) => playwright('journeys', ['--grep-invert', '@timed', ...args]),
  /** Journeys that measure milliseconds: nothing runs beside them. */
  timed: (args) => playwright('timed', ['--grep', '@timed', '--workers', '1', ...args]),
}

function vitest(step, projects, args, options = {}) {
  const report = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${step}.json`)}`,
  ]
  const chosen = projects.flatMap((project) => ['--project', project])
  return run(node, [bin('vitest', 'vitest.mjs'), 'run', ...chosen, ...report, ...args], {
    env,
    ...options,
  })
}

async function playwright(step, args) {
  const CHROMIUM_PATH = await findChromium()
  const report = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${step}.json`) }
  return run(node, [bin('@playwright/test', 'cli.js'), 'test', '--reporter=list,json', ...args], {
    env: { ...env, ...report, CHROMIUM_PATH },
  })
}

const [only, ...args] = process.argv.slice(2)
if (only && !(only in steps)) fail(`There is no step '${only}': there are ${Object.keys(steps).join(', ')}.`)

await installMissing({ forTests: true })
if (!only || ['server', 'faults', 'journeys', 'timed'].includes(only)) await buildWeb()

const total = { passed: 0, failed: 0 }
const summary = []
/** What failed tests say, once more at the end: the end of a long output is often all that is kept. */
const said = []
for (const [step, execute] of Object.entries(steps)) {
  if (only ? only !== step : step === 'faults') continue
  process.stdout.write(`\n── ${step}\n`)
  const started = Date.now()
  const code = await execute(only ? args : [])
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const counts = countTests(join(reports, `${step}.json`), code !== 0)
  total.passed += counts.passed
  total.failed += counts.failed
  said.push(...counts.said)
  summary.push(`${code === 0 ? 'passed' : 'FAILED'}  ${step.padEnd(9)} ${seconds.padStart(6)} s`)
  if (code !== 0) break
}
rmSync(reports, { recursive: true, force: true })
for (const each of said) process.stdout.write(`\n${each}\n`)
process.stdout.write(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed > 0 ? 1 : 0
