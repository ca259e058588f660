import type { DataCases } from '../feature-cases.ts'

/** What breaks each invariant of invoices, and of the files with them. */
export const INVOICE_BREACHES: DataCases['breaches'] = [
  ['an invoice is the sum of its lines', 'update invoice_lines set amount = amount + 1'],
  [
    'an invoiced visit was finished, and costs at most what was agreed',
    `update invoice_lines set kind = 'visit', description = null,
       appointment_id = (select id from appointments where status = 'confirmed' limit 1)
     where id = (select id from invoice_lines limit 1)`,
  ],
  [
    'an invoiced one-time price was agreed',
    `update invoice_lines set kind = 'start', description = null,
       service_quote_id = (select id from service_quotes where status = 'accepted' limit 1)
     where id = (select id from invoice_lines limit 1)`,
  ],
  [
    'what is approved of an invoice is the sum of its lines, and owed',
    `update invoices set status = 'approved', approved = total - 1, decided_at = now()
       where id = (select id from invoices where status = 'sent' limit 1)`,
  ],
  [
    'an invoice says what is paid of it',
    `update invoices set paid = 1, approved = total, status = 'approved', decided_at = now() where status = 'sent'`,
  ],
  [
    'each owed invoice was approved',
    `insert into payables (id, building_id, kind, amount, due_date)
       select id, building_id, 'invoice', total, due_date from invoices where status = 'sent' limit 1`,
  ],
  [
    'each decided invoice has its event',
    `update invoices set status = 'refused', approved = 0, decided_at = now()
       where id = (select id from invoices where status = 'sent' limit 1)`,
  ],
  [
    'a credit note is the sum of its lines',
    `update credit_notes set subtotal = subtotal + 1, total = total + 1 where id = (select id from credit_notes limit 1)`,
  ],
  ['an invoice says what is credited of it', `update invoices set credited = 1 where status = 'sent'`],
  ['each credit note has its event', `delete from events where kind = 'invoice_credited'`],
  ['each disputed invoice has a message', `update invoices set status = 'disputed' where status = 'sent'`],
  ['each sent invoice has its event', `delete from events where kind = 'invoice_sent'`],
  [
    'an invoice and a payment have at most five files',
    `insert into payment_files (id, payment_id, invoice_id, building_id, vendor_id, file_name, file_path, file_size)
       select gen_random_uuid(), payment_id, invoice_id, building_id, vendor_id, 'a.pdf', 'payment-files/' || gen_random_uuid() || '-1.pdf', 1
       from (select * from payment_files limit 1) one, generate_series(1, 6)`,
  ],
  ['a file of a payment is of its invoice', 'update payment_files set invoice_id = gen_random_uuid()'],
]
