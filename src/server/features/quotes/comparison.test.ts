import { parse } from 'csv-parse/sync'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { addQuoteFileBy } from '../../../../test/features/quotes.ts'
import { pdfPages, pdfText } from '../../../../test/pdf-text.ts'
import { serve } from '../../../../test/serve.ts'
import { NOW, openWorld, type Vendor, type World } from '../../../../test/world.ts'
import { NO_TERMS, type QuoteTerms } from '../../../domain/quotes/terms.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  const connection = await createWorldDatabase('comparison')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await Promise.all([db.end(), site.close()])
  await world.close()
})

beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const saltIs = (offer: 'included' | 'not_included'): QuoteTerms => ({
  ...NO_TERMS,
  lines: [{ key: 'salt', offer, price: null }],
})

/** Four weekly visits: curb is cheapest and leaves out the salt, hilltop is the lowest that doesn't, evergreen costs most. */
async function threeQuotes() {
  const service = await world.request('Snow Removal', {
    scope: [{ key: 'salt', answer: ['Yes'] }],
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: '2026-11-30',
    preferred_end_date: '2026-12-21',
  })
  const send = async (vendor: Vendor, per_visit_price: number, terms: QuoteTerms) => {
    const id = await world.quoteOf(vendor, service)
    await world.as(vendor).quotes.submit({ id, per_visit_price, terms })
    return { id, per_visit_price, terms }
  }
  return {
    service,
    curb: await send('curb', 50_00, saltIs('not_included')),
    hilltop: await send('hilltop', 80_00, { ...saltIs('included'), start_price: 40_00 }),
    evergreen: await send('evergreen', 95_00, NO_TERMS),
  }
}

const download = (type: 'csv' | 'pdf', query: string) =>
  fetch(`${site.origin}/api/quotes/comparison.${type}${query}`, {
    headers: { cookie: world.known.ned.cookies.map((each) => each.split(';')[0]).join('; ') },
  })

const verdict = async (by: Vendor, { id }: { id: string }) => {
  const { state, was_lowest, decision_reason } = await world.as(by).quotes.get({ id })
  return { state, was_lowest, decision_reason }
}

test('who loses reads whether it was lowest and the reason, and nothing of the others [Product 2.5]', async () => {
  const { curb, hilltop, evergreen } = await threeQuotes()
  await world.as('ned').quotes.accept({ ...evergreen, reason: 'Good work before' })
  const decision_reason = 'Good work before'
  expect(await verdict('hilltop', hilltop)).toEqual({ state: 'lost', was_lowest: true, decision_reason })
  expect(await verdict('curb', curb)).toEqual({ state: 'lost', was_lowest: false, decision_reason })
  expect(await verdict('evergreen', evergreen)).toMatchObject({ state: 'accepted', was_lowest: false })
  const all = [
    ...(await world.as('curb').quotes.list({ tab: 'all', page: 1 })),
    await world.as('curb').quotes.get({ id: curb.id }),
  ]
  expect(all.map(({ per_visit_price }) => per_visit_price)).toEqual([50_00, 50_00])
  for (const mark of ['Evergreen', 'Hilltop', world.companyOf('evergreen'), world.companyOf('hilltop')])
    expect(JSON.stringify(all)).not.toContain(mark)
})

test('a price that no longer holds was not compared, so nothing is said of it', async () => {
  const { curb, evergreen } = await threeQuotes()
  await world.as('curb').quotes.update({ ...curb, terms: { ...curb.terms, valid_until: '2026-11-20' } })
  world.clock.now = new Date('2026-11-21T20:00:00Z')
  await world.as('ned').quotes.accept(evergreen)
  expect(await verdict('curb', curb)).toEqual({ state: 'lost', was_lowest: null, decision_reason: null })
})

test('without a reason none is told; who sent no price is told nothing', async () => {
  const service = await world.request('Snow Removal')
  const id = await world.quote('curb', service, 50_00)
  await world.accept(service, id)
  const silent = { id: await world.quoteOf('hilltop', service) }
  expect(await verdict('hilltop', silent)).toEqual({ state: 'lost', was_lowest: null, decision_reason: null })
})

test('an open quote has no verdict', async () => {
  const { curb } = await threeQuotes()
  for (const change of ['was_lowest = true', `decision_reason = 'Good work before'`])
    await expect(db.query(`update service_quotes set ${change} where id = $1`, [curb.id])).rejects.toThrow(
      'violates check constraint',
    )
})

test('the comparison is downloaded with its costs, what is left out and its marks [Product 2.5]', async () => {
  const { service } = await threeQuotes()
  const read = (query: string) => download('csv', query)
  const recordsOf = async (query: string): Promise<Record<string, string>[]> =>
    parse(await (await read(query)).text(), { bom: true, columns: true })
  const records = await recordsOf(`?service=${service}`)
  expect(
    records.map((row) => [
      row.Vendor,
      row['A visit (USD)'],
      row['First year (USD)'],
      row['Not included'],
      row.Mark,
    ]),
  ).toEqual([
    [
      'Curb & Corner',
      '50.00',
      '200.00',
      'Salt after clearing: Yes',
      'Lowest of those that leave something out',
    ],
    ['Hilltop Care', '80.00', '360.00', '', 'Lowest'],
    ['Evergreen Grounds', '95.00', '380.00', '', ''],
  ])
  expect(await recordsOf('')).toEqual(records)
  expect((await read(`?service=${world.idOf('ned')}`)).status).toBe(404)
})

