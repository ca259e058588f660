import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS, type EventKind, type Payload } from '../src/domain/events.ts'
import { createWorldDatabase } from './database.ts'
import { eventCases, eventsOf } from './features.ts'
import { contentOf, exampleWith, MAILED } from './mails.ts'
import { ROUTES } from './routes.ts'
import { openWorld, type World } from './world.ts'

let world: World
let db: pg.Client

beforeAll(async () => {
  const connection = await createWorldDatabase('events')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
})
afterAll(() => Promise.all([db.end(), world.close()]))

const KINDS = Object.keys(EVENTS) as EventKind[]

test('each kind has an example, in test/features/<noun>.ts', () => {
  expect(Object.keys(eventCases).sort()).toEqual([...KINDS].sort())
})

type Content<K extends EventKind> = {
  payload: { parse: (data: unknown) => Payload<K> }
  sentence: (facts: { actor: string; subject: string; data: Payload<K> }) => string
}

const catalog: { [K in EventKind]: Content<K> } = EVENTS

function sentenceOf<K extends EventKind>(kind: K): string {
  const { payload, sentence } = catalog[kind]
  return sentence({
    actor: 'Maya Test',
    subject: 'Ned Test',
    data: payload.parse(eventCases[kind].data),
  })
}

test.each(KINDS)('%s has a payload and a sentence for a feed', (kind) => {
  expect(sentenceOf(kind)).toMatch(/^[A-Z].*[^.]\.$/)
  expect(sentenceOf(kind)).not.toMatch(/undefined|NaN|null/)
})

/** Nothing of the own noun shows these. */
const REFRESH_OTHERS: EventKind[] = ['building_added', 'visits_at_risk']

test('each kind that concerns somebody refreshes its own noun', () => {
  const missing = eventsOf.flatMap(({ feature, kinds }) =>
    kinds.filter((kind) => {
      const { concerns, refreshes }: { concerns: readonly string[]; refreshes: readonly string[] } =
        EVENTS[kind]
      return concerns.length > 0 && !refreshes.some((part) => part.split('.')[0] === feature)
    }),
  )
  expect(missing.sort()).toEqual(REFRESH_OTHERS)
})

/** The mailboxes that an event of this kind is mailed to, without their domain. */
async function mailedTo(kind: EventKind): Promise<string[]> {
  const { data, by = 'maya', subject } = eventCases[kind]
  const { rows: events } = await db.query<{ id: string }>(
    `insert into events (kind, actor, building_id, vendor_id, subject, data)
     select $1, $2, building_id, $3, $4, $5 from profiles where id = $6 returning id`,
    [
      kind,
      world.idOf(by),
      world.companyOf('curb'),
      (await subject?.(world)) ?? world.idOf('pia'),
      data,
      world.idOf('maya'),
    ],
  )
  const { rows } = await db.query<{ mailbox: string }>(
    `select split_part(recipient, '@', 1) as mailbox from mails where event_id = $1 order by 1`,
    [events[0]?.id],
  )
  return rows.map(({ mailbox }) => mailbox)
}

test.each(KINDS)('%s is mailed to exactly the people that its example names', async (kind) => {
  const { mailedTo: expected = [] } = eventCases[kind]
  expect(await mailedTo(kind)).toEqual(expected)
})

test.each(MAILED)('the link in the mail of %s leads its recipients to a screen of theirs', (kind) => {
  const recipients = eventCases[kind].mailedTo ?? []
  const pathTo = (to_vendor: boolean) =>
    contentOf(kind, { ...exampleWith(kind, 'A text'), to_vendor }).action.path.split(/[?#]/)[0]
  const { everyone, signedOut, signedIn, vendors, residents } = ROUTES
  const open = { ...everyone, ...signedOut, ...signedIn }
  for (const name of recipients)
    expect(Object.keys({ ...open, ...(name === 'curb' ? vendors : residents) })).toContain(
      pathTo(name === 'curb'),
    )
  expect(recipients).not.toEqual([])
})
