import autocannon from 'autocannon'

/** One side of a workload: what is asked, by how many at once, and how its answers are known to be right. */
export type Side = {
  origin: string
  path: string
  cookie?: string
}

export type Figures = { perSecond: number; p50: number; p99: number; failed: number }

/** Asks one side for some seconds. Milliseconds and requests a second. */
export async function measure(
  { origin, path, cookie }: Side,
  seconds: number,
  connections: number,
): Promise<Figures> {
  const result = await autocannon({
    url: `${origin}${path}`,
    connections,
    duration: seconds,
    headers: cookie ? { cookie } : {},
  })
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}

/** The middle of several rounds, and how far they lie apart: (highest − lowest) / middle. */
export function median(values: number[]): { middle: number; spread: number } {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return { middle, spread: ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / middle }
}
