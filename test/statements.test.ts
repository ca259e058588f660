import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from './database.ts'
import { call, prepare, procedures } from './procedures.ts'
import { createNotingDb } from './statements.ts'
import { MINOR, openWorld, type World } from './world.ts'

// How often each procedure that reads asks the database: as often for a city as for a block.

let world: World
let noted: ReturnType<typeof createNotingDb>
let inputs: Map<string, unknown>

beforeAll(async () => {
  const connection = await createWorldDatabase('statements')
  world = await openWorld(connection)
  const ids = await prepare(world)
  inputs = new Map(procedures.map(({ path, case: { input } }) => [path, input(world, ids)]))
  noted = createNotingDb(connection)
})
afterAll(() => Promise.all([noted.db.destroy(), world.close()]))

/** What reads lists of rows, each with how many statements it takes; who asks is looked up in the same ones. */
async function countStatements(): Promise<Record<string, number>> {
  const { db } = world.portal
  const counts: Record<string, number> = {}
  world.portal.db = noted.db
  for (const { path, mutation, case: own } of procedures) {
    if (mutation) continue
    noted.packets.length = 0
    await call(world, own.by, path, inputs.get(path))
    counts[path] = noted.packets.flat().length
  }
  world.portal.db = db
  return counts
}

/** More of everything that a list shows: neighbours, documents, services, quotes, visits and vendors. */
async function grow() {
  const others = ['Concierge', 'Tree Care', 'Window Washing', 'Trash Take-Out', 'Roof Repair', 'Pest Control']
  for (const service of others) await world.request(service)
  for (let number = 0; number < 5; number += 1) {
    await world.document(`Minutes ${number}.pdf`)
    await world.vendor(`more${number}`, `More ${number}`, ['Landscaping'])
    await world.resident(`neighbour${number}`, MINOR)
    const captain = await world.resident(`captain${number}`, {
      address: `${number} Growing Way`,
      number_of_units: 9,
    })
    const { id } = await captain.call.services.request({
      service_type_id: world.typeId('Landscaping'),
      description: 'The same as everybody.',
      service_type: 'recurring',
      required_every_weeks: 4,
      preferred_start_date: '2026-11-20',
      preferred_end_date: '2027-02-12',
    })
    const quote = await world.quote('evergreen', id, 5000)
    await captain.call.quotes.accept({ id: quote, per_visit_price: 5000 })
  }
}

test('no list needs one statement more for one row more', async () => {
  const few = await countStatements()
  await grow()
  expect(await countStatements()).toEqual(few)
  const most = Math.max(...Object.values(few))
  expect(Object.keys(few).length).toBeGreaterThan(15)
  const table = Object.entries(few).map(([path, count]) => `${String(count).padStart(4)}  ${path}\n`)
  process.stdout.write(`Statements of each procedure that reads, who asks included:\n${table.join('')}`)
  expect(most).toBeLessThanOrEqual(12)
})
