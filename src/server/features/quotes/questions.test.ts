import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type Vendor, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('questions')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services, request_questions cascade')
})

const SNOW = 'Snow Removal'
const ask = async (service: string, question: string, by: Vendor = 'curb') =>
  world.as(by).quotes.askQuestion({ id: await world.quoteOf(by, service), question })
const questions = (service: string, by: Vendor | 'maya' | 'ned' = 'ned', round = 1) =>
  world.as(by).quotes.questions({ building_service_id: service, round })
const answer = async (service: string, words: string, number = 0) => {
  const question = (await questions(service))[number]
  await world.as('ned').quotes.answerQuestion({ id: question?.id ?? '', answer: words })
}
const told = async (kind: string) => {
  const { rows } = await db.query(
    `select split_part(recipient, '@', 1) as who from mails m join events e on e.id = m.event_id where e.kind = $1 order by 1`,
    [kind],
  )
  return rows.map(({ who }) => who)
}

test('every asked vendor reads question and answer; only who asked sees that it was them [Product 2.3]', async () => {
  const service = await world.request(SNOW, { excluded_vendors: [world.companyOf('hilltop')] })
  await ask(service, ' Is the ramp heated? ')
  expect(await told('question_asked')).toEqual(['maya'])
  await answer(service, 'No, it freezes first.')
  const shown = { question: 'Is the ramp heated?', answer: 'No, it freezes first.', answered_at: NOW }
  expect(await questions(service, 'curb')).toMatchObject([{ ...shown, own: true }])
  for (const name of ['evergreen', 'maya'] as const)
    expect(await questions(service, name)).toMatchObject([{ ...shown, own: false }])
  await expect(questions(service, 'hilltop')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await told('answer_sent')).toEqual(['curb', 'evergreen'])
})

test('nothing that another vendor or the building gets names who asked', async () => {
  const service = await world.request(SNOW)
  await ask(service, 'Where does the snow go?')
  await answer(service, 'On the lawn.')
  const marks = ['Curb & Corner', world.companyOf('curb'), world.idOf('curb'), 'curb@example.com']
  const answers = [
    await questions(service, 'evergreen'),
    await questions(service, 'maya'),
    await world.as('evergreen').quotes.list({ tab: 'all', page: 1 }),
    await world.as('evergreen').quotes.get({ id: await world.quoteOf('evergreen', service) }),
  ]
  for (const mark of marks) expect(JSON.stringify(answers)).not.toContain(mark)
})

test('an answer may be changed, and all are told again; the same answer tells nobody', async () => {
  const service = await world.request(SNOW)
  await ask(service, 'Is there a tap?')
  await answer(service, 'No.')
  await answer(service, 'No.')
  expect(await told('answer_sent')).toHaveLength(3)
  await answer(service, 'Yes, by the gate.')
  expect(await told('answer_sent')).toHaveLength(6)
  expect(await questions(service, 'evergreen')).toMatchObject([{ answer: 'Yes, by the gate.' }])
})

test('after ten questions of one vendor, or once the request is decided, none is taken; two at once make no eleventh', async () => {
  const service = await world.request(SNOW)
  for (let count = 1; count < 10; count += 1) await ask(service, `Question ${count}`)
  const sent = await Promise.allSettled([ask(service, 'Ten'), ask(service, 'Eleven')])
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await ask(service, 'Somebody else’s first', 'evergreen')
  await world.accept(service, await world.quote('evergreen', service, 90_00))
  await expect(ask(service, 'Too late')).rejects.toThrow('no longer open')
  await expect(answer(service, 'Too late')).rejects.toThrow('no longer open')
  expect(await questions(service, 'curb')).toHaveLength(11)
})

test('a new round begins without questions; the old ones stay with theirs', async () => {
  const service = await world.request(SNOW)
  await ask(service, 'Is the ramp heated?')
  await world.as('maya').services.withdraw({ id: service })
  await world.request(SNOW)
  expect(await questions(service, 'curb', 2)).toEqual([])
  expect(await questions(service, 'curb', 1)).toHaveLength(1)
})

test('a vendor that is asked later reads what was asked before', async () => {
  const service = await world.request(SNOW, { excluded_vendors: [world.companyOf('hilltop')] })
  await ask(service, 'Is the ramp heated?')
  await world.as('maya').services.askMore({ id: service, vendor_ids: [world.companyOf('hilltop')] })
  expect(await questions(service, 'hilltop')).toMatchObject([{ question: 'Is the ramp heated?', own: false }])
})
