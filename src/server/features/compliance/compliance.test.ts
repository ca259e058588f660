import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { addInsurance } from '../../../../test/features/compliance.ts'
import { pdf, photo } from '../../../../test/sample-files.ts'
import { NOW, openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { addFile, removeFile } from '../../storage/add-file.ts'
import { removeOrphans } from '../../storage/orphans.ts'
import { complianceAttachment } from './file.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('compliance')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})
beforeEach(() => db.query('truncate events, compliance_documents, vendor_storage cascade'))

const documents = (by: 'curb' | 'hilltop' = 'curb') => world.as(by).compliance.list()
const queue = (status: 'waiting' | 'verified' | 'refused', page = 1, search: string | null = null) =>
  world.as('ada').compliance.queue({ status, page, search })
const kinds = async () => (await db.query('select kind from events order by id')).rows.map(({ kind }) => kind)

async function owner(name: 'curb' | 'hilltop' = 'curb') {
  const viewer = (await world.as(name).accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${name} is no vendor`)
  return viewer
}
const remove = async (id: string, by: 'curb' | 'hilltop' = 'curb') =>
  removeFile(world.portal, complianceAttachment, await owner(by), { id })

test('an owner adds a document, an admin verifies it, and its vendor sees both [Product 2.6]', async () => {
  const id = await addInsurance(world)
  expect(await documents()).toMatchObject([
    {
      id,
      kind: 'insurance',
      number: 'CGL-1431',
      amount: 100_000_000,
      valid_from: '2026-01-01',
      expires_on: '2027-06-10',
      status: 'waiting',
      file_name: 'Certificate.pdf',
      url: expect.stringMatching(/^\/compliance-files\/.*\.pdf$/),
    },
  ])
  expect(await queue('waiting')).toMatchObject({
    counts: { waiting: 1, verified: 0, refused: 0 },
    documents: [{ id, company_name: 'Curb & Corner', decided_by: null }],
  })
  await world.as('ada').compliance.verify({ id })
  await world.as('ada').compliance.verify({ id })
  expect(await documents()).toMatchObject([{ status: 'verified' }])
  expect(await queue('verified')).toMatchObject({
    counts: { waiting: 0, verified: 1 },
    documents: [{ id, decided_by: 'Ada Test' }],
  })
  expect(await kinds()).toEqual(['compliance_added', 'compliance_verified'])
  expect(await documents('hilltop')).toEqual([])
})

test('a refused one says why, counts again once it is verified, and a verified one can be refused', async () => {
  const id = await addInsurance(world)
  const refuse = (reason: string) => world.as('ada').compliance.refuse({ id, reason })
  await refuse('The name is another company’s')
  await refuse('The name is another company’s')
  expect(await documents()).toMatchObject([
    { status: 'refused', refused_reason: 'The name is another company’s' },
  ])
  await world.as('ada').compliance.verify({ id })
  expect(await documents()).toMatchObject([{ status: 'verified', refused_reason: null }])
  await refuse('It was cancelled')
  expect(await kinds()).toEqual([
    'compliance_added',
    'compliance_refused',
    'compliance_verified',
    'compliance_refused',
  ])
  await expect(world.as('ada').compliance.verify({ id: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a document that is sent again is there once, and nobody takes another’s id', async () => {
  const id = randomUUID()
  await addInsurance(world, 'curb', { id })
  await addInsurance(world, 'curb', { id })
  expect(await documents()).toHaveLength(1)
  await expect(addInsurance(world, 'hilltop', { id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await kinds()).toEqual(['compliance_added'])
})

test.each([
  ['without a number', { number: '' }, 'Policy number is required', 'number'],
  ['without its coverage', { amount: ' ' }, 'Coverage is required', 'amount'],
  ['with a coverage that is no amount', { amount: 'a million' }, 'Coverage must be an amount', 'amount'],
  ['with more coverage than there is', { amount: '100000000.01' }, 'Coverage must be an amount', 'amount'],
  ['without its last day', { expires_on: '' }, 'Expires on is required', 'expires_on'],
  [
    'that ends before it begins',
    { expires_on: '2025-12-31' },
    'expires after it becomes valid',
    'expires_on',
  ],
  ['with a day that is none', { valid_from: '2026-02-30' }, 'Valid from must be a date', 'valid_from'],
  ['of another kind', { kind: 'passport' }, 'Choose the kind of document', 'kind'],
  ['that is a W-9 with a number', { kind: 'w9', amount: '', expires_on: '' }, 'no such field', 'number'],
])('a document %s is refused at its field, and nothing is stored', async (_, facts, message, field) => {
  await expect(addInsurance(world, 'curb', facts)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(message),
    field,
  })
  expect(await documents()).toEqual([])
})

test('a license and a W-9 say less; a photo is stored as JPEG, and a text is no document', async () => {
  const license = { kind: 'license', number: 'WA-77', amount: '', expires_on: '2027-01-31' }
  const w9 = { kind: 'w9', number: '', amount: '', expires_on: '', name: 'w-9.PNG' }
  await addInsurance(world, 'curb', license)
  const query = { id: randomUUID(), ...w9, valid_from: '2026-03-01' }
  await addFile(world.portal, complianceAttachment, await owner(), { query, body: Readable.from([photo]) })
  expect(await documents()).toMatchObject([
    { kind: 'license', number: 'WA-77', amount: null },
    { kind: 'w9', number: null, expires_on: null, url: expect.stringMatching(/\.jpg$/) },
  ])
  for (const name of ['facts.txt', 'facts.docx'])
    await expect(addInsurance(world, 'curb', { name })).rejects.toMatchObject({
      code: 'file_type_not_accepted',
    })
})

test('an owner removes what waits or was refused, with its file; what was verified stays', async () => {
  const id = await addInsurance(world)
  const [{ url = '' } = {}] = await documents()
  await expect(remove(id, 'hilltop')).resolves.toEqual({})
  expect(await documents()).toHaveLength(1)
  await remove(id)
  await remove(id)
  expect(await documents()).toEqual([])
  expect(await world.portal.files.has(url.slice(1))).toBe(false)
  const verified = await addInsurance(world)
  await world.as('ada').compliance.verify({ id: verified })
  await expect(remove(verified)).rejects.toThrow('a document that was verified stays')
  await world.as('ada').compliance.refuse({ id: verified, reason: 'It was cancelled' })
  await expect(remove(verified)).rejects.toThrow('a document that was verified stays')
  expect(await kinds()).toEqual([
    'compliance_added',
    'compliance_removed',
    'compliance_added',
    'compliance_verified',
    'compliance_refused',
  ])
})

test('removed and verified at once, a document is either gone or verified', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await addInsurance(world)
    const [removed, verified] = await Promise.allSettled([
      remove(id),
      world.as('ada').compliance.verify({ id }),
    ])
    const left = (await documents()).find((document) => document.id === id)
    expect([removed.status, verified.status, left?.status]).toEqual(
      left ? ['rejected', 'fulfilled', 'verified'] : ['fulfilled', 'rejected', undefined],
    )
  }
})

test('the sixty-first document is refused, also when two are added at once', async () => {
  const [curb] = await Promise.all([owner(), addInsurance(world)])
  await db.query(
    `insert into compliance_documents (id, vendor_id, kind, valid_from, added_by)
     select gen_random_uuid(), $1, 'w9', '2026-01-01', $2 from generate_series(1, 58)`,
    [curb.vendor_id, curb.id],
  )
  const sent = await Promise.allSettled([addInsurance(world), addInsurance(world)])
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(addInsurance(world)).rejects.toThrow('at most 60 documents can be without verification')
  const { rows } = await db.query('select count(*) from compliance_documents')
  expect(rows).toEqual([{ count: 60 }])
  // What an admin has verified leaves room.
  const [{ id = '' } = {}] = await documents()
  await world.as('ada').compliance.verify({ id })
  await addInsurance(world)
})

test('an admin’s list comes in pages, those that wait longest first', async () => {
  const curb = await owner()
  await db.query(
    `with added as (insert into compliance_documents (id, vendor_id, kind, valid_from, added_by, added_at)
       select gen_random_uuid(), $1, 'w9', '2026-01-01', $2, timestamptz '2026-11-01' + make_interval(mins => n)
       from generate_series(1, 25) n returning id, vendor_id)
     insert into compliance_files select id, vendor_id, 'W-9.pdf', 'compliance-files/' || id, 9 from added`,
    [curb.vendor_id, curb.id],
  )
  const pages = [await queue('waiting'), await queue('waiting', 2)]
  expect(pages.map((page) => page.documents.length)).toEqual([20, 5])
  const times = pages.flatMap((page) => page.documents.map(({ added_at }) => added_at.getTime()))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('an admin finds a vendor’s documents by words of its name', async () => {
  await addInsurance(world)
  await addInsurance(world, 'hilltop')
  const found = async (search: string) => {
    const { counts, documents } = await queue('waiting', 1, search)
    expect(documents).toHaveLength(counts.waiting)
    return documents.map(({ company_name }) => company_name)
  }
  expect(await found('corner CURB')).toEqual(['Curb & Corner'])
  expect(await found('hilltop')).toEqual(['Hilltop Care'])
  expect(await found('%')).toEqual([])
})

test('of two admins the second reads that the first has decided', async () => {
  const id = await addInsurance(world)
  const refuse = (shown: 'waiting' | 'verified', reason: string) =>
    world.as('ada').compliance.refuse({ id, shown, reason })
  await world.as('ada').compliance.verify({ id, shown: 'waiting' })
  const meanwhile = 'another admin has decided meanwhile'
  await expect(refuse('waiting', 'The names differ')).rejects.toThrow(meanwhile)
  await refuse('verified', 'It was cancelled')
  // Sent again after a lost response, it is done.
  await refuse('verified', 'It was cancelled')
  await expect(world.as('ada').compliance.verify({ id, shown: 'waiting' })).rejects.toThrow(meanwhile)
  expect(await documents()).toMatchObject([{ status: 'refused', refused_reason: 'It was cancelled' }])
})

test('a company that closes leaves no file; that a document was verified stays', async () => {
  const { call, ...closing } = await world.vendor('Vera', 'Vera Cleaning', ['Window Washing'])
  const viewer = (await call.accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${closing.email} is no vendor`)
  const add = async () => {
    const query = { id: randomUUID(), kind: 'w9', valid_from: '2026-01-01', name: 'W-9.pdf' }
    await addFile(world.portal, complianceAttachment, viewer, { query, body: Readable.from([pdf()]) })
    return query.id
  }
  const [verified] = [await add(), await add()]
  await call.vendors.saveAbout({ about: 'Two people.', service_area: 'Ballard' })
  await db.query(
    `insert into portfolio_photos (id, vendor_id, file_path, file_size)
    values (gen_random_uuid(), $1, 'portfolio-photos/a-1.jpg', 1)`,
    [viewer.vendor_id],
  )
  await world.as('ada').compliance.verify({ id: verified })
  const paths = (await call.compliance.list()).map(({ url }) => url.slice(1))
  await call.accounts.close({ current_password: PASSWORD })
  expect((await db.query('select id from compliance_documents')).rows).toEqual([{ id: verified }])
  expect((await db.query('select * from compliance_files')).rows).toEqual([])
  // What it said of itself goes, too.
  expect((await db.query('select * from portfolio_photos')).rows).toEqual([])
  const said = await db.query('select about, service_area from vendor_profiles where id = $1', [
    viewer.vendor_id,
  ])
  expect(said.rows).toEqual([{ about: null, service_area: null }])
  // As the hourly job does, once the files have lain for an hour.
  world.clock.now = new Date(Date.now() + 2 * 60 * 60 * 1000)
  await removeOrphans(world.portal)
  world.clock.now = NOW
  expect(await Promise.all(paths.map((path) => world.portal.files.has(path)))).toEqual([false, false])
})

test('nobody changes the facts of a document [Product 2.6]', async () => {
  const id = await addInsurance(world)
  for (const [change, constraint] of [
    [`amount = 1`, 'compliance_facts_stay'],
    [`expires_on = '2030-01-01'`, 'compliance_facts_stay'],
    [`status = 'verified'`, 'compliance_documents_decided'],
    [`status = 'refused', decided_at = now()`, 'compliance_documents_decided'],
  ])
    await expect(
      db.query(`update compliance_documents set ${change} where id = $1`, [id]),
    ).rejects.toMatchObject({
      constraint,
    })
  const { rows } = await db.query('select vendor_id from compliance_documents')
  for (const facts of [
    `('license', '1', 5, '2027-01-01')`,
    `('w9', '123-45-6789', null, null)`,
    `('insurance', '1', null, '2027-01-01')`,
  ])
    await expect(
      db.query(
        `insert into compliance_documents (id, vendor_id, kind, number, amount, expires_on, valid_from)
         select gen_random_uuid(), $1, k, n, a::bigint, e::date, '2026-01-01' from (values ${facts}) f (k, n, a, e)`,
        [rows[0].vendor_id],
      ),
    ).rejects.toMatchObject({ constraint: 'compliance_documents_facts' })
})
