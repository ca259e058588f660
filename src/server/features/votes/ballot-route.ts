import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { DomainError } from '../../../domain/errors.ts'
import { choiceBits, choiceOfBits } from '../../../domain/votes/choice.ts'
import { BALLOT_PATH, choiceFromText, SecretBallot } from '../../../domain/votes/receipt.ts'
import { requireOpenVote } from '../../../domain/votes/vote.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Portal } from '../../rpc/context.ts'
import { domainErrorResponse } from '../../rpc/procedure.ts'
import type { Env } from '../../rpc/request-log.ts'
import { isolated } from '../../rpc/security-headers.ts'
import { openBox, sealBox } from './ballot-box.ts'
import { hexHash, isSigned } from './blind-sign.ts'
import { lockBox, saveBox, secretVote } from './secret.db.ts'
import { choosableOf } from './vote.db.ts'
import { readVoteKeys, requireKeys } from './vote-keys.ts'

/** More than a ballot has. */
const MAX_BALLOT = 2048

/**
 * POST /ballots: a secret ballot, or its change. It reads no session and no address, and request-log.ts writes nothing of it: a signed token is
 * all that it takes. Product 4.4
 */
export function ballotRoutes(portal: Portal): Hono<Env> {
  const app = new Hono<Env>().basePath(BALLOT_PATH)
  app.use('*', isolated(portal.config))
  app.use('*', bodyLimit({ maxSize: MAX_BALLOT, onError: (context) => context.text('Too long.', 413) }))
  app.post('/', async (context) => {
    context.header('cache-control', 'no-store')
    try {
      await castSecretly(portal, await readBallot(context))
      return context.json({})
    } catch (error) {
      const refusal = domainErrorResponse(error)
      if (!refusal) throw error
      return context.json(refusal.body, refusal.status)
    }
  })
  app.all('*', (context) => context.text('There is nothing here.', 404))
  return app
}

async function readBallot(context: Context<Env>): Promise<SecretBallot> {
  const sent: unknown = await context.req.json().catch(() => null)
  const parsed = SecretBallot.safeParse(sent)
  if (!parsed.success) throw new DomainError('invalid_input', parsed.error.issues[0]?.message)
  return parsed.data
}

/**
 * Puts a ballot into the box of its vote, in the place of the one with the same token. Throws DomainError 'not_found' for no such vote,
 * 'conflict' when it is not open, 'not_allowed' for a token that was not signed for it. Product 4.4
 */
export async function castSecretly(portal: Portal, ballot: SecretBallot): Promise<void> {
  const vote = await asSystem(portal.db, (tx) => secretVote(tx, ballot.vote))
  if (!vote?.public_key) throw new DomainError('not_found')
  requireOpenVote(vote, portal.now())
  const token = Buffer.from(ballot.token, 'base64url')
  const signature = ballot.signature === null ? null : Buffer.from(ballot.signature, 'base64url')
  if (signature && !isSigned(vote.public_key, token, signature)) refuse()
  const choosable = choosableOf(vote)
  const bits = choiceBits(choosable, choiceOfBits(choosable, choiceFromText(ballot.choice)))
  const { box_key } = requireKeys(vote.key_file === null ? null : await readVoteKeys(portal, vote.key_file))
  const hash = hexHash(token)
  await asSystem(portal.db, async (tx) => {
    const locked = await lockBox(tx, vote.id)
    if (!locked) throw new DomainError('conflict', 'this vote is closed')
    const ballots = openBox(box_key, vote.id, locked.box)
    // What is in the box was signed when it came.
    if (!signature && !ballots.has(hash)) refuse()
    await saveBox(tx, vote.id, sealBox(box_key, vote.id, ballots.set(hash, bits)))
  })
}

function refuse(): never {
  throw new DomainError('not_allowed', 'this is no receipt of this vote')
}
