import { z } from 'zod'
import { agreementEnd, isRenewable } from '../../../domain/agreements/agreement.ts'
import {
  AgreeRenewal,
  AnswerRenewal,
  agreedAlready,
  isEnded,
  OfferRenewal,
  offerRenewal,
  renewedFrom,
  requireAnswerable,
  requireBookable,
  requireNotFollowed,
} from '../../../domain/agreements/renewal.ts'
import { today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { id } from '../../../domain/text.ts'
import type { ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import { sideOf } from '../../../domain/visits/change.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Context } from '../../rpc/context.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { bookSeries, planSeries } from '../visits/book-series.ts'
import { endOffer, renewalEvent } from './end-offer.ts'
import {
  addRenewal,
  closeRenewal,
  countRenewed,
  type LockedAgreement,
  lockAgreement,
  quoteOfRenewal,
  readAgreement,
} from './renewal.db.ts'

/** What becomes of an accepted quote before it ends. Product 2.9 */
export const agreementsRouter = router({
  /** When an agreement ends, what its last visits cost, and what either side has offered. */
  get: openTo('resident', 'vendor')
    .input(z.strictObject({ id }))
    .query(async ({ ctx: { tx, now, config }, input }) => {
      const day = today(now(), config.timeZone)
      const { stops, renewals, ...agreement } = await readAgreement(tx, input.id, day)
      const ends_on = agreementEnd({ ...agreement, stops })
      const { company_name, price } = agreement
      const is_renewable = isRenewable(ends_on, day) && !agreement.asked_again
      const open = renewals.find(({ answer }) => answer === null)
      return {
        ends_on,
        company_name,
        price,
        is_renewable,
        asked_again: agreement.asked_again,
        open:
          open && is_renewable && ends_on
            ? { ...open, visits: (await planSeries(tx, input.id, { ...open, ends_on })).visits }
            : null,
        renewals: renewals.filter(({ answer }) => answer === 'agreed' || answer === 'refused'),
      }
    }),

  /** Offers to go on; the same as the other side offers is an agreement. */
  offer: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(OfferRenewal)
    .mutation(async ({ ctx, input: { id: quoteId, ...offer } }) => {
      const { agreement, ends_on, by, day } = await lock(ctx, quoteId)
      // Sent again, as after a lost response.
      const agreed = agreedAlready(agreement.renewals, offer, by)
      if (agreed) return { visits: await countRenewed(ctx.tx, quoteId, agreed) }
      requireNotFollowed(agreement)
      const { open } = agreement
      const outcome = offerRenewal({ ends_on, open }, offer, { by, today: day })
      if (outcome === 'same') return { visits: 0 }
      if (outcome === 'agreed' && open) return agree(ctx, agreement, open)
      const { tx, viewer, now } = ctx
      const { until_date, price, note } = offer
      // Refused now if it would book nothing.
      requireBookable((await planSeries(tx, quoteId, offer)).bookings)
      if (open)
        await closeRenewal(tx, open.id, { answer: 'replaced', answered_by: viewer.id, answered_at: now() })
      const terms = { until_date, price, from_date: renewedFrom(offer.ends_on) }
      await addRenewal(tx, agreement, {
        ...terms,
        note,
        offered_by: by,
        person: viewer.id,
        offered_at: now(),
      })
      const event = renewalEvent(viewer.id, agreement, { offered_by: by, until_date, price })
      await record(tx, { ...event, kind: 'renewal_offered', data: { ...event.data, note } })
      return { visits: 0 }
    }),

  /** Agrees to the other side's offer, which books its visits. */
  agree: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(AgreeRenewal)
    .mutation(async ({ ctx, input: { visits, ...input } }) => {
      const { agreement, ends_on, by, day } = await lock(ctx, await quoteOfRenewal(ctx.tx, input.id))
      // Sent again, as after a lost response.
      const earlier = agreement.renewals.find((offer) => offer.id === input.id)
      if (earlier?.answer === 'agreed') return { visits: await countRenewed(ctx.tx, agreement.id, earlier) }
      requireNotFollowed(agreement)
      const { open } = agreement
      requireAnswerable({ ends_on, open }, input, { by, today: day })
      if (!open) throw new DomainError('conflict')
      return agree(ctx, agreement, open, visits)
    }),

  refuse: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(AnswerRenewal)
    .mutation(async ({ ctx, input }) => {
      const { agreement, ends_on, by, day } = await lock(ctx, await quoteOfRenewal(ctx.tx, input.id))
      const { open } = agreement
      if (isEnded(agreement.renewals, input.id, { answer: 'refused', by })) return
      requireAnswerable({ ends_on, open }, input, { by, today: day })
      await endOffer(ctx, agreement, { answer: 'refused', kind: 'renewal_refused' })
    }),

  /** Takes back one's own offer. */
  withdraw: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx, input }) => {
      const { agreement, by } = await lock(ctx, await quoteOfRenewal(ctx.tx, input.id))
      if (isEnded(agreement.renewals, input.id, { answer: 'withdrawn', by })) return
      if (agreement.open?.id !== input.id)
        throw new DomainError('conflict', 'this offer was answered meanwhile')
      if (agreement.open.offered_by !== by) throw new DomainError('not_allowed')
      await endOffer(ctx, agreement, { answer: 'withdrawn', kind: 'renewal_withdrawn' })
    }),
})

type Party = Context & { tx: Tx; viewer: ResidentViewer | VendorViewer }

/** The agreement under a lock, its end, and on which side of it the viewer is. */
async function lock({ tx, viewer, now, config }: Party, quoteId: string) {
  // Before the row, so that a document that is required meanwhile is told of for the visits that are booked here, too.
  await lockOffers(tx, 'request')
  const day = today(now(), config.timeZone)
  const agreement = await lockAgreement(tx, quoteId, day)
  const by = sideOf(viewer, agreement)
  if (by === null) throw new DomainError('not_allowed')
  return { agreement, ends_on: agreementEnd(agreement), by, day }
}

/** Books the visits of an offer, at its price, if they are as many as were shown. Returns how many. */
async function agree(
  { tx, viewer, now }: Party,
  agreement: LockedAgreement,
  open: NonNullable<LockedAgreement['open']>,
  shown?: number,
) {
  const ends_on = agreementEnd(agreement)
  if (ends_on === null) throw new DomainError('conflict')
  await closeRenewal(tx, open.id, { answer: 'agreed', answered_by: viewer.id, answered_at: now() })
  const { offered_by, until_date, price } = open
  const visits = await bookSeries(tx, agreement, { until_date, ends_on }, shown)
  const event = renewalEvent(viewer.id, agreement, { offered_by, until_date, price })
  await record(tx, { ...event, kind: 'renewal_agreed', data: { ...event.data, visits } })
  return { visits }
}
