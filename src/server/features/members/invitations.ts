import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import {
  addressesIn,
  ImportInvitations,
  InvitationFile,
  invitedNow,
  planInvitations,
} from '../../../domain/members/invitation-file.ts'
import { id } from '../../../domain/text.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { lockMember } from './db.ts'
import { readInvitationFile } from './invitation-csv.ts'
import {
  isInvited,
  knownAddresses,
  lockInvitations,
  renewMemberInvitation,
  sendInvitations,
} from './invitations.db.ts'

/** The procedures of invitations by name and address. Product 4.1 */
export const invitations = {
  /** Says each line's fate. Changes nothing; a mutation, since a file is too large for an address. */
  previewInvitations: openTo({ resident: 'manage_members' })
    .input(InvitationFile)
    .mutation(async ({ ctx: { tx, viewer, limits }, input }) => {
      const file = readInvitationFile(input.csv)
      await limits.countImported(viewer.id, file.records.length)
      return { lines: await planOf(tx, file) }
    }),

  /** Invites exactly those that the preview showed. Returns how many. */
  importInvitations: openTo({ resident: 'manage_members' })
    .input(ImportInvitations)
    .mutation(async ({ ctx: { tx, viewer, limits }, input: { csv, shown } }) => {
      const file = readInvitationFile(csv)
      await limits.countImported(viewer.id, file.records.length)
      const { id: actor, building_id } = viewer
      await lockInvitations(tx, building_id)
      const invited = invitedNow(await planOf(tx, file), shown)
      const subjects = await sendInvitations(tx, invited)
      await record(
        tx,
        ...subjects.map((subject) => ({ kind: 'invitation_sent', actor, building_id, subject }) as const),
      )
      return { invited: subjects.length }
    }),

  /** 'Send again': a new link. The one before stops working. */
  inviteAgain: openTo({ resident: 'manage_members' })
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx: { tx, viewer, limits }, input }) => {
      const { id: actor, building_id } = viewer
      const { status, email } = await lockMember(tx, input.id, building_id)
      if (status !== 'pending' || !(await isInvited(tx, input.id)))
        throw new DomainError('conflict', 'this person is not invited any more')
      await limits.countInvitation(viewer.id, email)
      await renewMemberInvitation(tx, input.id)
      await record(tx, { kind: 'invitation_sent', actor, building_id, subject: input.id })
    }),
}

type ReadFile = ReturnType<typeof readInvitationFile>

/** Each line's fate at this moment. */
async function planOf(tx: Tx, { header, records }: ReadFile) {
  const known = await knownAddresses(tx, addressesIn(header, records))
  return planInvitations(header, records, known)
}
