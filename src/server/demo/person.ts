import type { z } from 'zod'
import type { ResidentSignUp, VendorSignUp } from '../../domain/accounts/sign-up.ts'
import type { VendorRole } from '../../domain/team/colleague.ts'
import { createCaller } from '../app.ts'
import { asSystem } from '../db/as-viewer.ts'
import type { Context, Portal } from '../rpc/context.ts'
import { readSession } from '../session/session.ts'
import { signLinkToken } from '../session/tokens.ts'

/** All procedures, called as one person. */
export type Procedures = ReturnType<typeof createCaller>

/** A person with an account, whose calls run in their own session. */
export type Person = { id: string; email: string; call: Procedures; jar: Headers }

type Credentials = { email: string; password: string; address?: string }

/**
 * A caller of procedures with a cookie jar. Each call does the session lookup with the same code as over HTTP.
 */
export function openBrowser(
  portal: Portal,
  address = '127.0.0.1',
  /** The cookie jar, as set-cookie headers. */
  responseHeaders = new Headers(),
): Procedures {
  return createCaller(async (): Promise<Context> => {
    const headers = new Headers()
    const cookies = cookiesSetBy(responseHeaders)
    if (cookies) headers.set('cookie', cookies)
    const session = await readSession(portal, headers, responseHeaders)
    return { ...portal, session, headers, address, responseHeaders }
  })
}

export function signUpAsVendor(portal: Portal, signUp: z.input<typeof VendorSignUp>): Promise<Person> {
  return enter(portal, signUp, async (call) => {
    await call.accounts.signUpVendor(signUp)
    await openConfirmation(portal, call, signUp.email)
  })
}

/** Opens the link that the sign-up has mailed. */
async function openConfirmation(portal: Portal, call: Procedures, email: string): Promise<void> {
  await call.accounts.confirmEmail({ token: await tokenOf(portal, email, 'confirm_email') })
}

/** What the link that was mailed to this address carries. */
async function tokenOf(portal: Portal, email: string, purpose: string): Promise<string> {
  const link = await asSystem(portal.db, (tx) =>
    tx
      .selectFrom('account_links')
      .where('email', '=', email.trim().toLowerCase())
      .where('purpose', '=', purpose)
      .where('void_at', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow(),
  )
  return signLinkToken(portal.config.secret, link.id)
}

type Invitation = {
  first_name: string
  last_name: string
  email: string
  password: string
  vendor_role: VendorRole
}

/** An owner invites a person to their company, who chooses a password by the link in the mail. */
export async function joinTeam(portal: Portal, owner: Person, invitation: Invitation): Promise<Person> {
  const { first_name, last_name, email, password, vendor_role } = invitation
  await owner.call.team.invite({ full_name: `${first_name} ${last_name}`, email, vendor_role })
  return enter(portal, invitation, async (call) => {
    const token = await tokenOf(portal, email, 'reset_password')
    await call.accounts.resetPassword({ token, new_password: password })
  })
}

/** A pending resident is signed in, too. */
export function signUpAsResident(portal: Portal, signUp: z.input<typeof ResidentSignUp>): Promise<Person> {
  return enter(portal, signUp, async (call) => {
    const { status } = await call.accounts.signUpResident(signUp)
    await openConfirmation(portal, call, signUp.email)
    if (status === 'pending') await call.accounts.signIn({ email: signUp.email, password: signUp.password })
  })
}

export function signIn(portal: Portal, account: Credentials): Promise<Person> {
  return enter(portal, account, (call) =>
    call.accounts.signIn({ email: account.email, password: account.password }),
  )
}

async function enter(
  portal: Portal,
  { email }: Credentials,
  signIn: (call: Procedures) => Promise<unknown>,
): Promise<Person> {
  const jar = new Headers()
  const call = openBrowser(portal, undefined, jar)
  await signIn(call)
  const session = await call.accounts.session()
  if (!session) throw new Error(`${email} is not signed in`)
  return { id: session.id, email: session.email, call, jar }
}

function cookiesSetBy(responseHeaders: Headers): string {
  const jar = new Map<string, string>()
  for (const cookie of responseHeaders.getSetCookie()) {
    const [pair = '', ...attributes] = cookie.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) jar.delete(name)
    else jar.set(name, pair)
  }
  return [...jar.values()].join('; ')
}
