// Rules: [V6.3.3] [V7.5.1] [V16.3.1]

import { DomainError } from '../../../domain/errors.ts'
import { AddPasskey, EnterCode, FACTOR_MESSAGES, Proven, ProvenById } from '../../../domain/factors/factor.ts'
import { record } from '../../db/record.ts'
import { openAccountTo, router } from '../../rpc/procedure.ts'
import { countRecoveryCodes } from '../../session/factor-secrets.ts'
import { finishPasskeyRegistration, startPasskeyRegistration } from '../../session/passkeys.ts'
import { addCookies } from '../../session/session.ts'
import {
  findSecrets,
  forgetIfLast,
  keepFactor,
  listPasskeys,
  lockAccount,
  makeRecoveryCodes,
  removePasskey,
  requireConfirmedAddress,
  requireRoomForPasskey,
  setApp,
  startApp,
} from './db.ts'
import { checkAppCode, checkProof } from './proof.ts'

const openToOwner = () => openAccountTo('resident', 'unassigned', 'vendor', 'crew', 'admin', 'unsecured')

export const factorsRouter = router({
  get: openToOwner().query(async ({ ctx }) => {
    const { id, kind } = ctx.viewer
    const [secrets, passkeys] = await Promise.all([findSecrets(ctx.tx, id), listPasskeys(ctx.tx, id)])
    const app = secrets?.verified ?? false
    const isOn = app || passkeys.length > 0
    return {
      app,
      passkeys,
      recovery_codes_left: secrets && isOn ? await countRecoveryCodes(ctx.auth, secrets.backup_codes) : 0,
      /** Whether nothing else is open before there is a factor. */
      required: kind === 'unsecured',
    }
  }),

  /** What the browser needs to make a passkey. Valid for five minutes, in this browser. */
  startPasskey: openToOwner()
    .input(Proven)
    .mutation(async ({ ctx, input }) => {
      await checkProof(ctx, input)
      await requireConfirmedAddress(ctx.tx, ctx.viewer.id)
      await requireRoomForPasskey(ctx.tx, ctx.viewer.id)
      const { response, headers } = await startPasskeyRegistration(ctx)
      addCookies(ctx.responseHeaders, headers)
      return response
    }),

  /** Returns the recovery codes if it is the first factor. */
  addPasskey: openToOwner()
    .input(AddPasskey)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      const { name } = input
      await finishPasskeyRegistration(ctx, input)
      const recovery_codes = await keepFactor(ctx.tx, ctx)
      await record(ctx.tx, { kind: 'passkey_added', actor: id, subject: id, data: { name } })
      return { recovery_codes }
    }),

  removePasskey: openToOwner()
    .input(ProvenById)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      await checkProof(ctx, input)
      const name = await removePasskey(ctx.tx, id, input.id)
      await record(ctx.tx, { kind: 'passkey_removed', actor: id, subject: id, data: { name } })
    }),

  /** A new key for the authenticator app. It is on when a code of it was entered. */
  startApp: openToOwner()
    .input(Proven)
    .mutation(async ({ ctx, input }) => {
      await checkProof(ctx, input)
      await requireConfirmedAddress(ctx.tx, ctx.viewer.id)
      return { uri: await startApp(ctx.tx, ctx.auth, ctx.viewer.id) }
    }),

  /** Returns the recovery codes if it is the first factor. */
  enableApp: openToOwner()
    .input(EnterCode)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      await lockAccount(ctx.tx, id)
      await checkAppCode(ctx, input.code, true)
      await setApp(ctx.tx, id, true)
      const recovery_codes = await keepFactor(ctx.tx, ctx)
      await record(ctx.tx, { kind: 'second_factor_enabled', actor: id, subject: id })
      return { recovery_codes }
    }),

  disableApp: openToOwner()
    .input(Proven)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      await checkProof(ctx, input)
      await lockAccount(ctx.tx, id)
      if (!(await findSecrets(ctx.tx, id))?.verified)
        throw new DomainError('invalid_input', FACTOR_MESSAGES.appIsOff)
      await setApp(ctx.tx, id, false)
      await forgetIfLast(ctx.tx, id)
      await record(ctx.tx, { kind: 'second_factor_disabled', actor: id, subject: id })
    }),

  makeRecoveryCodes: openToOwner()
    .input(Proven)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      await checkProof(ctx, input)
      const { two_factor_enabled } = await lockAccount(ctx.tx, id)
      if (!two_factor_enabled) throw new DomainError('invalid_input', FACTOR_MESSAGES.noFactor)
      return { recovery_codes: await makeRecoveryCodes(ctx.tx, ctx.auth, id, true) }
    }),
})
