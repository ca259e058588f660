import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { shownRequest } from '../../../domain/quotes/quote-input.ts'
import { type ScopeAnswers, ScopeForm, scopeTexts } from '../../../domain/services/scope.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('scope')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const SNOW = 'Snow Removal'
const ANSWERS: ScopeAnswers = [
  { key: 'depth', answer: ['2'] },
  { key: 'places', answer: ['Walks', 'Ramps'] },
  { key: 'salt', answer: ['Yes'] },
]
const LINES = ['Trigger depth: 2 inches', 'Where to clear: Walks, Ramps', 'Salt after clearing: Yes']

const ask = (scope: ScopeAnswers = ANSWERS, by: 'maya' | 'ned' = 'maya') => world.request(SNOW, { scope }, by)
const form = (by: 'maya' | 'otto' = 'maya') =>
  world.as(by).services.scopeForm({ service_type_id: world.typeId(SNOW) })
/** The vendor's newest quote of this tab, in full. */
const asked = async (tab: 'needs_quote' | 'lost' = 'needs_quote') => {
  const { quotes } = world.as('curb')
  const [quote] = await quotes.list({ tab, page: 1 })
  if (!quote) throw new Error('nothing was asked')
  return quotes.get({ id: quote.id })
}

test('every service type asks three to six questions that make sense [Product 2.1]', async () => {
  const { rows } = await db.query('select name, scope_form from service_types order by name')
  expect(rows.length).toBeGreaterThanOrEqual(37)
  for (const { name, scope_form } of rows) {
    const questions = ScopeForm.parse(scope_form)
    expect(questions.length, name).toBeGreaterThanOrEqual(3)
    expect(questions.length, name).toBeLessThanOrEqual(6)
    for (const part of ['key', 'label'] as const)
      expect(new Set(questions.map((question) => question[part])).size, name).toBe(questions.length)
    for (const { kind, options, unit, key } of questions) {
      const isChosen = kind === 'choice' || kind === 'several'
      expect(options !== undefined, `${name}: ${key}`).toBe(isChosen)
      expect(unit !== undefined, `${name}: ${key}`).toBe(kind === 'number')
      expect(new Set(options).size, `${name}: ${key}`).toBe(options?.length ?? 0)
    }
    expect(
      questions.some(({ task }) => task),
      `${name} has something to tick`,
    ).toBe(true)
  }
})

test('a request keeps its answers; the asked vendor reads them, with the price that it sends', async () => {
  await ask()
  const [service] = await world.as('ned').services.list()
  expect(scopeTexts(service?.scope ?? [])).toEqual(LINES)
  const quote = await asked()
  expect(scopeTexts(quote.scope)).toEqual(LINES)
  await world.as('curb').quotes.submit({ id: quote.id, per_visit_price: 90_00, asked: shownRequest(quote) })
})

test('the answers are remembered for the next time, by this building only, and each round keeps its own', async () => {
  expect((await form()).answers).toMatchObject({ depth: [], places: [], salt: [] })
  const id = await ask()
  await world.as('maya').services.withdraw({ id })
  expect((await form()).answers).toMatchObject({ depth: ['2'], places: ['Walks', 'Ramps'], salt: ['Yes'] })
  expect((await form('otto')).answers).toMatchObject({ depth: [], places: [], salt: [] })

  await ask([{ key: 'depth', answer: ['4'] }])
  const [later] = await world.as('maya').services.list()
  expect(scopeTexts(later?.scope ?? [])).toEqual(['Trigger depth: 4 inches'])
  const { rows } = await db.query('select scope from request_rounds order by round')
  expect(rows.map(({ scope }) => scopeTexts(scope))).toEqual([LINES, ['Trigger depth: 4 inches']])
  expect(scopeTexts((await asked('lost')).scope)).toEqual(LINES)
})

test('a request of the welcome dialog has no scope, but the answers of before are not forgotten', async () => {
  const id = await ask()
  await world.as('maya').services.withdraw({ id })
  const wish = { service_type_id: world.typeId(SNOW), required_every_weeks: null, description: null }
  await world.as('maya').services.welcome({ services: [wish] })
  expect((await asked()).scope).toEqual([])
  expect((await form()).answers).toMatchObject({ depth: ['2'] })
})

test('an edit changes the answers, or leaves them where an older page sends none', async () => {
  const id = await ask()
  const dates = { description: 'Snow', service_type: 'on-demand', preferred_start_date: TODAY } as const
  await world.as('ned').services.edit({ id, ...dates })
  expect(scopeTexts((await asked()).scope)).toEqual(LINES)
  await world.as('ned').services.edit({ id, ...dates, scope: [{ key: 'salt', answer: ['No'] }] })
  expect(scopeTexts((await asked()).scope)).toEqual(['Salt after clearing: No'])
  await world.as('ned').services.edit({ id, ...dates, scope: [] })
  expect((await asked()).scope).toEqual([])
})

test('a price for another scope than was shown is refused', async () => {
  const id = await ask()
  const quote = await asked()
  const dates = {
    description: quote.description ?? '',
    service_type: 'recurring',
    required_every_weeks: quote.required_every_weeks,
    preferred_start_date: quote.preferred_start_date ?? '',
    preferred_end_date: quote.preferred_end_date,
  } as const
  await world.as('maya').services.edit({ id, ...dates, scope: [{ key: 'depth', answer: ['4'] }] })
  const send = (asked: ReturnType<typeof shownRequest>) =>
    world.as('curb').quotes.submit({ id: quote.id, per_visit_price: 90_00, asked })
  await expect(send(shownRequest(quote))).rejects.toThrow('the request changed meanwhile')
  await send(shownRequest(await asked()))
})

test('answers that do not fit are refused with their question, and nothing is asked', async () => {
  await expect(ask([{ key: 'salt', answer: ['Perhaps'] }])).rejects.toMatchObject({
    message: 'Salt after clearing has no such answer',
  })
  await expect(ask([{ key: 'moat', answer: ['Yes'] }])).rejects.toThrow('the questions changed meanwhile')
  expect((await db.query('select from building_services')).rowCount).toBe(0)
})

test('a form that changed leaves earlier rounds as they were, and asks the new questions', async () => {
  const { rows } = await db.query('select scope_form from service_types where name = $1', [SNOW])
  await ask()
  const roof = { key: 'roof', label: 'Roof', kind: 'choice', options: ['Yes', 'No'] }
  await db.query('update service_types set scope_form = $2 where name = $1', [SNOW, JSON.stringify([roof])])
  const { questions, answers } = await form()
  await db.query('update service_types set scope_form = $2 where name = $1', [
    SNOW,
    JSON.stringify(rows[0].scope_form),
  ])
  expect(questions).toEqual([roof])
  expect(answers).toEqual({ roof: [] })
  expect(scopeTexts((await asked()).scope)).toEqual(LINES)
})

test('the database takes nothing else as a scope', async () => {
  await ask()
  for (const wrong of ['{}', '[1]', '[{"key": "salt"}]', JSON.stringify(Array(9).fill(LINES))])
    await expect(db.query('update building_services set scope = $1', [wrong])).rejects.toThrow(
      'check constraint',
    )
})