test('the PDF says the same in columns, in the letters of each name, one page for a service [Product 2.5]', async () => {
  const { service } = await threeQuotes()
  await db.query(
    `update vendor_profiles set company_name = 'Łódź & Søn Привет' where company_name = 'Hilltop Care'`,
  )
  const answer = await download('pdf', `?service=${service}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = await pdfText(bytes.slice())
  for (const said of [
    'Quotes for Snow Removal',
    'As of November 20, 2026',
    'Curb & Corner Lowest without Salt after clearing: Yes',
    'Łódź & Søn Привет Lowest',
    'A visit $50.00 $80.00 $95.00',
    'First year $200.00 $360.00 $380.00',
    'Salt after clearing: Yes Not included Included Price only',
  ])
    expect(text).toContain(said)
  expect(pagesOf(bytes)).toBe(1)
  // Each service has a page of its own; one without quotes has none.
  await world.request('Landscaping')
  expect(pagesOf(new Uint8Array(await (await download('pdf', '')).arrayBuffer()))).toBe(1)
  expect((await download('pdf', `?service=${world.idOf('ned')}`)).status).toBe(404)
  const { id } = (await world.as('ned').services.list()).find(({ name }) => name === 'Landscaping') ?? {}
  const none = await download('pdf', `?service=${id}`)
  expect(await pdfText(new Uint8Array(await none.arrayBuffer()))).toContain('No quotes')
  await db.query(`update vendor_profiles set company_name = 'Hilltop Care' where company_name like 'Łódź%'`)
})

test('four quotes with all that there is to say are on one page; longer ones go on below their names', async () => {
  const scope = {
    depth: ['2'],
    places: ['Sidewalk', 'Walks', 'Stairs', 'Ramps'],
    walks: ['180'],
    by: ['7 AM'],
    salt: ['Yes'],
    again: ['Come back'],
  }
  const service = await world.request('Snow Removal', {
    scope: Object.entries(scope).map(([key, answer]) => ({ key, answer })),
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: '2026-11-30',
    preferred_end_date: '2027-03-01',
  })
  const availability = { weekdays: [1, 2, 3, 4, 5], arrives_from: '05:00', arrives_until: '08:00' }
  const send = async (vendor: Vendor, note: string) => {
    const id = await world.quoteOf(vendor, service)
    const terms: QuoteTerms = {
      lines: Object.keys(scope).map((key) => ({ key, offer: 'included', price: null })),
      start_price: 120_00,
      extras: [
        { name: 'Haul the snow away', price: 65_00, per: 'visit' },
        { name: 'Stakes along the walk', price: 75_00, per: 'once' },
      ],
      valid_until: '2027-01-15',
      note,
    }
    await world.as(vendor).quotes.submit({ id, per_visit_price: 95_00, availability, terms })
    return { id, terms }
  }
  const vendors: Vendor[] = ['curb', 'hilltop', 'evergreen']
  const note =
    'Two people with a blower; we photograph the ramp after each visit, and come back at noon. '.repeat(2)
  const sent = []
  for (const vendor of vendors) sent.push(await send(vendor, note.trim()))
  // As the job counts it at night.
  await db.query(`insert into vendor_scorecards (vendor_id, visits, timed, on_time, missed, disputed, answered, answer_minutes, decided,
      won, kept, liked, disliked)
    select id, 48, 47, 46, 1, 0, 30, 290, 28, 12, 11, 20, 1 from vendor_profiles`)
  await db.query(
    `insert into service_requirements (service_type_id, kind, required_from) values ($1, 'insurance', '2026-11-01')`,
    [world.typeId('Snow Removal')],
  )
  await addQuoteFileBy(world, sent[0]?.id ?? '')
  const sheet = async () => new Uint8Array(await (await download('pdf', `?service=${service}`)).arrayBuffer())
  const short = await sheet()
  expect(await pdfText(short.slice())).toContain('Ratings 20 up, 1 down')
  expect(pagesOf(short)).toBe(1)
  // The CSV says of the vendors what the others say.
  const [record]: Record<string, string>[] = parse(
    await (await download('csv', `?service=${service}`)).text(),
    {
      bom: true,
      columns: true,
    },
  )
  expect(record).toMatchObject({ 'On time': '97% of 47 with a check-in', Ratings: '20 up, 1 down' })

  // With blank lines, which take no room on paper.
  const words = 'We sweep.\n\n'.repeat(90)
  const extras = Array.from({ length: 10 }, (_, extra) => ({
    name: `${extra}. Sweep the gravel from the lawn and the beds in spring`,
    price: 100,
    per: 'once',
  }))
  await db.query('update service_quotes set note = $1, extras = $2', [words, JSON.stringify(extras)])
  const pages = await pdfPages(await sheet())
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page).toContain('Hilltop Care')
  await db.query('delete from service_requirements')
  await db.query('delete from vendor_scorecards')
})

const pagesOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type\s*\/Page\b/g)?.length ?? 0
