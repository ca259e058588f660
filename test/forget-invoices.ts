import type pg from 'pg'

/** Takes away all events, services and invoices, with what was booked of these. Fees stay: each building has its first one. */
export const forgetInvoices = (db: pg.Pool) =>
  db.query(`truncate events, building_services cascade; set session_replication_role = replica;
    delete from payment_files; delete from invoice_files;
    delete from payment_take_backs k using payables o where o.id = k.payable_id and o.kind = 'invoice';
    delete from chargebacks c using payables o where o.id = c.payable_id and o.kind = 'invoice';
    delete from transfers t using payables o where o.id = t.payable_id and o.kind = 'invoice';
    delete from payments p using payables o where o.id = p.payable_id and o.kind = 'invoice';
    delete from payables where kind = 'invoice';
    delete from credit_notes; delete from invoice_messages; delete from invoices; set session_replication_role = origin`)
