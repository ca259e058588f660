import pg from 'pg'
import { residentOf, vendorEmail } from './city.ts'
import { DRAFTING, drafting, invoiceLists } from './invoices.ts'
import { median, type Workload } from './measure.ts'
import { calendars, FAR, reading } from './reading.ts'
import { type Person, type Servers, signIn } from './servers.ts'
import { yearOfSpend } from './spend.ts'

const SIZES = [100, 1000, 10_000]
const ROUNDS = 5

/** A search that finds one building in each city; the workload's own search finds more in a larger city. */
const part = '142 Queen'
/** A vendor with 130 to 170 rows in each city: the last full page of all of them. */
const OTHERS_PAGE = 5

/** W7: each wanted screen in cities of three sizes, in turn: its time as a ratio to the smallest city. */
export async function sizes(servers: Servers, wanted: (name: string) => boolean): Promise<string[]> {
  const cities: Workload[][] = []
  const pools: pg.Pool[] = []
  for (const size of SIZES) {
    const connection = await servers.city(size)
    const { origins } = await servers.sides(connection)
    const resident = await signIn(origins.portal, residentOf(42, 3))
    const vendor = await signIn(origins.portal, vendorEmail(0))
    const other = await signIn(origins.portal, vendorEmail(1))
    const others = reading(origins, resident, other, { page: OTHERS_PAGE, part })
    const vendors: Person[] = []
    while (vendors.length < DRAFTING)
      vendors.push(await signIn(origins.portal, vendorEmail(2 + vendors.length)))
    const db = new pg.Pool({ ...connection, max: 1 })
    pools.push(db)
    const screens = [
      ...reading(origins, resident, vendor, { ...FAR, part }),
      ...reading(origins, resident, vendor).slice(-1),
      ...others
        .filter(({ name }) => name.startsWith('W2'))
        .map((screen) => ({ ...screen, name: `${screen.name}, of another vendor` })),
      ...(await calendars(db, origins, resident, other)),
      await yearOfSpend(db, await signIn(origins.portal, residentOf(10)), origins),
      ...(await invoiceLists(db, vendor, origins)),
      await drafting(db, vendors, origins),
    ]
    cities.push(screens.filter(({ name }) => wanted(name)))
  }
  const lines: string[] = []
  for (const [place, { name }] of (cities.at(-1) ?? []).entries()) {
    const rates: number[][] = SIZES.map(() => [])
    for (const city of cities) await city[place]?.run('portal', true)
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, city] of cities.entries())
        rates[index]?.push((await city[place]?.run('portal', false))?.perSecond ?? Number.NaN)
    const [small = Number.NaN, ...larger] = rates.map(median)
    const shares = larger.map((rate, index) => `${(small / rate).toFixed(2)} × at ${SIZES[index + 1]}`)
    lines.push(
      `${`W7 ${name}`.padEnd(28)} ${(1000 / small).toFixed(2)} ms each at ${SIZES[0]}, ${shares.join(', ')}`,
    )
  }
  for (const db of pools) await db.end()
  return lines
}
