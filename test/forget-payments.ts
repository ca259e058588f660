import type pg from 'pg'

/** Takes away all payments, with what was booked and told of them, and what Stripe keeps. Fees stay open. */
export const forgetPayments = (db: pg.Pool) =>
  db.query(`set session_replication_role = replica;
    delete from automatic_payments; delete from stripe_payments; delete from stripe_events;
    delete from payment_take_backs; delete from chargebacks; delete from refunds; delete from transfers where kind <> 'charge'; delete from payments; delete from mails;
    delete from events where kind like 'payment%' or kind like 'automatic%' or kind like 'card%'
      or kind like 'charge%' or kind = 'refund_failed';
    update payables set paid = 0, credited = 0, disputed = 0, lost = 0, charged_back = false; set session_replication_role = origin`)
