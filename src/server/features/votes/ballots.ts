import { DomainError } from '../../../domain/errors.ts'
import { type CastBy, castBallot, casterOf } from '../../../domain/votes/ballot.ts'
import { answerCandidacy } from '../../../domain/votes/candidate.ts'
import { requireChoice } from '../../../domain/votes/choice.ts'
import { giveProxy, revokeProxy } from '../../../domain/votes/proxy.ts'
import { requireShownVersion } from '../../../domain/votes/vote.ts'
import { AnswerCandidacy, CastBallot, GiveProxy, RevokeProxy } from '../../../domain/votes/vote-input.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { addProxy, lockedName, proxyHolder, removeProxy, saveBallot } from './ballots.db.ts'
import { choosableOf, readVote, unitOf } from './vote.db.ts'

/** What the building's people do in a vote. Product 4.4 */
export const ballotsOfVote = {
  /** An open ballot, or its change: in a secret vote a ballot comes without a session (ballot-route.ts). */
  cast: openTo('resident')
    .input(CastBallot)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, version, unit_id, choice } }) => {
      const vote = await readVote(tx, id)
      const unit = await unitOf(tx, { vote_id: id, person: viewer.id, unit_id })
      const cast_as = casterOf(unit)
      if (cast_as === null) throw new DomainError('not_found')
      if (vote.is_secret) throw new DomainError('conflict', 'this vote is secret')
      requireShownVersion(vote, version)
      castBallot(vote, cast_as, castersName(unit.voted_as), now())
      const ballot = { choice: requireChoice(choosableOf(vote), choice), cast_as }
      const { building_id, question } = vote
      const of = { vote_id: id, unit_id, building_id }
      await saveBallot(tx, { ...of, ...ballot, person: viewer.id, cast_at: now() })
      const data = { question, unit: unit.number, by: cast_as }
      await record(tx, { kind: 'ballot_cast', actor: viewer.id, building_id, subject: id, data })
    }),

  giveProxy: openTo('resident')
    .input(GiveProxy)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, unit_id, holder_id } }) => {
      const owner = await lockedName(tx, viewer.id)
      const vote = await readVote(tx, id)
      const unit = ownUnit(await unitOf(tx, { vote_id: id, person: viewer.id, unit_id }))
      const { building_id, question, closes_at } = vote
      const of = { vote_id: id, unit_id, building_id }
      const { owns_unit, held_units } = await proxyHolder(tx, of, holder_id)
      const given = {
        holder_owns_unit: owns_unit,
        held_by: unit.holder_id,
        held_units,
        voted_by: unit.voted_as,
      }
      if (giveProxy(vote, holder_id, given, now()) === 'same') return
      const data = { question, unit: unit.number, vote_id: id, owner }
      const event = { actor: viewer.id, building_id }
      if (unit.holder_id !== null) {
        await removeProxy(tx, of)
        await record(tx, { kind: 'proxy_revoked', ...event, subject: unit.holder_id, data })
      }
      await addProxy(tx, { ...of, holder_id, given_by: viewer.id })
      const until = closes_at?.toISOString() ?? ''
      await record(tx, {
        kind: 'proxy_given',
        ...event,
        subject: holder_id,
        data: { ...data, closes_at: until },
      })
    }),

  revokeProxy: openTo('resident')
    .input(RevokeProxy)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, unit_id } }) => {
      const owner = await lockedName(tx, viewer.id)
      const vote = await readVote(tx, id)
      const unit = ownUnit(await unitOf(tx, { vote_id: id, person: viewer.id, unit_id }))
      if (unit.holder_id === null) return
      revokeProxy(vote, unit.voted_as, now())
      const { building_id, question } = vote
      await removeProxy(tx, { vote_id: id, unit_id, building_id })
      const data = { question, unit: unit.number, vote_id: id, owner }
      const event = { actor: viewer.id, building_id, subject: unit.holder_id, data }
      await record(tx, { kind: 'proxy_revoked', ...event })
    }),

  /** A candidate stands or does not. */
  answerCandidacy: openTo('resident')
    .input(AnswerCandidacy)
    .mutation(async ({ ctx: { tx, viewer }, input: { id, option_id, accepts } }) => {
      await lockedName(tx, viewer.id)
      const vote = await readVote(tx, id)
      const option = vote.options.find((each) => each.id === option_id)
      if (!option) throw new DomainError('not_found')
      answerCandidacy(vote, option, viewer.id)
      const answer = accepts ? 'accepted' : 'declined'
      if (option.answer === answer) return
      await tx.updateTable('vote_options').set({ answer }).where('id', '=', option_id).execute()
      const { building_id, question } = vote
      const data = { question, accepts }
      await record(tx, { kind: 'candidacy_answered', actor: viewer.id, building_id, subject: id, data })
    }),
}

/** In whose name an open ballot of a unit is. */
function castersName(voted_as: CastBy | 'secret' | null): CastBy | null {
  return voted_as === 'secret' ? null : voted_as
}

/** Who only holds a proxy gives none. Throws DomainError 'not_found' for them. */
function ownUnit<Unit extends { is_voter: boolean }>(unit: Unit): Unit {
  if (!unit.is_voter) throw new DomainError('not_found')
  return unit
}
