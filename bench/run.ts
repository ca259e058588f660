import pg from 'pg'
import { acceptances, comparison, requests } from './changes.ts'
import { residentOf, vendorEmail } from './city.ts'
import { clicks } from './clicks.ts'
import { downloads, uploads } from './files.ts'
import { horizon } from './horizon.ts'
import { DRAFTING, drafting, invoiceLists } from './invoices.ts'
import { lighthouse } from './lighthouse.ts'
import { liveUpdates } from './live.ts'
import { AT_ONCE, compare, SIDES, type Workload } from './measure.ts'
import { calendars, reading, withPeer } from './reading.ts'
import { openServers, type Person, signIn } from './servers.ts'
import { readingMeanwhile, signInFlood } from './sign-in.ts'
import { sizes } from './sizes.ts'
import { yearOfSpend } from './spend.ts'
import { startups } from './startup.ts'
import { counting, openCasting, secretCasting } from './votes.ts'

// npm run bench [-- <buildings> <workload> …]: each workload alternately on the portal and on its limit (limit.ts).
// With the argument 'browser': Lighthouse for three pages, and the response times of clicks.
const BUILDINGS = 10_000
/** Enough requests that the 99th percentile is not the maximum. */
const MANY = 64

const [size = BUILDINGS] = process.argv.slice(2).map(Number).filter(Number.isInteger)
const names = process.argv.slice(2).filter((each) => !Number.isInteger(Number(each)))
const isNamed = (name: string) => names.some((each) => `${name} `.startsWith(`${each} `))
/** With W7, other names choose what it measures, and are not measured by themselves. */
const ofSizes = names.includes('W7') && names.length > 1
const wanted = (name: string) => !ofSizes && (names.length === 0 || isNamed(name))
const say = (line: string) => process.stdout.write(`${line}\n`)

const servers = await openServers()
try {
  const connection = await servers.city(size)
  const db = new pg.Pool({ ...connection, max: 2 })
  db.on('error', () => undefined) // a failure that closes the database under it is reported elsewhere
  const { origins, pids } = await servers.sides(connection)
  const captains: Person[] = []
  while (captains.length < (wanted('W3') ? MANY : AT_ONCE))
    captains.push(await signIn(origins.portal, residentOf(10 + captains.length)))
  const [captain] = captains
  if (!captain) throw new Error('The city has no captains')
  const resident = await signIn(origins.portal, residentOf(42, 3))
  const vendor = await signIn(origins.portal, vendorEmail(0))
  const vendors: Person[] = []
  while (wanted('W17') && vendors.length < DRAFTING)
    vendors.push(await signIn(origins.portal, vendorEmail(2 + vendors.length)))
  const screens = reading(origins, resident, vendor)
  const download = await downloads(db, origins, captain)
  const [services, ...others] = screens
  if (!services) throw new Error('There are no screens')
  const all: Workload[] = [
    wanted(services.name) ? await withPeer(services, db, await servers.peer(connection), resident) : services,
    ...others,
    ...(await calendars(db, origins, resident, await signIn(origins.portal, vendorEmail(1)))),
    uploads(db, origins, pids, captain),
    download.workload,
    acceptances(db, captains, origins),
    requests(db, captains.slice(0, AT_ONCE), origins),
    signInFlood(origins),
    ...(wanted('W15') ? [await yearOfSpend(db, captain, origins)] : []),
    ...(wanted('W14') ? [await comparison(db, captain, origins)] : []),
    ...(wanted('W16') ? await invoiceLists(db, vendor, origins) : []),
    ...(wanted('W17') ? [await drafting(db, vendors, origins)] : []),
    ...(wanted('W18') ? [await openCasting(db, captain, origins)] : []),
    ...(wanted('W19') ? [await secretCasting(db, captain, origins)] : []),
  ]
  // Both sides have just started: compile what all screens share before the first one is measured.
  if (screens.some(({ name }) => wanted(name)))
    for (const { run } of screens) for (const side of SIDES) await run(side, true)
  for (const workload of all) if (wanted(workload.name)) say(await compare(workload))
  if (wanted('W4')) say(await readingMeanwhile(origins, services))
  if (names.includes('browser')) {
    const pages = [
      { path: '/' },
      { path: '/home/dashboard', person: resident },
      { path: '/vendor/dashboard', person: vendor },
    ]
    for (const line of await lighthouse(origins.portal, pages)) say(line)
  }
  if (wanted('W9')) say(await liveUpdates(db, origins.portal, pids))
  await download.done()
  await db.end()
  servers.end()
  if (ofSizes || wanted('W7'))
    for (const line of await sizes(servers, (name) => !ofSizes || isNamed(name))) say(line)
  if (wanted('W13')) say(await horizon(servers))
  if (wanted('W20')) say(await counting(connection, captain.email))
} finally {
  await servers.close()
}
if (wanted('W10')) say(await startups())
if (names.includes('browser')) for (const line of await clicks()) say(line)
