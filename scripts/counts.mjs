import { existsSync, readFileSync } from 'node:fs'

/** The passed and failed tests in a runner's JSON report. A failure outside of tests counts as one. */
export function countTests(file, failed) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const counts = report.stats ? countPlaywright(report) : countVitest(report)
  return { passed: counts.passed, failed: counts.failed || (failed ? 1 : 0) }
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/** A test file that does not load fails without a failed test. */
function countVitest({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}
