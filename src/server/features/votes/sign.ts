import { DomainError } from '../../../domain/errors.ts'
import { signBallot } from '../../../domain/votes/ballot.ts'
import { SignBallot } from '../../../domain/votes/receipt.ts'
import { requireShownVersion } from '../../../domain/votes/vote.ts'
import { asSystem, asViewer } from '../../db/as-viewer.ts'
import { openBareTo } from '../../rpc/procedure.ts'
import { addSignature } from './ballots.db.ts'
import { blindSign, hexHash } from './blind-sign.ts'
import { secretVote } from './secret.db.ts'
import { readVote, signedUnit, unitOf } from './vote.db.ts'
import { readVoteKeys, requireKeys } from './vote-keys.ts'

/**
 * Signs the blinded token of a unit's secret ballot, once for each unit; asked again with the same one, it gives the same signature, so that a
 * closed browser loses no vote. That the unit votes is recorded, without an event, a time or a person. Product 4.4
 */
export const signBallotToken = openBareTo('resident')
  .input(SignBallot)
  .mutation(async ({ ctx, input: { id, version, unit_id, blinded: sent } }) => {
    const { viewer, now } = ctx
    const bytes = Buffer.from(sent, 'base64url')
    const blinded = hexHash(bytes)
    await asViewer(ctx.db, viewer, async (tx) => {
      const vote = await readVote(tx, id)
      await unitOf(tx, { vote_id: id, person: viewer.id, unit_id })
      if (!vote.is_secret) throw new DomainError('conflict', 'this vote is not secret')
      requireShownVersion(vote, version)
      const of = { vote_id: id, unit_id }
      if (signBallot(vote, await signedUnit(tx, of), blinded, now()) === 'again') return
      const { building_id } = vote
      // Another browser of the unit may be first.
      if (!(await addSignature(tx, { ...of, building_id, blinded })))
        signBallot(vote, await signedUnit(tx, of), blinded, now())
    })
    const key_file = (await asSystem(ctx.db, (tx) => secretVote(tx, id)))?.key_file ?? null
    const { private_key } = requireKeys(key_file === null ? null : await readVoteKeys(ctx, key_file))
    return { signature: blindSign(private_key, bytes).toString('base64url') }
  })
