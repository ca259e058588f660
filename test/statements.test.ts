import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from './database.ts'
import { call, prepare, procedures } from './procedures.ts'
import { createRecordingDb } from './statements.ts'
import { MINOR, openWorld, type World } from './world.ts'

// The number of statements of each query does not grow with the data.

let world: World
let recording: ReturnType<typeof createRecordingDb>
let inputs: Map<string, unknown>

beforeAll(async () => {
  const connection = await createWorldDatabase('statements')
  world = await openWorld(connection)
  const ids = await prepare(world)
  inputs = new Map(procedures.map(({ path, case: { input } }) => [path, input(world, ids)]))
  recording = createRecordingDb(connection)
})
afterAll(() => Promise.all([recording.db.destroy(), world.close()]))

/** The statements of each query, including those of its transaction. */
async function countStatements(): Promise<Record<string, number>> {
  const { db } = world.portal
  const counts: Record<string, number> = {}
  world.portal.db = recording.db
  for (const { path, type, case: own } of procedures) {
    if (type !== 'query') continue
    recording.statements.length = 0
    await call(world, own.by, path, inputs.get(path))
    counts[path] = recording.statements.length
  }
  world.portal.db = db
  return counts
}

/** Adds rows to everything that a list shows: neighbors, documents, services, quotes, visits and vendors. */
async function grow() {
  const others = ['Concierge', 'Tree Care', 'Window Washing', 'Trash Take-Out', 'Roof Repair', 'Pest Control']
  for (const service of others) await world.request(service)
  for (let number = 0; number < 5; number += 1) {
    await world.document(`Minutes ${number}.pdf`)
    await world.vendor(`more${number}`, `More ${number}`, ['Landscaping'])
    await world.resident(`neighbor${number}`, MINOR)
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

test('no list takes more statements for more rows', async () => {
  const few = await countStatements()
  await grow()
  expect(await countStatements()).toEqual(few)
  const most = Math.max(...Object.values(few))
  expect(Object.keys(few).length).toBeGreaterThan(15)
  const table = Object.entries(few).map(([path, count]) => `${String(count).padStart(4)}  ${path}\n`)
  process.stdout.write(`Statements of each query, with those of its transaction:\n${table.join('')}`)
  expect(most).toBeLessThanOrEqual(9)
})
