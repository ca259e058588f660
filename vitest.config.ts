import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // All workers share one PostgreSQL, and the drills mostly wait.
    maxWorkers: 3,
    projects: [
      { test: { name: 'domain', include: ['src/domain/**/*.test.ts'] } },
      { test: { name: 'web', include: ['src/web/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/journeys/**'],
          globalSetup: ['test/database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
