import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportedLists } from '../src/server/app.ts'
import { csvOf } from '../src/server/rpc/export.ts'
import { createWorldDatabase } from './database.ts'
import { addInsurance } from './features/compliance.ts'
import { CREDITED, draftOf, PRINTED } from './features/invoices.ts'
import { printVote } from './features/votes.ts'
import { exportCases } from './features.ts'
import { pdfText } from './pdf-text.ts'
import { serve } from './serve.ts'
import { isAdmitted, unassignOlga, visitors } from './visitors.ts'
import { type Name, openWorld, type World } from './world.ts'

let world: World
let site: Awaited<ReturnType<typeof serve>>
let db: pg.Client

/** Visits at 1431 Minor Ave in October and November, by a vendor whose name a spreadsheet would run. */
beforeAll(async () => {
  const connection = await createWorldDatabase('exports')
  world = await openWorld(connection)
  await unassignOlga(world)
  site = await serve(world.portal, connection)
  db = new pg.Client(connection)
  await db.connect()
  const snow = await world.request('Snow Removal')
  await world.accept(snow, await world.quote('curb', snow, 1_234_50))
  await addInsurance(world)
  await draftOf(world, 'A-2')
  await printVote(world)
  const { invoices } = world.as('curb')
  await invoices.send({ id: await draftOf(world, 'A-9', PRINTED), version: 1, total: 16_54 })
  const wrong = await draftOf(world, 'A-8')
  await invoices.send({ id: wrong, version: 1, total: 16_54 })
  const lines = (await invoices.get({ id: wrong })).lines.map((line) => line.id)
  await invoices.credit({ id: CREDITED, invoice_id: wrong, lines, reason: 'Sent twice.', total: 16_54 })
  await db.query(`update vendor_profiles set company_name = '=HYPERLINK("http://evil.example","Curb, & Corner")'
    where company_name = 'Curb & Corner'`)
  await db.query(`update appointments set status = status_of, scheduled_date = day,
      changed_by = 'vendor', change_reason = 'Rain' from (values
      (1, 'completed', '2026-10-05'::date), (2, 'cancelled', '2026-10-12'::date), (3, 'confirmed', '2026-11-02'::date))
    as v (number, status_of, day)
    where appointments.id = (select id from appointments order by confirmed_date offset number - 1 limit 1)`)
})
afterAll(async () => {
  await db.end()
  await site.close()
  await world.close()
})

function get(path: string, who: Name | 'anonymous'): Promise<Response> {
  const cookie =
    who === 'anonymous' ? '' : world.known[who].cookies.map((each) => each.split(';')[0]).join('; ')
  return fetch(site.origin + path, { headers: { cookie } })
}

const recordsOf = async (path: string, who: Name = 'ned') =>
  parse(await (await get(path, who)).text(), { bom: true, columns: true }) as Record<string, string>[]

test('every list that people download has a case in test/features/<noun>.ts (exports)', () => {
  expect(exportedLists.map(({ path }) => path).sort()).toEqual(Object.keys(exportCases).sort())
})

/** What a person reads in a list that was saved. */
async function textOf(answer: Response): Promise<string> {
  const isPdf = answer.headers.get('content-type') === 'application/pdf'
  return isPdf ? pdfText(new Uint8Array(await answer.arrayBuffer())) : answer.text()
}

describe.each(Object.entries(exportCases))('%s', (path, {
  audiences,
  by,
  strangers,
  shows = 'Snow Removal',
  needs = '',
}) => {
  test.each(visitors)('for $kind [V8.2.1]', async ({ who, ...visitor }) => {
    const denied = who === 'anonymous' ? 401 : 403
    const answer = await get(`${path}?${needs}`, who)
    expect(answer.status).toBe(isAdmitted({ who, ...visitor }, audiences) ? 200 : denied)
  })

  test('gives a stranger nothing of the building [V8.2.2]', async () => {
    const address = `${path}?${needs}`
    expect(await textOf(await get(address, by))).toContain(shows)
    for (const stranger of strangers) expect(await textOf(await get(address, stranger))).not.toContain(shows)
  })

  test('is saved as CSV or PDF, and takes only a month', async () => {
    const answer = await get(`${path}?month=2026-10${needs}`, by)
    const type = path.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8; header=present'
    expect(answer.headers.get('content-type')).toBe(type)
    const saved = /^attachment; filename="[A-Z].* 2026-10\.(?:csv|pdf)"$/
    expect(answer.headers.get('content-disposition')).toMatch(saved)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const query of ['month=2026-13', 'month=October', 'building=1'])
      expect([query, (await get(`${path}?${query}${needs}`, by)).status]).toEqual([query, 400])
  })
})

