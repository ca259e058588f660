import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Each Playwright process reads this file: the first one chooses the values, the others inherit them.
process.env.JOURNEY_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000))
process.env.JOURNEY_DATA ??= mkdtempSync(join(tmpdir(), 'stoop-journeys-'))
const port = process.env.JOURNEY_PORT
// Portals that already run behind one address: test/faults/machines.test.ts.
const running = process.env.JOURNEY_ORIGIN
const origin = running ?? `http://127.0.0.1:${port}`

/** Also on a phone, and by keyboard: the main job, and what it is about. */
const EVERYWHERE = ['main-job', 'compare', 'terms', 'vote']
const specs = (...names: string[]) => names.map((name) => `${name}.spec.ts`)

/** The built portal on its own embedded database, in real Chromium, on a desktop and on a phone. */
export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A journey whose second try passes is reported as such at the end. Nothing is tried again on the desk of its author.
  retries: process.env.CI ? 1 : 0,
  timeout: 150_000, // on a machine that does several other things
  expect: { timeout: 20_000 },
  reporter: [['list']],
  globalTeardown: './test/journeys/teardown.ts',
  use: {
    baseURL: origin,
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/New_York', // not the city's: dates must not follow the browser
    trace: 'off', // a trace costs half the time again: `npm test -- journeys --trace on` records one
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
    },
  },
  projects: [
    { name: 'desk', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
      // Each journey also checks 320 px. `PHONE=all npm test -- journeys --project phone` runs all of them on a
      // phone.
      testMatch: process.env.PHONE === 'all' ? '*.spec.ts' : specs(...EVERYWHERE),
      testIgnore: specs('scrollbar', 'print'), // a phone's scrollbars take no space, and paper has one width
    },
    {
      name: 'keyboard', // without a mouse: keyboard.ts
      timeout: 300_000, // each Tab is a step
      use: { viewport: { width: 1280, height: 800 } },
      testMatch: process.env.KEYBOARD === 'all' ? '*.spec.ts' : specs(...EVERYWHERE),
      testIgnore: specs('dialogs', 'print', 'schemes'), // the same screens as on a desktop
    },
  ],
  webServer: running
    ? undefined
    : {
        command: 'exec node_modules/.bin/node src/server/main.ts',
        url: `${origin}/readyz`,
        env: { PORT: port, DATA_DIR: process.env.JOURNEY_DATA, LOG_LEVEL: 'warn' },
        gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
        timeout: 30_000,
        stdout: 'pipe',
      },
})
