import { z } from 'zod'
import { VISIT_TIME } from '../../domain/appointments/visits.ts'
import { DomainError } from '../../domain/errors.ts'
import {
  accept,
  editPrice,
  PerVisitPrice,
  QUOTE_TABS,
  QUOTES_PER_PAGE,
  submitPrice,
} from '../../domain/quotes/quote.ts'
import { id, wholeNumber } from '../../domain/text.ts'
import type { VendorViewer } from '../../domain/viewer.ts'
import { openTo, router } from '../api.ts'
import { bookVisits, countBooked } from '../appointments/appointments.db.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'
import {
  countByState,
  lockForAcceptance,
  lockQuote,
  markQuoted,
  quoteService,
  receivedQuotes,
  saveAcceptance,
  savePrice,
  vendorQuote,
  vendorQuotes,
} from './quotes.db.ts'
import { lockOffers } from './requests.db.ts'

const Price = z.strictObject({ id, per_visit_price: PerVisitPrice })
const tabs = QUOTE_TABS.map(({ tab }) => tab)

export const quotesRouter = router({
  received: openTo('resident')
    .input(z.strictObject({ building_service_id: id }))
    .query(({ ctx, input }) => receivedQuotes(ctx.tx, input.building_service_id)),

  /** `per_visit_price` is the price that was on the screen: when it is no longer the quote's, nothing happens. */
  accept: openTo('resident')
    .input(Price)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const [, locked] = await Promise.all([
        lockOffers(tx, 'request'), // before the rows, or a vendor that waits for them would wait in a circle
        lockForAcceptance(tx, input.id),
      ])
      const { service, quote } = locked
      const outcome = accept(service, quote, input.per_visit_price)
      if (outcome.already) return { appointments: await countBooked(tx, quote.id) }
      await Promise.all([
        saveAcceptance(tx, locked, viewer.id),
        bookVisits(tx, quote, outcome.appointments, VISIT_TIME),
      ])
      return { appointments: outcome.appointments.length }
    }),

  counts: openTo('vendor').query(async ({ ctx }) => {
    const rows = await countByState(ctx.tx, { vendorId: ctx.viewer.id })
    const counts = Object.fromEntries(tabs.map((tab) => [tab, 0])) as Record<(typeof tabs)[number], number>
    for (const { state, count } of rows) {
      counts[state] = count
      counts.all += count
    }
    return counts
  }),

  list: openTo('vendor')
    .input(z.strictObject({ tab: z.enum(tabs), page: wholeNumber('Page', 1, 100_000) }))
    .query(({ ctx, input: { tab, page } }) =>
      vendorQuotes(ctx.tx, {
        vendorId: ctx.viewer.id,
        tab,
        limit: QUOTES_PER_PAGE,
        offset: (page - 1) * QUOTES_PER_PAGE,
      }),
    ),

  /** One quote as the list shows it: what an open dialog asks again, whichever tab the quote is in by now. */
  get: openTo('vendor')
    .input(z.strictObject({ id }))
    .query(async ({ ctx, input }) => {
      const [quote] = await vendorQuote(ctx.tx, { vendorId: ctx.viewer.id, ...input })
      if (!quote) throw new DomainError('not_found')
      return quote
    }),

  submit: openTo('vendor')
    .input(Price)
    .mutation(({ ctx, input }) => price(ctx.tx, ctx.viewer, input, submitPrice, 'quote_submitted')),

  update: openTo('vendor')
    .input(Price)
    .mutation(({ ctx, input }) => price(ctx.tx, ctx.viewer, input, editPrice, 'quote_updated')),
})

type Decision = typeof submitPrice | typeof editPrice

async function price(
  tx: Tx,
  viewer: VendorViewer,
  input: z.infer<typeof Price>,
  decide: Decision,
  kind: 'quote_submitted' | 'quote_updated',
): Promise<void> {
  const { building_service_id } = await quoteService(tx, input.id)
  const [, quote] = await Promise.all([markQuoted(tx, building_service_id), lockQuote(tx, input.id)])
  const { building_id, vendor_id } = quote
  const data = { per_visit_price: input.per_visit_price }
  await Promise.all([
    savePrice(tx, quote.id, decide(quote, input.per_visit_price)),
    record(tx, { kind, actor: viewer.id, building_id, vendor_id, subject: quote.id, data }),
  ])
}
