import { JoinByLink, OpenInvitation } from '../../../domain/members/invitation.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { serverRefusal } from '../../refusal.ts'
import type { Context } from '../../rpc/context.ts'
import { openToAll } from '../../rpc/procedure.ts'
import { hashPassword, requireHashCapacity } from '../../session/password-hash.ts'
import { findOpenLink } from '../members/links.db.ts'
import { enterNewAccount } from './sign-in.ts'
import { signUpByLink } from './sign-up.ts'

/** The procedures of somebody who opens an invitation link. Product 4.1 */
export const invitation = {
  /** What the link opens, before somebody signs up by it. A mutation, so that its token is in no log. */
  openInvitation: openToAll()
    .input(OpenInvitation)
    .mutation(async ({ ctx, input }) => {
      const { unit_number, tie, name, address, city, state, zip_code } = await requireOpenLink(
        ctx,
        input.token,
      )
      return { unit_number, tie, building: { name, address, city, state, zip_code } }
    }),

  /** Accepted at once where the captain said the unit; otherwise the person waits like everybody. */
  signUpByLink: openToAll()
    .input(JoinByLink)
    .mutation(async ({ ctx, input }) => {
      requireHashCapacity()
      await ctx.limits.countSignUp(input.email, ctx.address)
      // No hash for a dead link.
      await requireOpenLink(ctx, input.token)
      const hash = await hashPassword(input.password)
      const { id, status } = await asSystem(ctx.db, (tx) => signUpByLink(tx, input, hash))
      if (status === 'active') await enterNewAccount(ctx, id)
      return { status }
    }),
}

/** Throws DomainError 'link_expired' for a link that is unknown or works no longer. */
async function requireOpenLink({ db, limits, address }: Context, token: string) {
  const link = await asSystem(db, (tx) => findOpenLink(tx, token))
  if (link) return link
  await limits.countUnknownInvitation(address)
  throw serverRefusal('link_expired')
}
