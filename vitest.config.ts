import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They wait for processes and clocks. A run is as long as the one that it begins last. */
const LONGEST = [
  'test/faults/machines.test.ts',
  'test/faults/kill.test.ts',
  'test/races.test.ts',
  'test/invoice-races.test.ts',
  'test/workers.test.ts',
  'test/faults/fuzz.test.ts',
  'test/faults/clocks.test.ts',
  'src/server/cli/demo.test.ts',
  'src/server/features/factors/factors.test.ts',
]

/** They hold limits in milliseconds, so they run alone, after the others. */
const TIMED = [
  'test/start.test.ts',
  'test/faults/flood.test.ts',
  'test/faults/latency.test.ts',
  'src/server/realtime/stop.test.ts',
]

const server = {
  globalSetup: ['test/database-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // As in playwright.config.ts: what passes at the second try is named at the end.
  retry: process.env.CI ? 1 : 0,
  // A wait for what is to come says nothing of how fast: on a slow machine checking a password alone takes a second.
  expect: { poll: { timeout: 20_000 } },
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? LONGEST.length : place
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    // All workers share one PostgreSQL, and the drills mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'domain', include: ['src/domain/**/*.test.ts'] } },
      { test: { name: 'web', include: ['src/web/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/journeys/**', ...TIMED],
          ...server,
        },
      },
      {
        test: {
          name: 'server-timed',
          include: TIMED,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...server,
        },
      },
    ],
  },
})
