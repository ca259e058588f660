import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { addInvoiceFileBy, addPaymentFileBy, payOne } from '../../../../test/features/invoice-files.ts'
import { draftOf } from '../../../../test/features/invoices.ts'
import { forgetInvoices } from '../../../../test/forget-invoices.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { removeFile } from '../../storage/add-file.ts'
import { removeOrphans } from '../../storage/orphans.ts'
import { invoiceFileAttachment } from './invoice-file.ts'
import { paymentFileAttachment } from './payment-file.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('invoice-files')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})

const TOTAL = 16_54
let draft: string

beforeEach(async () => {
  world.clock.now = NOW
  await forgetInvoices(db)
  await db.query('truncate vendor_storage, building_storage')
  await world.visitToday('curb', 'Snow Removal')
  draft = await draftOf(world, 'A-1')
})

const send = (files: string[] = []) =>
  world.as('curb').invoices.send({ id: draft, version: 1, total: TOTAL, files })
const seenBy = async (name: Name) => (await world.as(name).invoices.get({ id: draft })).files

async function remove(id: string) {
  const viewer = (await world.as('curb').accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error('curb is no vendor')
  await removeFile(world.portal, invoiceFileAttachment, viewer, { invoice: draft, id })
}

test('a vendor’s files go with the invoice to its building, and stay as they were sent [Product 3.1]', async () => {
  const plan = await addInvoiceFileBy(world, draft)
  const wrong = await addInvoiceFileBy(world, draft, { name: 'Wrong.pdf' })
  await remove(wrong.id)
  await remove(wrong.id)
  expect(await world.portal.files.has(wrong.url.slice(1))).toBe(false)
  // Nothing is sent with files that were not shown.
  await expect(send()).rejects.toThrow('a colleague changed this draft')
  await send([plan.id])
  const files = [{ id: plan.id, file_name: 'Plan.pdf', file_size: expect.any(Number), url: plan.url }]
  for (const name of ['curb', 'maya', 'ned'] as const) expect(await seenBy(name)).toEqual(files)
  const stays = { code: 'conflict', message: expect.stringContaining('stays as it is') }
  await expect(addInvoiceFileBy(world, draft)).rejects.toMatchObject(stays)
  await expect(remove(plan.id)).rejects.toMatchObject(stays)
  for (const change of ['delete from invoice_files', `update invoice_files set file_name = 'B.pdf'`])
    await expect(db.query(change)).rejects.toThrow('a sent invoice stays as it is')
  const { rows } = await db.query(
    `select kind, building_id from events where kind like 'invoice_file%' order by id`,
  )
  expect(rows).toEqual(
    ['added', 'added', 'removed'].map((what) => ({ kind: `invoice_file_${what}`, building_id: null })),
  )
})

test('a file that is sent again is there once; the sixth, and one of another’s invoice, are refused', async () => {
  const id = randomUUID()
  const first = await addInvoiceFileBy(world, draft, { id })
  expect(await addInvoiceFileBy(world, draft, { id })).toEqual(first)
  for (let count = 2; count < 5; count += 1) await addInvoiceFileBy(world, draft)
  // Two at once make no sixth.
  const sent = await Promise.allSettled([addInvoiceFileBy(world, draft), addInvoiceFileBy(world, draft)])
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(addInvoiceFileBy(world, draft)).rejects.toThrow('an invoice has at most 5 files')
  await expect(addInvoiceFileBy(world, draft, {}, 'hilltop')).rejects.toMatchObject({ code: 'not_found' })
  const other = await draftOf(world, 'A-2')
  await expect(addInvoiceFileBy(world, other, { id })).rejects.toThrow('this file was added elsewhere')
})

test('of a file and the sending at once, nothing is sent that was not shown, and no file comes after it', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 20 || (outcomes.size < 2 && round < 200); round += 1) {
    await db.query(`set session_replication_role = replica; delete from invoice_files; delete from invoice_lines; delete from invoices;
      set session_replication_role = origin; truncate vendor_storage`)
    draft = await draftOf(world, 'A-1')
    const late = new Promise((done) => setTimeout(done, (round % 10) * 3))
    const [added] = await Promise.allSettled([addInvoiceFileBy(world, draft), late.then(() => send())])
    const { rows } = await db.query(
      'select status, (select count(*)::int from invoice_files) as files from invoices',
    )
    const isAdded = added.status === 'fulfilled'
    expect(rows).toEqual([isAdded ? { status: 'draft', files: 1 } : { status: 'sent', files: 0 }])
    outcomes.add(added.status)
  }
  expect([...outcomes].sort(), 'each of them was first').toEqual(['fulfilled', 'rejected'])
})

test('a discarded draft takes its files along, and frees the space of its company', async () => {
  const { url } = await addInvoiceFileBy(world, draft)
  const used = async () => (await db.query('select used_bytes from vendor_storage')).rows
  expect(await used()).toEqual([{ used_bytes: 4096 }])
  await world.as('curb').invoices.discard({ id: draft, version: 1 })
  expect(await used()).toEqual([{ used_bytes: 0 }])
  world.clock.now = new Date(Date.now() + 2 * 60 * 60 * 1000)
  await removeOrphans(world.portal)
  expect(await world.portal.files.has(url.slice(1))).toBe(false)
})

test('a payment has the files that prove it, which both sides see [Product 3.3]', async () => {
  await send()
  await world.as('maya').invoices.approve({ id: draft, refused: [], approved: TOTAL })
  const payment = await payOne(world, draft)
  const other = await payOne(world, draft)
  const receipt = await addPaymentFileBy(world, payment)
  const files = [
    { id: receipt.id, file_name: 'Receipt.pdf', file_size: expect.any(Number), url: receipt.url },
  ]
  for (const name of ['curb', 'maya', 'ned'] as const) {
    const { payments } = await world.as(name).invoices.get({ id: draft })
    expect(payments.map((each) => [each.id, each.files])).toEqual(
      expect.arrayContaining([
        [payment, files],
        [other, []],
      ]),
    )
  }
  // It counts in the building's space.
  expect((await db.query('select used_bytes from building_storage')).rows).toEqual([{ used_bytes: 4096 }])
  await expect(addPaymentFileBy(world, payment, {}, 'otto')).rejects.toMatchObject({ code: 'not_found' })
  await expect(addPaymentFileBy(world, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  await expect(addPaymentFileBy(world, other, { id: receipt.id })).rejects.toThrow('added elsewhere')
  for (let count = 1; count < 5; count += 1) await addPaymentFileBy(world, payment)
  await expect(addPaymentFileBy(world, payment)).rejects.toThrow('a payment has at most 5 files')
  const viewer = (await world.as('maya').accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error('maya is no resident')
  await removeFile(world.portal, paymentFileAttachment, viewer, { payment, id: receipt.id })
  expect(await world.portal.files.has(receipt.url.slice(1))).toBe(false)
  const { rows } = await db.query(
    `select kind, data ->> 'file_name' as file, building_id is not null as told, vendor_id is not null as heard
     from events where kind like 'payment_file%' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ kind: 'payment_file_removed', file: 'Receipt.pdf', told: true, heard: true }])
})

test('a fee’s payment, and one that failed, have no files', async () => {
  const { rows } = await db.query(
    `insert into payments (building_id, payable_id, date, amount, status, method, description)
     select building_id, id, due_date, amount, 'failed', 'Card', 'Service fee' from payables where kind = 'fee' returning id`,
  )
  for (const { id } of rows)
    await expect(addPaymentFileBy(world, id)).rejects.toMatchObject({ code: 'not_found' })
})
