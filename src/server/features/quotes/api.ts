import { z } from 'zod'
import { today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { withRequired } from '../../../domain/quotes/acceptance-preview.ts'
import {
  accept,
  editPrice,
  giveUpQuote,
  QUOTE_TABS,
  type QuoteTab,
  requireShownRequest,
  submitPrice,
} from '../../../domain/quotes/quote.ts'
import { AcceptQuote, GiveUpQuote, PricedOffer, shownRequest } from '../../../domain/quotes/quote-input.ts'
import { requireLines, requireTerms } from '../../../domain/quotes/terms.ts'
import { toQuote } from '../../../domain/services/status.ts'
import { id } from '../../../domain/text.ts'
import type { VendorViewer } from '../../../domain/viewer.ts'
import { arrivalOf } from '../../../domain/visits/availability.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Context } from '../../rpc/context.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { countBooked } from '../visits/booking.db.ts'
import { choose } from './acceptance.ts'
import { ruleOfQuote } from './awarding.db.ts'
import {
  customerContact,
  lockForAcceptance,
  lockForPrice,
  lockQuote,
  saveGivenUp,
  savePrice,
  saveServiceStatus,
} from './db.ts'
import { questions } from './questions.ts'
import { filesOfQuote, requireQuote } from './quote-file.db.ts'
import { receivedQuotes } from './received.db.ts'
import { markOpened } from './requests.db.ts'
import { countByState, vendorQuote, vendorQuotes } from './vendor-list.db.ts'
import { QuotePage, QuoteSearch } from './vendor-list.ts'

const PAGE_SIZE = 24
/** The prices of a request that somebody looks at, each as it was when it was read. */
const OpenedQuotes = z.strictObject({
  building_service_id: id,
  shown: z.array(z.strictObject({ id, updated_at: z.iso.datetime() })).max(1000),
})

export const quotesRouter = router({
  received: openTo('resident')
    .input(z.strictObject({ building_service_id: id }))
    .query(({ ctx, input }) => receivedQuotes(ctx.tx, input.building_service_id)),

  /**
   * At the price, terms, days, hours and dates on the screen: an acceptance of others is refused. Where the building has a rule for its
   * spending, it may wait. [6.tenant.3] Product 4.3
   */
  accept: openTo({ resident: 'accept_quotes' })
    .input(AcceptQuote)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const [, locked, files, rule] = await Promise.all([
        lockOffers(tx, 'request'), // before the rows, so no deadlock with a vendor's save
        lockForAcceptance(tx, input.id),
        filesOfQuote(tx, input.id), // after the locks, so none is missing
        ruleOfQuote(tx, input.id),
      ])
      const { service, quote } = locked
      const at = now()
      const outcome = accept(service, { ...quote, files }, input, today(at, config.timeZone))
      if (outcome.already) return { visits: await countBooked(tx, quote.id) }
      const choice = { locked, rule, outcome, input, person: viewer.id }
      return choose(tx, choice, { at, timeZone: config.timeZone })
    }),

  /** That somebody of the building looks at the open prices: their vendors see it. Product 2.4 */
  open: openTo('resident')
    .input(OpenedQuotes)
    .mutation(({ ctx: { tx, viewer }, input: { building_service_id, shown } }) =>
      markOpened(tx, building_service_id, shown, viewer.id),
    ),

  counts: openTo('vendor')
    .input(QuoteSearch)
    .query(async ({ ctx, input: { search } }) => {
      const rows = await countByState(ctx.tx, { vendorId: ctx.viewer.vendor_id, search })
      const counts = Object.fromEntries(QUOTE_TABS.map((tab) => [tab, 0])) as Record<QuoteTab, number>
      for (const { state, count } of rows) {
        counts[state] = count ?? 0
        counts.all += counts[state]
      }
      return { ...counts, page_size: PAGE_SIZE }
    }),

  list: openTo('vendor')
    .input(QuotePage)
    .query(async ({ ctx, input: { tab, page, search } }) => {
      const own = ownToday(ctx)
      const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
      const quotes = await vendorQuotes(ctx.tx, { ...own, tab, search, ...range })
      return quotes.map((quote) => withRequired(quote, own.today))
    }),

  /** One quote in full, for an open dialog: the quote may be in another tab by now. */
  get: openTo('vendor')
    .input(z.strictObject({ id }))
    .query(async ({ ctx, input }) => {
      const own = ownToday(ctx)
      const [quote] = await vendorQuote(ctx.tx, { ...own, ...input })
      if (!quote) throw new DomainError('not_found')
      return withRequired(quote, own.today)
    }),

  /** The files of a quote, for its vendor and, once it has a price, for its building. Product 2.4 */
  files: openTo('resident', 'vendor')
    .input(z.strictObject({ id }))
    .query(async ({ ctx: { tx }, input }) => {
      await requireQuote(tx, input.id)
      return filesOfQuote(tx, input.id)
    }),

  /** How to reach the building that accepted a quote. */
  contact: openTo('vendor')
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => customerContact(ctx.tx, { ...input, vendor_id: ctx.viewer.vendor_id })),

  /** Declines the request, or withdraws the price, for good. Product 2.4 */
  giveUp: openTo('vendor')
    .input(GiveUpQuote)
    .mutation(async ({ ctx: { tx, viewer }, input: { id, reason } }) => {
      const quote = await lockQuote(tx, id)
      await saveGivenUp(tx, id, giveUpQuote(quote, reason))
      const { building_id, vendor_id, per_visit_price } = quote
      const data = { reason, quoted: per_visit_price !== null }
      await record(tx, {
        kind: 'quote_given_up',
        actor: viewer.id,
        building_id,
        vendor_id,
        subject: id,
        data,
      })
    }),

  submit: openTo('vendor')
    .input(PricedOffer)
    .mutation(({ ctx, input }) => price(ctx, input, submitPrice, 'quote_submitted')),

  update: openTo('vendor')
    .input(PricedOffer)
    .mutation(({ ctx, input }) => price(ctx, input, editPrice, 'quote_updated')),

  ...questions,
})

type VendorContext = Context & { viewer: VendorViewer }

const ownToday = ({ viewer, now, config }: VendorContext) => ({
  vendorId: viewer.vendor_id,
  today: today(now(), config.timeZone),
})

type Decision = typeof submitPrice | typeof editPrice

async function price(
  { tx, viewer, now, config }: VendorContext & { tx: Tx },
  input: z.infer<typeof PricedOffer>,
  decide: Decision,
  kind: 'quote_submitted' | 'quote_updated',
): Promise<void> {
  const { service, quote, request, building } = await lockForPrice(tx, input.id)
  requireShownRequest(shownRequest(request), input.asked)
  const saved = { ...decide(quote, input.per_visit_price), ...input.availability }
  if (input.availability) arrivalOf(input.availability, building) // refuses quiet hours
  if (input.terms) requireTerms(input.terms, request.scope, today(now(), config.timeZone))
  else requireLines(quote, request.scope) // an older page: the scope may be another one now
  const { building_id, vendor_id } = quote
  const data = { per_visit_price: input.per_visit_price }
  await Promise.all([
    savePrice(tx, quote.id, saved, input.terms),
    service && saveServiceStatus(tx, service.id, toQuote(service.status)),
    record(tx, { kind, actor: viewer.id, building_id, vendor_id, subject: quote.id, data }),
  ])
}
