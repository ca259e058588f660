// Rules: [V7.5.2] [V7.4.1] [V16.3.1]

import { Proven, ProvenById } from '../../../domain/factors/factor.ts'
import { placeOfSession } from '../../../domain/sessions/place.ts'
import { record } from '../../db/record.ts'
import { networkOf } from '../../rpc/client-address.ts'
import { openAccountTo, router } from '../../rpc/procedure.ts'
import { endOtherSessions } from '../../session/session.ts'
import { checkProof } from '../factors/proof.ts'
import { endSessionById, listSessions } from './db.ts'
import { deviceOf } from './device.ts'

const openToOwner = () => openAccountTo('resident', 'unassigned', 'vendor', 'crew', 'admin', 'unsecured')

export const sessionsRouter = router({
  /** Where the person is signed in. This device comes first. */
  list: openToOwner().query(async ({ ctx }) => {
    const rows = await listSessions(ctx.tx, ctx.viewer.id)
    return rows
      .map(({ token, user_agent, ip_address, ...session }) => ({
        ...session,
        device: deviceOf(user_agent),
        // An IPv6 line changes the last half of its address by itself.
        place: placeOfSession(ip_address, networkOf(ip_address ?? '') === networkOf(ctx.address)),
        is_own: token === ctx.session.token,
      }))
      .sort((one, other) => Number(other.is_own) - Number(one.is_own))
  }),

  end: openToOwner()
    .input(ProvenById)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      await checkProof(ctx, input)
      await endSessionById(ctx.tx, id, input.id)
      await record(ctx.tx, { kind: 'session_ended', actor: id, subject: id, data: { sessions: 1 } })
    }),

  endOthers: openToOwner()
    .input(Proven)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      await checkProof(ctx, input)
      const sessions = await endOtherSessions(ctx.tx, id, ctx.session.token)
      if (sessions > 0)
        await record(ctx.tx, { kind: 'session_ended', actor: id, subject: id, data: { sessions } })
      return { sessions }
    }),
})
