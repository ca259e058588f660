import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { CreateLink, linkState, requireRoomForLink } from '../../../domain/members/invitation.ts'
import { id } from '../../../domain/text.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { addLink, countOpenLinks, linkHash, listLinks, revokeLink } from './links.db.ts'

/** In bytes: nobody guesses it. */
const TOKEN_LENGTH = 32

/** The procedures of invitation links. Product 4.1 */
export const links = {
  /** The building's links, newest first, without what makes them work. */
  links: openTo({ resident: 'manage_members' }).query(async ({ ctx: { tx, viewer } }) =>
    (await listLinks(tx, viewer.building_id)).map(({ is_expired, is_revoked, ...link }) => ({
      ...link,
      state: linkState({ ...link, is_expired, is_revoked }),
    })),
  ),

  /** Returns the address, which nobody can read again. */
  createLink: openTo({ resident: 'manage_members' })
    .input(CreateLink)
    .mutation(async ({ ctx: { tx, viewer, config }, input }) => {
      const { id: actor, building_id } = viewer
      requireRoomForLink(await countOpenLinks(tx, building_id))
      const token = randomBytes(TOKEN_LENGTH).toString('base64url')
      await addLink(tx, { ...input, building_id, created_by: actor, token_hash: linkHash(token) })
      const { max_uses, days, unit_number } = input
      await record(tx, { kind: 'link_created', actor, building_id, data: { max_uses, days, unit_number } })
      return { address: `${config.publicUrl}/invitation#${token}` }
    }),

  /** It answers like one that never was. */
  revokeLink: openTo({ resident: 'manage_members' })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { id: actor, building_id } = viewer
      if (!(await revokeLink(tx, building_id, input.id))) throw new DomainError('not_found')
      await record(tx, { kind: 'link_revoked', actor, building_id })
    }),
}
