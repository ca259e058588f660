import {
  ChangePassword,
  OpenLink,
  RequestPasswordReset,
  ResetPassword,
} from '../../../domain/accounts/password.ts'
import { FindBuilding, ResidentSignUp, SignIn, VendorSignUp } from '../../../domain/accounts/sign-up.ts'
import { MAX_SIMILAR } from '../../../domain/buildings/address.ts'
import { cityTime, today } from '../../../domain/calendar.ts'
import { EnterCode, EnterRecoveryCode, Proven, SignInByPasskey } from '../../../domain/factors/factor.ts'
import { may } from '../../../domain/viewer.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { openAccountTo, openTo, openToAll, router } from '../../rpc/procedure.ts'
import {
  pendingEmail,
  readLink,
  requestEmailConfirmation,
  requestPasswordReset,
  takeLink,
  voidLinks,
} from '../../session/account-links.ts'
import { libraryHeaders } from '../../session/library-headers.ts'
import { startPasskeySignIn } from '../../session/passkeys.ts'
import { hashPassword, requireHashCapacity } from '../../session/password-hash.ts'
import { addCookies, viewerOf } from '../../session/session.ts'
import { findBuilding, similarAddresses } from '../buildings/db.ts'
import { checkProof } from '../factors/proof.ts'
import { acceptInvitation, isInvited } from '../members/invitations.db.ts'
import { companyOf, joinCompany } from '../team/db.ts'
import {
  confirmEmail,
  hasPassword,
  lockLinkedPerson,
  lockPassword,
  readPerson,
  setEmail,
  setPassword,
} from './db.ts'
import { deleteAccount } from './delete-account.ts'
import { invitation } from './invitation.ts'
import { changePassword } from './password.ts'
import {
  closeSession,
  enterNewAccount,
  rememberDevice,
  signInByCode,
  signInByPasskey,
  signInByPassword,
  signInByRecoveryCode,
} from './sign-in.ts'
import { signUpResident, signUpVendor } from './sign-up.ts'

