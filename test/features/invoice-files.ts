import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { invoiceFileAttachment } from '../../src/server/features/invoices/invoice-file.ts'
import { paymentFileAttachment } from '../../src/server/features/invoices/payment-file.ts'
import { addFile } from '../../src/server/storage/add-file.ts'
import type { AttachmentCase, Writes } from '../feature-cases.ts'
import { all, either, neighbor, type Rule, vendorOwn, withPower } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'
import { type Name, TODAY, type World } from '../world.ts'

const PLAN = pdf('Plan')

/** Adds a file to a draft of this vendor. Returns its address. */
export async function addInvoiceFileBy(
  world: World,
  invoice: string,
  facts: Record<string, string> = {},
  by: Name = 'curb',
) {
  const viewer = (await world.as(by).accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${by} is no vendor`)
  const query = { invoice, id: randomUUID(), name: 'Plan.pdf', ...facts }
  return addFile(world.portal, invoiceFileAttachment, viewer, { query, body: Readable.from([PLAN]) })
}

/** Adds a file to a payment, for the captain of its building. Returns its address. */
export async function addPaymentFileBy(
  world: World,
  payment: string,
  facts: Record<string, string> = {},
  by: Name = 'maya',
) {
  const viewer = (await world.as(by).accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error(`${by} is no resident`)
  const query = { payment, id: randomUUID(), name: 'Receipt.pdf', ...facts }
  return addFile(world.portal, paymentFileAttachment, viewer, { query, body: Readable.from([PLAN]) })
}

/** Records a payment of an approved invoice of 16.54 $. Returns its id. */
export async function payOne(world: World, invoice_id: string): Promise<string> {
  const id = randomUUID()
  const how = { method: 'Check', reference: '1042' } as const
  await world.as('maya').invoices.recordPayment({ id, invoice_id, date: TODAY, amount: 1_00, ...how })
  return id
}

const keep = async ({ portal }: World, rows: { file_path: string }[]) => {
  for (const { file_path } of rows)
    await portal.files.put(file_path, Readable.from([PLAN]), { size: PLAN.length, mime: 'application/pdf' })
}

/** A file with each draft whose number begins with Draft or Sent: it is named so. */
export async function seedInvoiceFiles(world: World, db: pg.Client): Promise<void> {
  const { rows } = await db.query(`
    insert into invoice_files (id, invoice_id, building_id, vendor_id, file_name, file_path, file_size, added_by)
    select gen_random_uuid(), i.id, i.building_id, i.vendor_id, regexp_replace(number, '\\d', '', 'g') || '.pdf',
      'invoice-files/' || i.id || '-1795000000000.pdf', ${PLAN.length}, i.created_by
    from invoices i where number like 'Draft%' or number like 'Sent%' returning file_path`)
  await keep(world, rows)
}

/** Approves the sent invoices whose number begins with Approved; of each a cent is paid, which a file proves. */
export async function seedPaymentFiles(world: World, db: pg.Client): Promise<void> {
  await db.query(`
    with decided as (
      update invoices set status = 'approved', approved = total, decided_at = now(), decided_by = b.captain_id
      from buildings b where b.id = invoices.building_id and number like 'Approved%' returning invoices.*)
    insert into events (kind, actor, building_id, vendor_id, subject, data)
    select 'invoice_decided', decided_by, building_id, vendor_id, id, jsonb_build_object('number', number, 'total', total,
      'company_name', 'Evergreen Grounds', 'approved', approved, 'refused', 0) from decided`)
  await db.query(`
    insert into payments (building_id, payable_id, date, amount, status, method, description, reference, recorded_by)
    select building_id, id, '2026-11-20', 1, 'paid', 'Check', 'Invoice of ' || building_id, vendor_id, decided_by
    from invoices where status = 'approved'`)
  const { rows } = await db.query(`
    insert into payment_files (id, payment_id, invoice_id, building_id, vendor_id, file_name, file_path, file_size, added_by)
    select gen_random_uuid(), p.id, i.id, i.building_id, i.vendor_id, 'Receipt.pdf', 'payment-files/' || p.id || '-1795000000000.pdf',
      ${PLAN.length}, i.decided_by
    from payments p join invoices i on i.id = p.payable_id returning file_path`)
  await keep(world, rows)
}

// The seeds say in its name whether a file's invoice was sent.
const isOfSent: Rule = ({ file_name }) => file_name !== 'Draft.pdf'
const isOwn: Rule = ({ added_by }, { id }) => added_by === id

export const INVOICE_FILE_TABLES: Record<string, Rule> = {
  invoice_files: either(vendorOwn, all(neighbor, isOfSent)),
  payment_files: either(vendorOwn, neighbor),
}

export const INVOICE_FILE_WRITES: Record<string, Writes> = {
  // Of what was sent a trigger refuses them.
  invoice_files: { insert: all(vendorOwn, isOwn), delete: vendorOwn },
  payment_files: {
    insert: all(withPower('approve_invoices'), isOwn),
    delete: withPower('approve_invoices'),
  },
}

const FILE = {
  maxSize: 10 * 1024 * 1024,
  backedUp: true,
  sample: PLAN,
  strangers: ['otto', 'hilltop'] as Name[],
}

/** `draft` makes a draft of curb to 1431 Minor Ave, of 16.54 $, and `approved` one that is approved. */
export const invoiceFileCases = (
  draft: (world: World) => Promise<string>,
  approved: (world: World) => Promise<string>,
): Record<string, AttachmentCase> => {
  // Until its invoice is sent, it is its vendor's alone.
  let send: (file: string) => Promise<unknown> = async () => undefined
  return {
    'invoice-file': {
      ...FILE,
      addedBy: ['vendor'],
      seenBy: ['resident', 'vendor'],
      by: 'curb',
      query: async (world) => {
        const id = await draft(world)
        send = (file) => world.as('curb').invoices.send({ id, version: 1, total: 16_54, files: [file] })
        return `?invoice=${id}&id=${randomUUID()}&name=Plan.pdf`
      },
      addressOf: async (_, { id = '', url }) => {
        await send(id)
        return url
      },
    },
    'payment-file': {
      ...FILE,
      addedBy: [{ resident: 'approve_invoices' }],
      seenBy: ['resident', 'vendor'],
      by: 'maya',
      query: async (world) => {
        const payment = await payOne(world, await approved(world))
        return `?payment=${payment}&id=${randomUUID()}&name=Receipt.pdf`
      },
      addressOf: async (_, { url }) => url,
    },
  }
}
