import { APIError } from 'better-auth/api'
import {
  OpenedLink,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  Profile,
} from '../../domain/accounts/settings.ts'
import { FindBuilding, ResidentSignUp, SignIn, VendorSignUp } from '../../domain/accounts/sign-up.ts'
import { today } from '../../domain/calendar.ts'
import { DomainError } from '../../domain/errors.ts'
import { openTo, openToAll, router } from '../api.ts'
import { hashPassword, requirePlaceInLine } from '../auth/password-hash.ts'
import { endSession } from '../auth/session.ts'
import { findBuilding } from '../buildings/buildings.db.ts'
import type { Context } from '../context.ts'
import { asSystem } from '../database/as-viewer.ts'
import { record } from '../events/events.db.ts'
import { readLink, requestPasswordReset, takeLink, voidLinks } from './links.db.ts'
import { changePassword } from './password.ts'
import { readProfile, saveProfile, setEmail, setPassword } from './profile.db.ts'
import { signUpResident, signUpVendor } from './sign-up.db.ts'

export const accountsRouter = router({
  session: openToAll().query(async ({ ctx }) => {
    if (!ctx.session) return null
    const { profile, viewer } = ctx.session
    const { address, city, state, zip_code } = profile
    return {
      id: profile.id,
      email: profile.email,
      first_name: profile.first_name,
      last_name: profile.last_name,
      photo_url: profile.dog_photo_url,
      role: profile.role,
      kind: viewer.kind,
      captain: viewer.kind === 'resident' && viewer.captain,
      /** The newest event by now: the live stream goes on from here. */
      last_event: await ctx.session.last_event,
      building:
        viewer.kind === 'resident' && address && city && state && zip_code
          ? { id: viewer.building_id, name: profile.building_name, address, city, state, zip_code }
          : null,
    }
  }),

  signIn: openToAll()
    .input(SignIn)
    .mutation(async ({ ctx, input }) => {
      requirePlaceInLine()
      await ctx.limits.count(input.email, ctx.address)
      await signIn(ctx, input)
      await ctx.limits.succeeded(input.email, ctx.address)
      ctx.log.info({ account: input.email, by: 'password', address: ctx.address }, 'signed in')
    }),

  signOut: openToAll().mutation(async ({ ctx }) => {
    ctx.log.info({ person: ctx.session?.viewer.id, address: ctx.address }, 'signed out')
    const { headers } = await ctx.auth.api.signOut({ headers: ctx.headers, returnHeaders: true })
    sendCookies(ctx, headers)
  }),

  /** Whether the address is known, so that the dialog knows if step 3 is needed and what it starts with. */
  findBuilding: openToAll()
    .input(FindBuilding)
    .query(({ ctx, input }) =>
      asSystem(ctx.db, async (tx) => {
        const building = await findBuilding(tx, input)
        if (!building) return null
        const { number_of_floors, number_of_units, square_feet, captain_id } = building
        return { has_captain: captain_id !== null, number_of_floors, number_of_units, square_feet }
      }),
    ),

  signUpVendor: openToAll()
    .input(VendorSignUp)
    .mutation(async ({ ctx, input }) => {
      requirePlaceInLine()
      await ctx.limits.countSignUp(ctx.address)
      const hash = await hashPassword(input.password)
      const { id } = await asSystem(ctx.db, (tx) => signUpVendor(tx, input, hash))
      await enter(ctx, id)
    }),

  signUpResident: openToAll()
    .input(ResidentSignUp)
    .mutation(async ({ ctx, input }) => {
      requirePlaceInLine()
      await ctx.limits.countSignUp(ctx.address)
      const hash = await hashPassword(input.password)
      const day = today(ctx.now(), ctx.config.timeZone)
      const { id, status } = await asSystem(ctx.db, (tx) => signUpResident(tx, input, hash, day))
      if (status === 'active') await enter(ctx, id)
      return { status }
    }),

  profile: openTo('resident', 'unassigned').query(({ ctx }) => readProfile(ctx.tx, ctx.viewer.id)),

  updateProfile: openTo('resident', 'unassigned')
    .input(Profile)
    .mutation(async ({ ctx, input }) => {
      const saved = await saveProfile(ctx.tx, ctx.viewer, input)
      if (saved.email_requested) await ctx.limits.countLink(ctx.viewer.id, ctx.address)
      return saved
    }),

  /** The current password is checked; the other sessions end, and this browser's stays. */
  changePassword: openTo('resident', 'unassigned', 'vendor')
    .input(PasswordChange)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.viewer
      await ctx.limits.countPassword(id)
      sendCookies(ctx, await changePassword(ctx.auth, ctx.headers, input))
      await ctx.limits.passwordWasRight(id)
      await voidLinks(ctx.tx, id)
      await record(ctx.tx, { kind: 'password_changed', actor: id, subject: id })
    }),

  /** The answer is the same, and comes as soon, whether there is such an account. */
  requestPasswordReset: openToAll()
    .input(PasswordResetRequest)
    .mutation(async ({ ctx, input }) => {
      await ctx.limits.countLink(input.email, ctx.address)
      await asSystem(ctx.db, (tx) => requestPasswordReset(tx, input.email))
    }),

  /** Whose password a link changes, so that nobody chooses one in vain. A mutation only so that no log has the token. */
  openResetLink: openToAll()
    .input(OpenedLink)
    .mutation(({ ctx, input }) =>
      asSystem(ctx.db, async (tx) => {
        const { email } = await readLink(tx, ctx.config.secret, input.token, 'reset_password')
        return { email }
      }),
    ),

  resetPassword: openToAll()
    .input(PasswordReset)
    .mutation(async ({ ctx, input }) => {
      requirePlaceInLine()
      const { secret } = ctx.config
      // A link that does not work costs no hash.
      await asSystem(ctx.db, (tx) => readLink(tx, secret, input.token, 'reset_password'))
      const hash = await hashPassword(input.new_password)
      await asSystem(ctx.db, async (tx) => {
        const { user_id } = await takeLink(tx, secret, input.token, 'reset_password')
        await setPassword(tx, user_id, hash)
      })
    }),

  changeEmail: openToAll()
    .input(OpenedLink)
    .mutation(({ ctx, input }) =>
      asSystem(ctx.db, async (tx) => {
        const { user_id, email } = await takeLink(tx, ctx.config.secret, input.token, 'change_email')
        await setEmail(tx, user_id, email)
        return { email }
      }),
    ),
})

async function signIn(ctx: Context, { email, password }: SignIn): Promise<void> {
  try {
    const { headers } = await ctx.auth.api.signInEmail({
      body: { email, password },
      headers: ctx.headers,
      returnHeaders: true,
    })
    await startSession(ctx, headers)
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED')
      throw new DomainError('wrong_credentials')
    throw error
  }
}

/** The browser's session from now on; the one that it had before is over. */
async function startSession(ctx: Context, headers: Headers): Promise<void> {
  if (ctx.session) await endSession(ctx.db, ctx.session)
  sendCookies(ctx, headers)
}

/** Signs in who has just signed up. */
async function enter(ctx: Context, user_id: string): Promise<void> {
  const { headers } = await ctx.auth.api.enter({
    body: { user_id },
    headers: ctx.headers,
    returnHeaders: true,
  })
  await startSession(ctx, headers)
}

function sendCookies(ctx: Context, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) ctx.responseHeaders.append('set-cookie', cookie)
}
