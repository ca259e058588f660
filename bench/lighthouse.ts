import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from './install.ts'
import { median } from './measure.ts'
import { folder, type Person } from './servers.ts'

export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const PACKAGES = { lighthouse: '13.5.0' }
const ROUNDS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const TIMES = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

type Page = { path: string; person?: Person }
type Result = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number; score: number | null; scoreDisplayMode: string }>
}

/** Lighthouse's medians for these pages with its mobile preset. */
export async function lighthouse(origin: string, pages: Page[]): Promise<string[]> {
  const home = installed(join(folder, 'lighthouse'), PACKAGES)
  const report = join(home, 'report.json')
  const trace = join(home, 'report-0.trace.json')
  const lines: string[] = []
  for (const { path, person } of pages) {
    const results: Result[] = []
    const own: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const args = [
        join(home, 'node_modules', 'lighthouse', 'cli', 'index.js'),
        `${origin}${path}`,
        ...['--quiet', '--save-assets', '--output=json', `--output-path=${report}`],
        ...[
          `--only-categories=${CATEGORIES.join()}`,
          '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
        ],
        ...(person ? [`--extra-headers=${JSON.stringify({ Cookie: person.cookie })}`] : []),
      ]
      await look(args)
      results.push(JSON.parse(await readFile(report, 'utf8')) as Result)
      own.push(ownBlocking(JSON.parse(await readFile(trace, 'utf8')).traceEvents, origin))
    }
    const scores = CATEGORIES.map(
      (name) =>
        `${name} ${Math.round(median(results.map(({ categories }) => categories[name]?.score ?? 0)) * 100)}`,
    )
    const [lcp, tbt, cls] = TIMES.map((name) =>
      median(results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN)),
    )
    const failing = Object.entries(results[0]?.audits ?? {})
      .filter(
        ([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score !== null && score < 1,
      )
      .map(([name]) => name)
    lines.push(
      `${path.padEnd(20)} ${scores.join(', ')}; LCP ${((lcp ?? 0) / 1000).toFixed(2)} s, TBT ${tbt?.toFixed(0)} ms (${median(own).toFixed(0)} of its own at least), CLS ${cls?.toFixed(3)}` +
        (failing.length > 0 ? `; fails ${failing.join(', ')}` : ''),
    )
  }
  return lines
}

type Event = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur: number
  tdur?: number
  args?: { data?: { documentLoaderURL?: string } }
}

/** One report. Retries when Lighthouse itself reports that it missed the page. */
async function look(args: string[], tries = 3): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, CHROME_PATH: CHROMIUM } })
  } catch (error) {
    if (tries === 1 || !String(error).includes('Please run Lighthouse again')) throw error
    await look(args, tries - 1)
  }
}

/** Lighthouse's CPU slowdown for a phone, and the length of a task that it tolerates. */
const SLOWER = 4
const ALLOWED_MS = 50

/**
 * The blocking time of the page's main thread after its first frame, in CPU time. Lighthouse uses wall time, which
 * includes waiting for the two processors shared with the browser, the server and Lighthouse. So this is a lower
 * bound.
 */
function ownBlocking(events: Event[], origin: string): number {
  const page = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith(origin),
  )
  const isPages = ({ pid, tid }: Event) => pid === page?.pid && tid === page.tid
  const frame = events.findLast((event) => event.name === 'firstContentfulPaint' && isPages(event))
  if (!frame) throw new Error('The trace has no first frame')
  return events
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && isPages(event))
    .filter(({ ts }) => ts >= frame.ts)
    .map(({ dur, tdur = dur }) => Math.max(0, (tdur / 1000) * SLOWER - ALLOWED_MS))
    .reduce((sum, each) => sum + each, 0)
}
