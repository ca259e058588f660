import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addDays, dayOfMonth, startOfMonth, today } from '../../domain/calendar.ts'
import { matchOf } from '../../domain/invoices/approval.ts'
import { creditSums } from '../../domain/invoices/credit-note.ts'
import { invoiceSums } from '../../domain/invoices/invoice-amounts.ts'
import { openAmount } from '../../domain/invoices/invoice-payment.ts'
import { monthText } from '../../domain/month.ts'
import { asSystem } from '../db/as-viewer.ts'
import type { Portal } from '../rpc/context.ts'
import { entryNamed } from './ask-and-answer.ts'
import { BUILDINGS, VENDORS } from './city.ts'
import { addDeliveryNote, addReceipt } from './invoice-files.ts'
import type { Person } from './person.ts'
import { HELD } from './visits.ts'

/** Whose drafts of the last month are still to be sent. */
export const NOT_SENT_YET = ['evergreen', 'clearview']
const DAY = 24 * 60 * 60 * 1000
/** So many days after an invoice a captain decides, and pays. */
const [DECIDED, PAID] = [6, 20]
/** A building that forgets what it was sent three months ago. */
export const LATE = 'unionbay'
/** A building that refuses an extra of the month before the last, and disputes an invoice of the last. */
const EXACT = 'larkspur'
const EXTRA = { description: 'A second load of salt', amount: 45_00 }
export const REFUSAL = 'Nobody here asked for a second load. Please ask us first.'
/** The month before that, a load that was another building's, credited at once. */
const WRONG = { description: 'A load of salt', amount: 45_00 }
export const CREDIT_REASON = 'The salt went to another building. Sorry for the mistake.'
const MISTAKE = 'This check paid another company.'
const DISPUTE = 'The visit in the middle of the month took ten minutes. Did the same crew come?'
const ANSWER = 'It did: the walks were dry. We are happy to come once more.'

type DemoPeople = ReadonlyMap<string, Person>
type Demo = { portal: Portal; clock: { now: Date } }

/** On the 2nd of each month the vendors invoice what they finished in the month before; the buildings decide, and pay. Product 3 */
export async function sendInvoices({ portal, clock }: Demo, people: DemoPeople): Promise<void> {
  const now = clock.now
  const city = (at: Date) => today(at, portal.config.timeZone)
  const days = Array.from({ length: HELD }, (_, ago) => new Date(now.getTime() - ago * DAY))
  const seconds = days.filter((day) => dayOfMonth(city(day)) === 2).reverse()
  const after = (day: Date, count: number) => new Date(Math.min(now.getTime(), day.getTime() + count * DAY))
  const forgotten = city(seconds.at(-3) ?? now)
  for (const [index, day] of seconds.entries()) {
    const left = seconds.length - 1 - index
    clock.now = day
    await vendorsSend({ portal, people }, monthText(addDays(startOfMonth(city(day)), -1)), left)
    if (left === 0) {
      await disputeOne(people)
      continue
    }
    for (const { key } of BUILDINGS) {
      clock.now = after(day, DECIDED)
      await decide(entryNamed(new Map(people), key), key === LATE ? forgotten : null)
      clock.now = after(day, PAID)
      const receipts = key === EXACT ? portal : null
      const captain = entryNamed(new Map(people), key)
      if (key === EXACT && left === 1) await recordByMistake(captain, city(clock.now))
      await pay(captain, city(clock.now), receipts)
    }
  }
  clock.now = now
  await asSystem(portal.db, (tx) =>
    sql`update events set at = case events.kind when 'invoice_sent' then i.sent_at when 'invoice_decided' then i.decided_at
        when 'invoice_paid' then (events.data ->> 'date')::date + interval '20 hours'
        when 'payment_file_added' then i.decided_at + interval '14 days' else coalesce(i.sent_at, i.created_at) end
      from invoices i where i.id = events.subject`.execute(tx),
  )
  await asSystem(portal.db, (tx) =>
    sql`update events set at = k.taken_back_at from payment_take_backs k
      where events.kind = 'payment_taken_back' and events.subject = k.payment_id`.execute(tx),
  )
}

type SendingDemo = { portal: Portal; people: DemoPeople }