// [V11.4.1] [V15.3.1] [V16.3.1] [V6.3.4]
export const accountsRouter = router({
  session: openToAll().query(async ({ ctx }) => {
    const { session } = ctx
    const person = session && (await asSystem(ctx.db, (tx) => readPerson(tx, session.viewer.id)))
    if (!person) return null
    const viewer = viewerOf(person, ctx.config.adminsNeedFactor)
    if (!viewer) return null
    const { address, city, state, zip_code } = person
    return {
      id: person.id,
      email: person.email,
      /** Until then, mail that this person causes to others waits. */
      email_confirmed: person.email_verified,
      first_name: person.first_name,
      last_name: person.last_name,
      photo_url: person.dog_photo_url,
      role: person.role,
      /** What the rules of the domain read, so that screens ask the same rules. */
      viewer,
      /** The people who wait for this person's approval. */
      waiting: may(viewer, 'manage_members') ? person.waiting : 0,
      /** Whether the captain asks this person to take over. Product 4.1 */
      captaincy_offered: person.captaincy_offered,
      /** How many people work for this person's company: of one alone, nobody is chosen. Product 1.8 */
      team: person.team,
      /** The newest event by now: the live stream goes on from here. */
      last_event: person.last_event,
      building:
        viewer.kind === 'resident' && address && city && state && zip_code
          ? { id: viewer.building_id, name: person.building_name, address, city, state, zip_code }
          : null,
      /** Where a person who waits has asked to be let in. */
      waits_at: viewer.kind === 'pending' && address && city ? `${address}, ${city}` : null,
    }
  }),

  // [7.auth.2] [V7.2.4] [V7.6.2]
  signIn: openToAll()
    .input(SignIn)
    .mutation(async ({ ctx, input }) => {
      requireHashCapacity()
      const device = await ctx.devices.find(ctx.headers, input.email)
      const attempt = { email: input.email, address: ctx.address, device }
      await ctx.limits.count(attempt)
      const second_step = await signInByPassword(ctx, input, device)
      await ctx.limits.succeeded(attempt)
      ctx.log.info(
        { account: input.email, by: 'password', address: ctx.address },
        second_step ? 'the password is right, a second step is due' : 'signed in',
      )
      return { second_step }
    }),

  /** The second step, in the browser that sent the right password at most ten minutes ago. */
  signInByCode: openToAll()
    .input(EnterCode)
    .mutation(({ ctx, input }) => signInByCode(ctx, input.code)),

  signInByRecoveryCode: openToAll()
    .input(EnterRecoveryCode)
    .mutation(({ ctx, input }) => signInByRecoveryCode(ctx, input.recovery_code)),

  /** What the browser needs to ask for a passkey. */
  startPasskey: openToAll().mutation(async ({ ctx }) => {
    await ctx.limits.countPasskey(ctx.address)
    const { options, headers } = await startPasskeySignIn(ctx)
    addCookies(ctx.responseHeaders, headers)
    return options
  }),

  signInByPasskey: openToAll()
    .input(SignInByPasskey)
    .mutation(({ ctx, input }) => signInByPasskey(ctx, input)),

  // [7.auth.3]
  signOut: openToAll().mutation(async ({ ctx }) => {
    const { session } = ctx
    if (session) await closeSession(ctx, session)
    ctx.log.info({ person: session?.viewer.id, address: ctx.address }, 'signed out')
    const { headers } = await ctx.auth.api.signOut({ headers: ctx.headers, returnHeaders: true })
    addCookies(ctx.responseHeaders, headers)
  }),

  /**
   * The building at an address: whether the dialog needs step 3, and its initial values. If none is known, the addresses
   * that may have been meant.
   */
  findBuilding: openToAll()
    .input(FindBuilding)
    .query(({ ctx, input }) =>
      asSystem(ctx.db, async (tx) => {
        const building = await findBuilding(tx, input)
        if (!building) return { building: null, similar: await similarAddresses(tx, input, MAX_SIMILAR) }
        const { number_of_floors, number_of_units, square_feet, captain_id } = building
        const has_captain = captain_id !== null
        return { building: { has_captain, number_of_floors, number_of_units, square_feet }, similar: [] }
      }),
    ),

  // [7.auth.1]
  signUpVendor: openToAll()
    .input(VendorSignUp)
    .mutation(async ({ ctx, input }) => {
      requireHashCapacity()
      await ctx.limits.countSignUp(input.email, ctx.address)
      const hash = await hashPassword(input.password)
      const { id } = await asSystem(ctx.db, (tx) => signUpVendor(tx, input, hash))
      await enterNewAccount(ctx, id)
    }),

  signUpResident: openToAll()
    .input(ResidentSignUp)
    .mutation(async ({ ctx, input }) => {
      requireHashCapacity()
      await ctx.limits.countSignUp(input.email, ctx.address)
      const hash = await hashPassword(input.password)
      const day = today(ctx.now(), ctx.config.timeZone)
      const { id, status } = await asSystem(ctx.db, (tx) => signUpResident(tx, input, hash, day))
      if (status === 'active') await enterNewAccount(ctx, id)
      return { status }
    }),

  ...invitation,

  /** Checks the current password. Other sessions end, this one stays; the change of the e-mail address is stopped. [5.settings.4] [7.auth.6] */
  changePassword: openTo('resident', 'unassigned', 'vendor', 'crew', 'admin')
    .input(ChangePassword)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      await ctx.limits.countPassword(id)
      // Of two changes at once the second one is compared with the first one's password.
      await lockPassword(ctx.tx, id)
      addCookies(ctx.responseHeaders, await changePassword(ctx.auth, libraryHeaders(ctx), input))
      await ctx.limits.passwordWasRight(id)
      await rememberDevice(ctx, id)
      const stopped_email = await pendingEmail(ctx.tx, id)
      await voidLinks(ctx.tx, id)
      await record(ctx.tx, { kind: 'password_changed', actor: id, subject: id })
      return { stopped_email }
    }),

  /** Same answer and same time for known and unknown accounts. */
  requestPasswordReset: openToAll()
    .input(RequestPasswordReset)
    .mutation(async ({ ctx, input }) => {
      await ctx.limits.countLink(input.email, ctx.address)
      await asSystem(ctx.db, (tx) => requestPasswordReset(tx, input.email))
    }),

  /** Checks a link before the new password is typed. A mutation, so that its token is in no log. */
  openResetLink: openToAll()
    .input(OpenLink)
    .mutation(({ ctx, input }) =>
      asSystem(ctx.db, async (tx) => {
        const { email, user_id } = await readLink(tx, ctx.config.secret, input.token, 'reset_password')
        const invited = !(await hasPassword(tx, user_id))
        const company = invited ? await companyOf(tx, user_id) : null
        return { email, invited, company, at_once: await isInvited(tx, user_id) }
      }),
    ),

  /** The first password of an invited person also signs them in: nobody else had the link. */
  resetPassword: openToAll()
    .input(ResetPassword)
    .mutation(async ({ ctx, input }) => {
      requireHashCapacity()
      const { secret } = ctx.config
      // No hash for a dead link.
      const link = await asSystem(ctx.db, (tx) => readLink(tx, secret, input.token, 'reset_password'))
      const hash = await hashPassword(input.new_password)
      const { user_id, signs_in } = await asSystem(ctx.db, async (tx) => {
        // The person before their link, as in a withdrawn invitation, so no deadlock.
        await lockLinkedPerson(tx, link.user_id)
        const { user_id } = await takeLink(tx, secret, input.token, 'reset_password')
        const signs_in = !(await hasPassword(tx, user_id))
        await setPassword(tx, user_id, hash)
        await joinCompany(tx, user_id)
        await acceptInvitation(tx, user_id)
        return { user_id, signs_in }
      })
      await (signs_in ? enterNewAccount(ctx, user_id) : rememberDevice(ctx, user_id))
      return { signed_in: signs_in }
    }),

  /** The link in a mail to a new address, or to the address of a new account. [7.auth.7] */
  confirmEmail: openToAll()
    .input(OpenLink)
    .mutation(({ ctx, input }) =>
      asSystem(ctx.db, async (tx) => {
        const { secret } = ctx.config
        const link = await takeLink(tx, secret, input.token, 'change_email', 'confirm_email')
        const { user_id, email } = link
        const changed = link.purpose === 'change_email'
        await (changed ? setEmail(tx, user_id, email) : confirmEmail(tx, user_id, email))
        return { email, changed }
      }),
    ),

  /** 'Close Account'. Its sessions end with it. */
  close: openAccountTo('resident', 'unassigned', 'vendor', 'crew', 'pending')
    .input(Proven)
    .mutation(async ({ ctx, input }) => {
      await checkProof(ctx, input)
      await deleteAccount(ctx.tx, ctx.viewer.id, cityTime(ctx.now(), ctx.config.timeZone))
      ctx.log.info({ person: ctx.viewer.id, address: ctx.address }, 'closed the account')
    }),

  /** 'Send again': mails the link that confirms the address once more. */
  resendConfirmation: openTo(
    'resident',
    'unassigned',
    'vendor',
    'crew',
    'pending',
    'admin',
    'unsecured',
  ).mutation(async ({ ctx }) => {
    const person = await asSystem(ctx.db, (tx) => readPerson(tx, ctx.viewer.id))
    if (!person || person.email_verified) return
    await ctx.limits.countLink(person.id, ctx.address)
    // By mailbox, too: closing the account and signing up again gives a new id.
    await ctx.limits.countMailbox(person.email)
    await requestEmailConfirmation(ctx.tx, person.id, person.email)
  }),
})
