import { existsSync, readFileSync } from 'node:fs'

/** How many tests passed and failed by a runner's JSON report; a failure that no test tells of counts as one. */
export function countTests(file, failed) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const counts = report.stats ? countPlaywright(report) : countVitest(report)
  return { passed: counts.passed, failed: counts.failed || (failed ? 1 : 0) }
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/** A test file that doesn't even load fails without a failed test. */
function countVitest({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}
