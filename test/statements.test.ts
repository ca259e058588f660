import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from './database.ts'
import { call, growLists, prepare, procedures } from './procedures.ts'
import { createRecordingDb } from './statements.ts'
import { MINOR, openWorld, type World } from './world.ts'

// The number of statements of each query does not grow with the data.

let world: World
let recording: ReturnType<typeof createRecordingDb>
let ids: Awaited<ReturnType<typeof prepare>>
let inputs: Map<string, unknown>

beforeAll(async () => {
  const connection = await createWorldDatabase('statements')
  world = await openWorld(connection)
  ids = await prepare(world)
  inputs = new Map(procedures.map(({ path, case: { input } }) => [path, input(world, ids)]))
  recording = createRecordingDb(connection)
})
afterAll(() => Promise.all([recording.db.destroy(), world.close()]))

/** Lists that show the same to a growing city: the fixed catalog, and the types that the building has not requested. */
const FIXED = [
  'buildings.mine',
  'compliance.requirements',
  'quotes.get',
  'services.catalog',
  'services.available',
  'services.scopeForm',
]

/** How many rows an answer lists, at any depth. */
function rowsIn(answer: unknown): number {
  if (answer === null || typeof answer !== 'object') return 0
  const inside = Object.values(answer).reduce((sum: number, value) => sum + rowsIn(value), 0)
  return inside + (Array.isArray(answer) ? answer.length : 0)
}

function hasList(answer: unknown): boolean {
  if (answer === null || typeof answer !== 'object') return false
  return Array.isArray(answer) || Object.values(answer).some(hasList)
}

/** The statements of each query, including those of its transaction; and how many rows each list has. */
async function countStatements() {
  const { db } = world.portal
  const counts: Record<string, number> = {}
  const rows: Record<string, number> = {}
  world.portal.db = recording.db
  for (const { path, type, case: own } of procedures) {
    if (type !== 'query') continue
    recording.statements.length = 0
    const answer = await call(world, own.by, path, inputs.get(path))
    counts[path] = recording.statements.length
    if (hasList(answer)) rows[path] = rowsIn(answer)
  }
  world.portal.db = db
  return { counts, rows }
}

/** Adds rows to everything that a list shows: neighbors, documents, services, quotes, visits and vendors. */
async function grow() {
  const others = ['Concierge', 'Painting', 'Window Washing', 'Trash Take-Out', 'Roof Repair', 'Pest Control']
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
  const before = await countStatements()
  await grow()
  await growLists(world, ids)
  const after = await countStatements()
  const few = before.counts
  expect(after.counts).toEqual(few)
  const same = Object.entries(before.rows).filter(([path, count]) => (after.rows[path] ?? 0) <= count)
  const grown = 'each list has grown, by `grow` in test/features/<noun>.ts'
  expect(
    same.map(([path]) => path).filter((path) => !FIXED.includes(path)),
    grown,
  ).toEqual([])
  const most = Math.max(...Object.values(few))
  expect(Object.keys(few).length).toBeGreaterThan(15)
  const table = Object.entries(few).map(([path, count]) => `${String(count).padStart(4)}  ${path}\n`)
  process.stdout.write(`Statements of each query, with those of its transaction:\n${table.join('')}`)
  expect(most).toBeLessThanOrEqual(9)
})
