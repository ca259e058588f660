import { z } from 'zod'
import { addDays, addYears, firstOfNextMonth, startOfMonth, today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { ApproveInvoice, approveInvoice, isSameDecision } from '../../../domain/invoices/approval.ts'
import {
  CreateInvoice,
  isSavedAs,
  requireDraft,
  requireInvoice,
  requireLatest,
  requireSendable,
  SendInvoice,
  ShownDraft,
  UpdateInvoice,
} from '../../../domain/invoices/invoice.ts'
import { invoiceSums } from '../../../domain/invoices/invoice-amounts.ts'
import { INVOICE_TABS, isDraft } from '../../../domain/invoices/invoice-state.ts'
import { defaultDueDate } from '../../../domain/invoices/overdue.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { calendarMonth } from '../../../domain/month.ts'
import { SearchedList } from '../../../domain/searched-list.ts'
import { id, optionalLongText, wholeNumber } from '../../../domain/text.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { creditOfInvoice } from './credit-notes.ts'
import { invoicePayments, linesOf, lockInvoice, markInvoiceSent, readInvoice, saveApproval } from './db.ts'
import { disputeOfInvoice } from './disputes.ts'
import { draftMonth } from './draft-month.ts'
import {
  addInvoices,
  changeInvoice,
  freeNumbers,
  hasInvoice,
  lastInvoice,
  lockNumbers,
  removeInvoice,
} from './drafts.db.ts'
import { customers, dueBuildings, dueStarts, dueVisitsOf } from './due.db.ts'
import { invoiceEvent } from './invoice-event.ts'
import { filesOfInvoice } from './invoice-file.db.ts'
import { invoiceMessages } from './invoice-messages.db.ts'
import { countInvoices, countReceived, receivedInvoices, vendorInvoices } from './list.db.ts'
import { hasMonthlyDrafts, setMonthlyDrafts } from './monthly-drafts.ts'
import { paymentOfInvoice } from './record-payment.ts'
import { acceptedQuotes, requireDue } from './require-due.ts'

const PAGE_SIZE = 20
const search = optionalLongText('Search', LIMITS.search)

/** Which invoices are counted: those that a search finds, or all. */
const InvoiceSearch = z.strictObject({ search }).prefault({ search: null })
const InvoicePage = z.strictObject({
  tab: z.enum(INVOICE_TABS),
  page: wholeNumber('Page', 1, 100_000),
  search: search.default(null),
})
/** How far back finished visits are offered for an invoice. */
const YEARS_BACK = 1

/** What vendors ask for finished visits. Product 3.1 */
export const invoicesRouter = router({
  ...disputeOfInvoice,
  ...creditOfInvoice,
  ...paymentOfInvoice,

  counts: openTo('vendor')
    .input(InvoiceSearch)
    .query(async ({ ctx: { tx, viewer }, input }) => ({
      page_size: PAGE_SIZE,
      tabs: await countInvoices(tx, { vendor_id: viewer.vendor_id, ...input }),
    })),

  list: openTo('vendor')
    .input(InvoicePage)
    .query(({ ctx: { tx, viewer }, input: { tab, page, search } }) =>
      vendorInvoices(tx, {
        vendor_id: viewer.vendor_id,
        tab,
        search,
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
      }),
    ),

  /** What was sent to the building. */
  received: openTo('resident')
    .input(SearchedList)
    .query(async ({ ctx: { tx, viewer }, input: { page, search } }) => {
      const of = { building_id: viewer.building_id, search }
      const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
      const [total, invoices] = await Promise.all([
        countReceived(tx, of),
        receivedInvoices(tx, { ...of, ...range }),
      ])
      return { total, page_size: PAGE_SIZE, invoices }
    }),

  get: openTo('vendor', 'resident')
    .input(z.strictObject({ id }))
    .query(async ({ ctx: { tx }, input }) => {
      const [invoice, messages, payments] = await Promise.all([
        readInvoice(tx, input.id),
        invoiceMessages(tx, input.id),
        invoicePayments(tx, input.id),
      ])
      return { ...invoice, messages, payments }
    }),

  /** The buildings with something to invoice of the last year, those that can only be asked for an extra, and how the next invoice begins. */
  due: openTo('vendor').query(async ({ ctx: { tx, viewer, now, config } }) => {
    const day = today(now(), config.timeZone)
    const { vendor_id } = viewer
    const [buildings, all, last] = await Promise.all([
      dueBuildings(tx, { vendor_id, from: addYears(day, -YEARS_BACK), until: day }),
      customers(tx, { vendor_id }),
      lastInvoice(tx, vendor_id),
    ])
    const due = new Set(buildings.map(({ building_id }) => building_id))
    const others = all.filter(({ building_id }) => !due.has(building_id))
    const [number = ''] = await freeNumbers(tx, vendor_id, { last: last?.number ?? null, count: 1 })
    const facts = { number, date: day, due_date: defaultDueDate(day) }
    return { buildings, others, facts: { ...facts, tax_rate: last?.tax_rate ?? 0 } }
  }),

  /** What can be put on an invoice to one building. */
  dueLines: openTo('vendor')
    .input(z.strictObject({ building_id: id }))
    .query(async ({ ctx: { tx, viewer, now, config }, input: { building_id } }) => {
      const day = today(now(), config.timeZone)
      const of = { vendor_id: viewer.vendor_id, building_id }
      const [, visits, starts] = await Promise.all([
        acceptedQuotes(tx, of),
        dueVisitsOf(tx, { ...of, from: addYears(day, -YEARS_BACK), until: day }),
        dueStarts(tx, { ...of, until: day }),
      ])
      return { visits, starts }
    }),

  /** A draft of one's company. One that was created before, as before a lost response, is there once. */
  create: openTo('vendor')
    .input(CreateInvoice)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      const { id: invoiceId, building_id, visits, starts, extras, ...facts } = input
      const lines = { visits, starts, extras }
      const owner = { id: invoiceId, building_id, vendor_id: viewer.vendor_id }
      await lockNumbers(tx, viewer.vendor_id)
      if (await hasInvoice(tx, invoiceId)) return
      requireInvoice(facts, lines)
      await requireDue(tx, owner, facts.number, lines)
      const sums = invoiceSums([...visits, ...starts, ...extras], facts.tax_rate)
      const created = { created_by: viewer.id, created_at: now() }
      await addInvoices(tx, [{ owner, facts: { ...facts, ...sums, ...created }, lines }])
      const data = { number: facts.number, total: sums.total }
      await record(tx, { kind: 'invoice_created', ...invoiceEvent(viewer, owner), data })
    }),

  /** Changes a draft as it was shown, all its lines with it. The same change again, as after a lost response, changes nothing. Returns the new version. */
  update: openTo('vendor')
    .input(UpdateInvoice)
    .mutation(async ({ ctx: { tx, viewer }, input: { id: invoiceId, version, ...asked } }) => {
      const { visits, starts, extras, ...facts } = asked
      const lines = { visits, starts, extras }
      await lockNumbers(tx, viewer.vendor_id)
      const owner = await lockInvoice(tx, invoiceId)
      requireDraft(owner)
      if (owner.version !== version && isSavedAs({ ...owner, lines: await linesOf(tx, invoiceId) }, asked))
        return { version: owner.version }
      requireLatest(owner, { version })
      requireInvoice(facts, lines)
      await requireDue(tx, owner, facts.number, lines)
      const sums = invoiceSums([...visits, ...starts, ...extras], facts.tax_rate)
      await changeInvoice(tx, owner, { ...facts, ...sums }, lines)
      const data = { number: facts.number, total: sums.total }
      await record(tx, { kind: 'invoice_updated', ...invoiceEvent(viewer, owner), data })
      return { version: owner.version + 1 }
    }),

  /** Removes a draft; its visits can be invoiced again. */
  discard: openTo('vendor')
    .input(ShownDraft)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const invoice = await lockInvoice(tx, input.id)
      requireDraft(invoice)
      requireLatest(invoice, input)
      await removeInvoice(tx, invoice.id)
      const { number, total } = invoice
      await record(tx, {
        kind: 'invoice_discarded',
        ...invoiceEvent(viewer, invoice),
        data: { number, total },
      })
    }),

  /** Sends a draft to its building; from then on it stays as it is. One that was sent stays sent. */
  send: openTo('vendor')
    .input(SendInvoice)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id: invoiceId, ...shown } }) => {
      const invoice = await lockInvoice(tx, invoiceId)
      const { total } = invoice
      if (!isDraft(invoice) && invoice.version === shown.version && total === shown.total) return
      requireDraft(invoice)
      // After the lock, so that none is missing.
      const [lines, files] = await Promise.all([linesOf(tx, invoiceId), filesOfInvoice(tx, invoiceId)])
      requireSendable({ ...invoice, lines, files }, shown, today(now(), config.timeZone))
      await markInvoiceSent(tx, invoiceId, { sent_by: viewer.id, sent_at: now() })
      const { number, due_date, company_name } = invoice
      const data = { number, total, due_date, company_name, lines: lines.length }
      const { building_id } = invoice
      await record(tx, { kind: 'invoice_sent', ...invoiceEvent(viewer, invoice), building_id, data })
    }),

  /** Approves what was sent to the building, or what of it is not refused; it is owed then. The same decision again changes nothing. Product 3.2 */
  approve: openTo({ resident: 'approve_invoices' })
    .input(ApproveInvoice)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id: invoiceId, ...asked } }) => {
      const invoice = await lockInvoice(tx, invoiceId)
      const lines = await linesOf(tx, invoiceId)
      if (isSameDecision({ ...invoice, lines }, asked)) return
      const approval = approveInvoice({ ...invoice, lines }, asked)
      await saveApproval(tx, invoiceId, approval, { decided_by: viewer.id, decided_at: now() })
      const { building_id, number, total, company_name } = invoice
      const [approved, refused] = [approval.sums.total, approval.refused.length]
      const data = { number, total: total - invoice.credited, company_name, approved, refused }
      await record(tx, { kind: 'invoice_decided', ...invoiceEvent(viewer, invoice), building_id, data })
    }),

  /** Drafts of all finished visits of a past month that are on no invoice, one for each building. Returns how many. */
  draftMonth: openTo('vendor')
    .input(z.strictObject({ month: calendarMonth('Month') }))
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { month } }) => {
      const day = today(now(), config.timeZone)
      if (month >= startOfMonth(day)) throw new DomainError('invalid_input', 'Month must be a past month')
      const days = { from: month, until: addDays(firstOfNextMonth(month), -1) }
      const { id: person, vendor_id } = viewer
      return draftMonth(tx, { person, vendor_id }, { ...days, date: day, now: now() })
    }),

  /** Whether the drafts of each month are made by themselves, on the 1st of the next one. */
  monthly: openTo('vendor').query(({ ctx: { tx, viewer } }) => hasMonthlyDrafts(tx, viewer.vendor_id)),

  setMonthly: openTo('vendor')
    .input(z.strictObject({ on: z.boolean() }))
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { on } }) => {
      const { id: actor, vendor_id } = viewer
      const date = today(now(), config.timeZone)
      if (!(await setMonthlyDrafts(tx, vendor_id, { on, date }))) return
      await record(tx, { kind: 'monthly_drafts_set', actor, vendor_id, subject: vendor_id, data: { on } })
    }),
})
