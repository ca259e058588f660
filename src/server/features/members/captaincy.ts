import { z } from 'zod'
import { ProvenById } from '../../../domain/factors/factor.ts'
import { offerCaptaincy } from '../../../domain/members/captaincy.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { openBareTo, openTo } from '../../rpc/procedure.ts'
import { proveFirst } from '../factors/proof.ts'
import { acceptOffer, addCaptaincyOffer, endCaptaincyOffer, openOffer } from './captaincy.db.ts'
import { lockMember } from './db.ts'

/** An answer to the one open offer says nothing more. */
const NoMore = z.strictObject({})

/** The procedures of 'Hand Over'. Product 4.1 */
export const captaincy = {
  /** Who is offered the captaincy: for the captain, and for who is asked. Null for everybody else. */
  offer: openTo('resident').query(({ ctx: { tx, viewer } }) => openOffer(tx, viewer.building_id)),

  /** Asks a neighbor to become the HOA representative in the captain's place, with the password. [6.captain.3] [V7.5.1] */
  offerCaptaincy: openBareTo({ resident: 'hand_over' })
    .input(ProvenById)
    .mutation(async ({ ctx, input }) => {
      await proveFirst(ctx, input)
      const { id: actor, building_id } = ctx.viewer
      await asViewer(ctx.db, ctx.viewer, async (tx) => {
        const member = await lockMember(tx, input.id, building_id)
        const { asks } = offerCaptaincy(member, await openOffer(tx, building_id), input.id)
        if (!asks) return
        await addCaptaincyOffer(tx, { building_id, offered_by: actor, to_person: input.id })
        await record(tx, { kind: 'captaincy_offered', actor, building_id, subject: input.id })
      })
    }),

  /** The captain takes the offer back. */
  withdrawCaptaincy: openTo({ resident: 'hand_over' })
    .input(NoMore)
    .mutation(async ({ ctx: { tx, viewer } }) => {
      const { id: actor, building_id } = viewer
      const { to_person } = await endCaptaincyOffer(tx, building_id)
      await record(tx, { kind: 'captaincy_withdrawn', actor, building_id, subject: to_person })
    }),

  /** Who is asked becomes the HOA representative; the one before stays as a resident. */
  acceptCaptaincy: openTo('resident')
    .input(NoMore)
    .mutation(async ({ ctx: { tx, viewer } }) => {
      const { id: actor, building_id } = viewer
      const former = await acceptOffer(tx)
      await record(tx, { kind: 'captaincy_accepted', actor, building_id, subject: former })
    }),

  declineCaptaincy: openTo('resident')
    .input(NoMore)
    .mutation(async ({ ctx: { tx, viewer } }) => {
      const { id: actor, building_id } = viewer
      const { offered_by } = await endCaptaincyOffer(tx, building_id, actor)
      await record(tx, { kind: 'captaincy_declined', actor, building_id, subject: offered_by })
    }),
}