async function vendorsSend({ portal, people }: SendingDemo, month: string, left: number): Promise<void> {
  for (const { key } of VENDORS) {
    const vendor = entryNamed(new Map(people), key)
    const { invoices } = vendor.call
    await invoices.draftMonth({ month })
    if (left === 0 && NOT_SENT_YET.includes(key)) continue
    const place = BUILDINGS.find((building) => building.key === EXACT)?.name
    for (const { id, version, total, building_name } of await invoices.list({ tab: 'draft', page: 1 })) {
      const extra = [null, EXTRA, WRONG][left]
      if (extra && key === 'evergreen' && building_name === place) {
        const { lines, number, date, due_date, tax_rate, note } = await invoices.get({ id })
        const visits = lines.flatMap(({ appointment_id, amount }) =>
          appointment_id === null ? [] : [{ id: appointment_id, amount }],
        )
        const starts = lines.flatMap(({ service_quote_id, amount }) =>
          service_quote_id === null ? [] : [{ id: service_quote_id, amount }],
        )
        const facts = { number, date, due_date, tax_rate, note }
        const changed = { ...facts, visits, starts, extras: [extra] }
        const latest = await invoices.update({ id, version, ...changed })
        const files = [await addDeliveryNote(portal, vendor, id)]
        await invoices.send({ id, ...latest, total: (await invoices.get({ id })).total, files })
        if (extra === WRONG) await creditExtra(invoices, id)
      } else await invoices.send({ id, version, total })
    }
  }
}

/** Its vendor credits the extra of an invoice. */
async function creditExtra({ get, credit }: Person['call']['invoices'], invoice_id: string): Promise<void> {
  const { lines, tax_rate } = await get({ id: invoice_id })
  const extras = lines.filter(({ kind }) => kind === 'extra').map(({ id }) => id)
  const { total } = creditSums(lines, tax_rate, new Set(extras)).sums
  await credit({ id: randomUUID(), invoice_id, lines: extras, reason: CREDIT_REASON, total })
}

/** A captain approves what the building was sent, without extras and what is forgotten. */
async function decide({ call: { invoices } }: Person, forgotten: string | null): Promise<void> {
  for (const { id, status, date } of (await invoices.received({ page: 1, search: null })).invoices) {
    if (status !== 'sent' || date === forgotten) continue
    const { lines, tax_rate } = await invoices.get({ id })
    const kept = lines.filter((line) => matchOf(line) === 'matched')
    if (lines.some((line) => matchOf(line) === 'disputed')) continue
    const refused = lines
      .filter((line) => matchOf(line) === 'open')
      .map((line) => ({ id: line.id, reason: REFUSAL }))
    await invoices.approve({ id, refused, approved: invoiceSums(kept, tax_rate).total })
  }
}

/** A captain records the check of another invoice, and takes it back. */
async function recordByMistake({ call: { invoices, payments } }: Person, date: string): Promise<void> {
  const { invoices: received } = await invoices.received({ page: 1, search: null })
  const owed = received.find(({ state }) => state === 'approved')
  if (!owed) return
  const id = randomUUID()
  const check = { date, amount: openAmount(owed), method: 'Check' as const, reference: '1039' }
  await invoices.recordPayment({ id, invoice_id: owed.id, ...check })
  await payments.takeBack({ payment_id: id, reason: MISTAKE })
}

/** And pays it by check, whose receipts it keeps where there is a portal for them. */
async function pay(captain: Person, date: string, receipts: Portal | null): Promise<void> {
  const { invoices } = captain.call
  const { invoices: received } = await invoices.received({ page: 1, search: null })
  for (const [index, invoice] of received.entries()) {
    if (invoice.state !== 'approved') continue
    const [method, reference] = ['Check' as const, String(1040 + index)]
    const payment = { id: randomUUID(), date, amount: openAmount(invoice), method, reference }
    await invoices.recordPayment({ ...payment, invoice_id: invoice.id })
    if (receipts) await addReceipt(receipts, captain, payment.id)
  }
}

/** A captain disputes an invoice of the last month, and its vendor answers. */
async function disputeOne(people: DemoPeople): Promise<void> {
  const { invoices } = entryNamed(new Map(people), EXACT).call
  const { invoices: received } = await invoices.received({ page: 1, search: null })
  const sent = received.find(({ status }) => status === 'sent')
  if (!sent) return
  const { id, company_name } = sent
  await invoices.dispute({ id, message_id: randomUUID(), words: DISPUTE })
  const vendor = VENDORS.find((each) => each.company_name === company_name)
  if (!vendor) return
  await entryNamed(new Map(people), vendor.key).call.invoices.answer({
    id,
    message_id: randomUUID(),
    words: ANSWER,
  })
}
