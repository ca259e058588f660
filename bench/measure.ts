import autocannon from 'autocannon'

export const AT_ONCE = 8
const ROUNDS = 5
const SECONDS = 4

export type SideName = 'portal' | 'limit'
/** What one side did: so many a second; the slowest of a hundred, in milliseconds. */
export type Took = { perSecond: number; p99: number }
export type Workload = {
  name: string
  run: (side: SideName, warm: boolean) => Promise<Took>
  /** What else was seen meanwhile. */
  note?: () => string
}

/** Asks the same again and again, for some seconds. */
export async function ask(url: string, cookie: string | undefined, warm: boolean): Promise<Took> {
  const result = await autocannon({
    url,
    connections: AT_ONCE,
    duration: warm ? 1 : SECONDS,
    headers: cookie ? { cookie } : {},
  })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${url}: ${failed} of ${result.requests.total} failed`)
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 }
}

/** Makes each of these changes once, so many at a time. */
export async function make(changes: (() => Promise<void>)[], atOnce = AT_ONCE): Promise<Took> {
  const waiting = [...changes]
  const times: number[] = []
  const from = performance.now()
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const begun = performance.now()
      await next()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const seconds = (performance.now() - from) / 1000
  times.sort((one, other) => one - other)
  return { perSecond: changes.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

/** The two sides in turn, and what it comes to: medians, and half of how far the ratios lie apart. */
export async function compare({ name, run, note }: Workload): Promise<string> {
  await run('portal', true)
  await run('limit', true)
  const rounds: Record<SideName, Took>[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ portal: await run('portal', false), limit: await run('limit', false) })
  const ratios = rounds.map(({ portal, limit }) => portal.perSecond / limit.perSecond)
  const spread = (Math.max(...ratios) - Math.min(...ratios)) / 2
  const of = (side: SideName, figure: keyof Took) => median(rounds.map((each) => each[side][figure]))
  const rate = (side: SideName) => `${of(side, 'perSecond').toFixed(0).padStart(6)}/s`
  const slowest = (side: SideName) => `${of(side, 'p99').toFixed(0)} ms`
  return (
    `${name.padEnd(28)} ${rate('portal')} of ${rate('limit')} = ${median(ratios).toFixed(2)} ± ${spread.toFixed(2)}` +
    `  p99 ${slowest('portal')} beside ${slowest('limit')}${note ? `  ${note()}` : ''}`
  )
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
