import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteFileAttachment } from '../src/server/features/quotes/quote-file.ts'
import { addFile } from '../src/server/storage/add-file.ts'
import { createWorldDatabase } from './database.ts'
import { addInsurance } from './features/compliance.ts'
import { draftOf, PRINTED } from './features/invoices.ts'
import { exportCases } from './features.ts'
import { openPostOffice } from './mailbox.ts'
import { pdfText } from './pdf-text.ts'
import { call, prepare, procedures } from './procedures.ts'
import { pdf } from './sample-files.ts'
import { serve } from './serve.ts'
import { openWorld, type Vendor, type World } from './world.ts'

// No vendor learns who else was asked, who asked what, or what others offered: everything that it can read is searched for
// marks of the others. Product 2.3, 2.5

let world: World
let db: pg.Client
let site: Awaited<ReturnType<typeof serve>>
let post: ReturnType<typeof openPostOffice>
let ids: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  const connection = await createWorldDatabase('marked_names')
  world = await openWorld(connection)
  ids = await prepare(world)
  db = new pg.Client(connection)
  await db.connect()
  // The inputs of the cases only give the form: their ids are replaced.
  await db.query('truncate events, building_services cascade')
  site = await serve(world.portal, connection)
  post = openPostOffice(world.portal)
})
afterAll(async () => {
  await Promise.all([db.end(), site.close()])
  await Promise.all([world.close(), post.close()])
})

const SERVICES = ['Snow Removal', 'Landscaping'] as const
const MARKED_PRICE = 7_654_321
const OFFERED = ['Marked note', 'Marked extra', 'Marked offer', 'Marked-77']

