import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * The passed and failed tests in a runner's JSON report, and what each failed one says. A failure outside of tests
 * counts as one.
 */
export function countTests(file, failed) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const counts = report.stats ? countPlaywright(report) : countVitest(report)
  return { ...counts, failed: counts.failed || (failed ? 1 : 0) }
}

function countPlaywright({ stats, errors, suites }) {
  const said = suites
    .flatMap(specsOf)
    .flatMap(({ title, ok, tests }) =>
      tests.flatMap(({ results }) =>
        results.flatMap((each) => each.errors.map((error) => saying(titleOf(title, ok), error.message))),
      ),
    )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, said }
}

/** @returns {any[]} */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const titleOf = (title, passed) => (passed ? `Passed at the second try: ${title}` : title)

// Long enough for what a walk found on several screens.
const saying = (title, message = '') => `${title}\n${stripVTControlCharacters(message).slice(0, 2_000)}`

/** A test file that does not load fails without a failed test. */
function countVitest({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const said = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ status, fullName, failureMessages }) =>
        saying(titleOf(fullName, status === 'passed'), failureMessages[0]),
      ),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, said }
}
