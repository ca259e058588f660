import autocannon from 'autocannon'

export const AT_ONCE = 8
const ROUNDS = 5
const SECONDS = 4
/** The warm-up until hot code is compiled. */
const WARM_SECONDS = 12

export const SIDES = ['portal', 'limit'] as const
export type SideName = (typeof SIDES)[number]
/** The result of one side: requests per second, and the 99th percentile in milliseconds. */
export type Took = { perSecond: number; p99: number }
export type Workload = {
  name: string
  run: (side: SideName, warm: boolean) => Promise<Took>
  /** The same workload on the peer (peer.ts). */
  peer?: (warm: boolean) => Promise<Took>
  /** Other figures measured at the same time. */
  note?: () => string
  /** Undoes its changes before the next measurement. */
  done?: () => Promise<void>
}

/** Repeats the same request for some seconds. */
export async function ask(
  url: string,
  cookie: string | undefined,
  warm: boolean,
  body?: string,
): Promise<Took> {
  const result = await autocannon({
    url,
    connections: AT_ONCE,
    duration: warm ? WARM_SECONDS : SECONDS,
    headers: { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST' as const, body }),
  })
  const failed = result.non2xx + result.errors
  if (failed > 0) {
    const answer = await fetch(url, { headers: { ...(cookie && { cookie }) } })
    throw new Error(
      `${url}: ${failed} of ${result.requests.total} failed; asked once more: ${await answer.text()}`,
    )
  }
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 }
}

/** Makes each of these changes once, with so many in flight. */
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

/** Measures the two sides alternately. Returns medians, and half the spread of the ratios. */
export async function compare({ name, run, peer, note, done }: Workload): Promise<string> {
  const sides = {
    portal: (warm: boolean) => run('portal', warm),
    limit: (warm: boolean) => run('limit', warm),
    ...(peer && { peer }),
  }
  const took: Record<keyof typeof sides, Took[]> = { portal: [], limit: [], peer: [] }
  for (const ask of Object.values(sides)) await ask(true)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [side, ask] of Object.entries(sides)) took[side as keyof typeof sides].push(await ask(false))
  await done?.()
  const { portal, limit, peer: others } = took
  const against = (other: Took[]) => {
    const ratios = portal.map(({ perSecond }, round) => perSecond / (other[round]?.perSecond ?? Number.NaN))
    const spread = (Math.max(...ratios) - Math.min(...ratios)) / 2
    return `${median(ratios).toFixed(2)} ± ${spread.toFixed(2)}`
  }
  const rate = (side: Took[]) =>
    `${median(side.map(({ perSecond }) => perSecond))
      .toFixed(0)
      .padStart(6)}/s`
  const slowest = (side: Took[]) => `${median(side.map(({ p99 }) => p99)).toFixed(0)} ms`
  return [
    `${name.padEnd(28)} ${rate(portal)} of ${rate(limit)} = ${against(limit)}`,
    `p99 ${slowest(portal)} beside ${slowest(limit)}`,
    ...(peer ? [`${against(others)} times PostGraphile's ${rate(others).trim()}`] : []),
    ...(note ? [note()] : []),
  ].join('  ')
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
