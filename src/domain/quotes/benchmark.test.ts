import fc from 'fast-check'
import { expect, test } from 'vitest'
import { benchmarkOf, benchmarkText, medianText } from './benchmark.ts'

const price = (number: number, visit: number, units = 10) => ({
  building_id: `building ${number}`,
  vendor_id: `vendor ${number % 3}`,
  visit,
  units,
})
const prices = (...visits: number[]) => visits.map((visit, index) => price(index, visit))

test('four buildings have no benchmark, five have one; and two vendors have none [Product 2.8]', () => {
  expect(benchmarkOf(prices(50_00, 60_00, 70_00, 80_00))).toBeNull()
  expect(benchmarkOf(prices(50_00, 60_00, 70_00, 80_00, 90_00))).not.toBeNull()
  const ofTwo = prices(50_00, 60_00, 70_00, 80_00, 90_00).map((each, index) => ({
    ...each,
    vendor_id: `vendor ${index % 2}`,
  }))
  expect(benchmarkOf(ofTwo)).toBeNull()
})

test('median and quartiles are for a unit and a visit, and are preferred numbers', () => {
  // A unit: 5, 6, 7, 8, 16 dollars.
  expect(benchmarkOf(prices(50_00, 60_00, 70_00, 80_00, 160_00))).toEqual({
    low: 6_30,
    median: 6_30,
    high: 8_00,
  })
  const large = [...prices(10_00, 20_00, 30_00, 40_00), price(4, 2_500_00, 1000)]
  expect(benchmarkOf(large)).toEqual({ low: 2_00, median: 2_50, high: 3_15 })
  // Less than a cent for a unit is one.
  expect(benchmarkOf(prices(1, 1, 1, 1, 1))).toEqual({ low: 1, median: 1, high: 1 })
})

test('the order of the prices means nothing', () => {
  const visits = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 5, maxLength: 30 })
  fc.assert(
    fc.property(visits, (each) => {
      const city = prices(...each)
      expect(benchmarkOf(city.toReversed())).toEqual(benchmarkOf(city))
    }),
  )
})

test('from two answers that differ by one building its price can’t be told within 10%, whoever knows all others [Product 2.8]', () => {
  const dollars = fc.integer({ min: 20, max: 5000 })
  const building = fc.record({ dollars, units: fc.integer({ min: 4, max: 200 }) })
  const city = fc.array(building, { minLength: 4, maxLength: 40 })
  fc.assert(
    fc.property(city, building, (others, one) => {
      const known = others.map(({ dollars, units }, index) => price(index, dollars * 100, units))
      const answers = (visit: number) =>
        JSON.stringify([benchmarkOf(known), benchmarkOf([...known, price(known.length, visit, one.units)])])
      const truth = answers(one.dollars * 100)
      // All prices near the true one that give the same two answers: a guess within 10% of the lowest misses the highest.
      const near = Array.from({ length: 1501 }, (_, step) => Math.round(one.dollars * (50 + step / 10)))
      const possible = near.filter((visit) => answers(visit) === truth)
      const [lowest, highest] = [Math.min(...possible), Math.max(...possible)]
      expect(lowest * 1.1).toBeLessThan(highest * 0.9)
    }),
    { numRuns: 60 },
  )
})

test('a quote says how far it is from the median, to the next 10%', () => {
  const benchmark = { low: 6_30, median: 8_00, high: 10_00 }
  const service = { benchmark, number_of_units: 10 }
  expect(medianText(service, 80_00)).toBe('Near the city median')
  expect(medianText(service, 83_99)).toBe('Near the city median')
  expect(medianText(service, 96_00)).toBe('About 20% above the city median')
  expect(medianText(service, 52_00)).toBe('About 40% below the city median')
  expect(medianText({ ...service, benchmark: null }, 80_00)).toBeNull()
  expect(medianText({ ...service, number_of_units: null }, 80_00)).toBeNull()
  expect(benchmarkText(benchmark)).toContain('City median: about $8.00 a unit for a visit')
  expect(benchmarkText(benchmark)).toContain('half of the buildings pay $6.30 to $10.00')
})
