import { formatMoney } from '../money.ts'

/** What buildings of the city pay for a unit and a visit, in cents: the middle half and the median, rounded. Product 2.8 */
export type Benchmark = { low: number; median: number; high: number }

/** What a building accepted last: its price for a visit in cents, for all of its units. */
type AcceptedPrice = { building_id: string; vendor_id: string; visit: number; units: number }

/** So many buildings and vendors must stand behind a benchmark, with what they accepted in so many months. */
const FEWEST_BUILDINGS = 5
const FEWEST_VENDORS = 3
export const BENCHMARK_MONTHS = 12

/** The preferred numbers of ISO 3, series R10: each is about a quarter more than the one before. */
const PREFERRED = [100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000]

/** The preferred number nearest to a number above 0, by ratio. */
function roundToPreferred(value: number): number {
  const scale = 10 ** (Math.floor(Math.log10(value)) - 2)
  const scaled = value / scale
  const nearest = PREFERRED.find((each, index) => scaled * scaled < each * (PREFERRED[index + 1] ?? Infinity))
  return (nearest ?? 1000) * scale
}

/**
 * The benchmark of a service, from one price for each building; null with fewer than five buildings or three vendors. Each price
 * is rounded first and a figure is that of one building, so that any number of answers tells a price to a quarter at best: less
 * than within 10%. Product 2.8
 */
export function benchmarkOf(prices: readonly AcceptedPrice[]): Benchmark | null {
  const vendors = new Set(prices.map(({ vendor_id }) => vendor_id))
  if (prices.length < FEWEST_BUILDINGS || vendors.size < FEWEST_VENDORS) return null
  const sorted = prices
    .map(({ visit, units }) => Math.max(1, Math.round(roundToPreferred(visit / units))))
    .toSorted((one, other) => one - other)
  const quartile = (number: 1 | 2 | 3) => sorted[Math.ceil((sorted.length * number) / 4) - 1] ?? 0
  return { low: quartile(1), median: quartile(2), high: quartile(3) }
}

/** A benchmark in words. */
export function benchmarkText({ low, median, high }: Benchmark): string {
  const range =
    low === high
      ? 'and half of the buildings pay about that'
      : `and half of the buildings pay ${formatMoney(low)} to ${formatMoney(high)}`
  return `City median: about ${formatMoney(median)} a unit for a visit, ${range}. Counted once a month from what at least ${FEWEST_BUILDINGS} buildings accepted in ${BENCHMARK_MONTHS} months, and rounded.`
}

type Benchmarked = { benchmark: Benchmark | null; number_of_units: number | null }

/**
 * How far this price for a visit, in cents, is from the city's median, in words, to the next 10%, since the median is rounded;
 * null if there is none, or if nobody knows how many units the building has. Product 2.8
 */
export function medianText({ benchmark, number_of_units }: Benchmarked, visit: number): string | null {
  if (benchmark === null || number_of_units === null) return null
  const ratio = visit / number_of_units / benchmark.median - 1
  const percent = Math.round(Math.abs(ratio) * 10) * 10
  if (percent === 0) return 'Near the city median'
  return `About ${percent}% ${ratio > 0 ? 'above' : 'below'} the city median`
}
