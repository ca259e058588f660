import pg from 'pg'
import { acceptances, requests } from './changes.ts'
import { residentOf, vendorEmail } from './city.ts'
import { AT_ONCE, compare } from './measure.ts'
import { reading } from './reading.ts'
import { openServers, signIn } from './servers.ts'

// npm run bench [-- <buildings> <workload> …]: each workload on the portal and on the limit beside it (limit.ts), in turn.
const BUILDINGS = 10_000

const [size = BUILDINGS] = process.argv.slice(2).map(Number).filter(Number.isInteger)
const names = process.argv.slice(2).filter((each) => each.startsWith('W'))

const servers = await openServers()
try {
  const connection = await servers.city(size)
  const db = new pg.Pool({ ...connection, max: 2 })
  const origins = await servers.sides(connection)
  const captains = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => signIn(origins.portal, residentOf(10 + index))),
  )
  const resident = await signIn(origins.portal, residentOf(42, 3))
  const vendor = await signIn(origins.portal, vendorEmail(0))
  const all = [
    ...reading(origins, resident, vendor),
    acceptances(db, captains, origins),
    requests(db, captains, origins),
  ]
  const wanted = all.filter(({ name }) => names.length === 0 || names.some((each) => name.startsWith(each)))
  for (const workload of wanted) process.stdout.write(`${await compare(workload)}\n`)
  await db.end()
} finally {
  await servers.close()
}
