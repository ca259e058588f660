import { createHash, randomBytes } from 'node:crypto'
import { feedAddress } from '../../../domain/feeds/address.ts'
import { CreateFeed, RevokeFeed, requireRoomForFeed } from '../../../domain/feeds/feed.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { addFeed, countFeeds, listFeeds, removeFeed } from './db.ts'

/** In bytes: nobody guesses it. */
const TOKEN_LENGTH = 32

/** What is stored of a token. It is random and long, so that a plain hash hides it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const feedsRouter = router({
  /** The person's calendar addresses, without what makes them work. */
  list: openTo('resident', 'vendor', 'crew', 'unassigned').query(({ ctx }) =>
    listFeeds(ctx.tx, ctx.viewer.id),
  ),

  /** Returns the address, which nobody can read again. Product 1.7 */
  create: openTo('resident', 'vendor', 'crew')
    .input(CreateFeed)
    .mutation(async ({ ctx: { tx, viewer, config }, input: { name } }) => {
      requireRoomForFeed(await countFeeds(tx, viewer.id))
      const token = randomBytes(TOKEN_LENGTH).toString('base64url')
      await addFeed(tx, { user_id: viewer.id, name, token_hash: tokenHash(token) })
      await record(tx, { kind: 'feed_created', actor: viewer.id, subject: viewer.id, data: { name } })
      return { address: feedAddress(config.publicUrl, token) }
    }),

  /** Its address answers like an unknown one from now on. Product 1.7 */
  revoke: openTo('resident', 'vendor', 'crew', 'unassigned')
    .input(RevokeFeed)
    .mutation(async ({ ctx: { tx, viewer }, input: { id } }) => {
      const name = await removeFeed(tx, viewer.id, id)
      await record(tx, { kind: 'feed_revoked', actor: viewer.id, subject: viewer.id, data: { name } })
    }),
})