/** Both vendors are asked; hilltop leaves a mark in everything that a vendor can write. */
async function leaveMarks(service: string): Promise<string> {
  const request = await world.request(service, {}, 'otto')
  const quote = await world.quoteOf('hilltop', request)
  await world.as('hilltop').quotes.askQuestion({ id: quote, question: 'Where do we park?' })
  const round = { building_service_id: request, round: 1 }
  const [question] = await world.as('otto').quotes.questions(round)
  await world.as('otto').quotes.answerQuestion({ id: question?.id ?? '', answer: 'Behind the house.' })
  const extras = [{ name: 'Marked extra', price: 10_00, per: 'once' as const }]
  const terms = { lines: [], start_price: null, extras, valid_until: null, note: 'Marked note' }
  await world.as('hilltop').quotes.submit({ id: quote, per_visit_price: MARKED_PRICE, terms })
  const viewer = (await world.as('hilltop').accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error('hilltop is no vendor')
  const query = { quote, id: randomUUID(), name: 'Marked offer.pdf' }
  await addFile(world.portal, quoteFileAttachment, viewer, { query, body: Readable.from([pdf()]) })
  const evergreen = await world.quoteOf('evergreen', request)
  await world.as('evergreen').quotes.giveUp({ id: evergreen, reason: 'Marked reason' })
  await world.quote('curb', request, 80_00)
  return request
}

/** What nobody but this vendor, and its building, may read. */
const marksOf = (vendor: Vendor, company: string) => [
  company,
  `${vendor}@example.com`,
  world.companyOf(vendor),
  world.idOf(vendor),
]

/** These end the session, or the account itself. */
const NOT_REPLAYED = ['accounts.signOut', 'accounts.close', 'sessions.end', 'sessions.endOthers']

/** Every answer and error to a vendor's calls: with the inputs of the cases, and with each id that there is in place of theirs. */
async function answersTo(vendor: Vendor, kind: 'query' | 'mutation' = 'query'): Promise<string[]> {
  // Of the two requests, and of everybody.
  const { rows } = await db.query<{ id: string }>(
    `with asked as (select s.id from building_services s join service_types t on t.id = s.service_type_id
       where t.name = any ($1))
     select id::text from asked
     union select id::text from service_quotes where building_service_id in (select id from asked)
     union select id::text from request_questions where building_service_id in (select id from asked)
     union select id::text from appointments where building_service_id in (select id from asked)
     union select id::text from quote_files union select id::text from compliance_documents
     union select id::text from vendor_profiles union select id::text from profiles
     union select id::text from buildings`,
    [SERVICES],
  )
  const answers: string[] = []
  const offered = procedures.filter(
    ({ path, type, meta }) =>
      meta?.audiences.includes('vendor') &&
      (kind === 'query' ? type === 'query' : type === 'mutation' && !NOT_REPLAYED.includes(path)),
  )
  for (const { path, case: own } of offered) {
    const input = own.input(world, ids)
    const text = JSON.stringify(input) ?? 'null'
    const named = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
    const inputs = named.test(text)
      ? rows.map(({ id }) => JSON.parse(text.replaceAll(named, id)) as unknown)
      : [input]
    const answered = async (each: unknown) => {
      const answer = await call(world, vendor, path, each).catch((error: Error) => error.message)
      answers.push(`${path}: ${JSON.stringify(answer)}`)
    }
    // Queries change nothing, so some may run at a time; mutations end what others need.
    const atOnce = kind === 'query' ? 4 : 1
    for (let from = 0; from < inputs.length; from += atOnce)
      await Promise.all(inputs.slice(from, from + atOnce).map(answered))
  }
  return answers
}

/** What it downloads, and the mails that it got. */
async function filesAndMailsOf(vendor: Vendor): Promise<string[]> {
  const cookie = world.known[vendor].cookies.map((each) => each.split(';')[0]).join('; ')
  // Also those that are of buildings alone, which refuse it.
  const cases: [string, { needs?: string }][] = Object.entries(exportCases)
  const addresses = cases.map(([path, { needs = '' }]) => `${path}?${needs}`)
  const texts = async (address: string) => {
    const answer = await fetch(site.origin + address, { headers: { cookie } })
    const body = new Uint8Array(await answer.arrayBuffer())
    const isPdf = answer.headers.get('content-type') === 'application/pdf'
    return [JSON.stringify([...answer.headers]), isPdf ? await pdfText(body) : new TextDecoder().decode(body)]
  }
  const files = (await Promise.all(addresses.map(texts))).flat()
  return [...files, ...(await post.mailsTo(`${vendor}@example.com`))]
}

const found = (texts: string[], marks: string[]) =>
  texts.filter((text) => marks.some((mark) => text.toLowerCase().includes(mark.toLowerCase())))

test('nothing that a vendor can read tells who else was asked, who asked what, or what others offered', {
  timeout: 120_000,
}, async () => {
  const insurance = await addInsurance(world, 'hilltop', { number: 'Marked-77' })
  await world.as('ada').compliance.verify({ id: insurance })
  // What a vendor prints for its own customer is searched, too.
  await world.visitToday('curb', SERVICES[0])
  await draftOf(world, 'A-20', PRINTED)
  await world.as('curb').invoices.send({ id: PRINTED, version: 1, total: 16_54 })
  const [snow] = [await leaveMarks(SERVICES[0]), await leaveMarks(SERVICES[1])]
  const hidden = [
    ...marksOf('hilltop', 'Hilltop'),
    ...marksOf('evergreen', 'Evergreen'),
    'Marked',
    String(MARKED_PRICE),
    '76,543.21',
  ]
  for (const stage of ['while both are open', 'once hilltop is chosen']) {
    if (stage !== 'while both are open') {
      const quotes = await world.as('otto').quotes.received({ building_service_id: snow })
      const chosen = quotes.quotes.find(({ per_visit_price }) => per_visit_price === MARKED_PRICE)
      if (!chosen) throw new Error('hilltop has sent a price')
      const { id, per_visit_price, lines, start_price, extras, valid_until, note } = chosen
      const terms = { lines, start_price, extras, valid_until, note }
      const files = chosen.files.map((file) => file.id)
      await world.as('otto').quotes.accept({ id, per_visit_price, terms, files, reason: 'Good work before' })
    }
    const toCurb = await answersTo('curb')
    expect(found(toCurb, hidden), stage).toEqual([])
    expect(found(await filesAndMailsOf('curb'), hidden), stage).toEqual([])
    const ofHilltop = [...marksOf('hilltop', 'Hilltop'), ...OFFERED, String(MARKED_PRICE), '76,543.21']
    const toEvergreen = await answersTo('evergreen')
    expect(found(toEvergreen, ofHilltop), stage).toEqual([])
    expect(found(await filesAndMailsOf('evergreen'), ofHilltop), stage).toEqual([])
    // The search finds what is there: curb reads the question, and each mark is in an answer to its own vendor.
    expect(found(toCurb, ['Where do we park?']).length).toBeGreaterThan(0)
    const toHilltop = await answersTo('hilltop')
    for (const mark of [...OFFERED, String(MARKED_PRICE)])
      expect(found(toHilltop, [mark]).length, mark).toBeGreaterThan(0)
    expect(found(toEvergreen, ['Marked reason']).length).toBeGreaterThan(0)
  }
  const cookie = world.known.curb.cookies.map((each) => each.split(';')[0]).join('; ')
  const { rows } = await db.query<{ file_path: string }>(
    `select file_path from quote_files where vendor_id <> $1
     union select file_path from compliance_files where vendor_id <> $1`,
    [world.companyOf('curb')],
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { file_path } of rows)
    expect((await fetch(`${site.origin}/${file_path}`, { headers: { cookie } })).status, file_path).toBe(404)
  const read = await filesAndMailsOf('curb')
  expect(read.length).toBeGreaterThan(3)
  expect(found(read, ['A set of keys']).length, 'the text of a PDF is searched').toBeGreaterThan(0)
  // Last, since they change what there is: what its own changes answer, of others' ids, too.
  const changed = await answersTo('curb', 'mutation')
  expect(found(changed, hidden)).toEqual([])
  expect(changed.length).toBeGreaterThan(50)
})