test('the past visits have their status, vendor and price; a cancelled one costs nothing', async () => {
  const vendor = `'=HYPERLINK("http://evil.example","Curb, & Corner")`
  const visit = (date: string, status: string, price: string) => ({
    Date: date,
    Time: '9:00 AM',
    Service: 'Snow Removal',
    Vendor: vendor,
    Status: status,
    'Price (USD)': price,
  })
  const october = [visit('2026-10-05', 'Completed', '1234.50'), visit('2026-10-12', 'Cancelled', '')]
  const november = visit('2026-11-02', 'Not marked done yet', '1234.50')
  expect(await recordsOf('/api/visits/past.csv')).toEqual([...october, november])
  expect(await recordsOf('/api/visits/past.csv?month=2026-10')).toEqual(october)
})

test('the upcoming visits begin today, of one month or of all, filtered as the list is', async () => {
  const rows = await recordsOf('/api/visits/upcoming.csv')
  const { rows: booked } = await db.query(
    `select scheduled_date::text as day from appointments where scheduled_date >= '2026-11-20' order by 1`,
  )
  expect(booked.length).toBeGreaterThan(0)
  expect(rows.map((row) => row.Date)).toEqual(booked.map(({ day }) => day))
  expect(new Set(rows.map((row) => `${row.Status} ${row['Price (USD)']}`))).toEqual(
    new Set(['Booked 1234.50']),
  )
  const month = rows[0]?.Date?.slice(0, 7) ?? ''
  const ofMonth = rows.filter((row) => row.Date?.startsWith(month))
  expect(await recordsOf(`/api/visits/upcoming.csv?month=${month}`)).toEqual(ofMonth)
  expect(await recordsOf('/api/visits/upcoming.csv?month=2026-10')).toEqual([])
  const of = (service: string) =>
    recordsOf(`/api/visits/upcoming.csv?service_type_id=${world.typeId(service)}`)
  expect(await of('Snow Removal')).toEqual(rows)
  expect(await of('Landscaping')).toEqual([])
})

test('the spend has a row for each fee and visit of past months, which add up', async () => {
  await db.query(`with fee as (insert into fees (building_id, month, kind)
      select building_id, '2026-10-01', 'monthly' from profiles where first_name = 'Maya' returning *)
    insert into payables (id, building_id, kind, amount, due_date)
    select id, building_id, 'fee', 25000, '2026-11-01' from fee`)
  const rows = await recordsOf('/api/billing/spend.csv')
  expect(rows.map((row) => [row.Month, row.Date, row['What for'], row.State, row['Amount (USD)']])).toEqual([
    ['2026-10', '', 'Service fee, October 2026', '', '250.00'],
    ['2026-10', '2026-10-05', 'Snow Removal', 'Done', '1234.50'],
  ])
  expect(await recordsOf('/api/billing/spend.csv?month=2026-10')).toEqual(rows)
  // A month that isn't over, or is to come, has no past spend.
  for (const month of ['2026-11', '2027-01'])
    expect(await recordsOf(`/api/billing/spend.csv?month=${month}`)).toEqual([])
})

test.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['a "quoted", word', '"a ""quoted"", word"'],
  ['two\nlines', '"two\nlines"'],
  ['1 = 1', '1 = 1'],
])('a cell %j is written as %s, by RFC 4180', (cell, written) => {
  const text = csvOf({ columns: ['Name', 'More'], rows: [[cell, 'é']] })
  expect(text).toBe(`\ufeffName,More\r\n${written},é\r\n`)
})
