// Rules: [V16.5.3]

import { parseSigned } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { type Office, powersOfResident, type SaidPowers } from '../../domain/members/office.ts'
import { POWERS, VENDOR_POWERS, type Viewer } from '../../domain/viewer.ts'
import type { Config } from '../config.ts'
import { asSystem } from '../db/as-viewer.ts'
import type { Source, Tx } from '../db/pool.ts'
import { record } from '../db/record.ts'
import { statement } from '../db/statement.ts'
import { type Auth, MAX_AGE_SECONDS, RENEWAL_SECONDS, SESSION_SECONDS } from './auth.ts'

/** A signed-in person, read at each request: a removal or a new role takes effect at the next call. */
export type Session = {
  token: string
  viewer: Viewer
  row: SessionRow
}
export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/**
 * The session of these headers, or null. A session that is due is renewed, one that is over is deleted, and the cookie
 * follows in `responseHeaders`. The sign-in library would decide both by this server's clock.
 * [3.session] [7.auth.5] [V7.2.1] [V8.3.1]
 */
export async function readSession(
  { db, auth, config }: { db: Source; auth: Auth; config: Config },
  headers: Headers,
  responseHeaders: Headers,
): Promise<Session | null> {
  const token = await sessionToken(auth, headers)
  if (!token) return null
  const row = await asSystem(db, (tx) => findSession(tx, token))
  if (row?.is_fresh) return sessionOf(token, row, config)
  const body = { token, keep: row?.is_valid === true }
  const { response: isKept, headers: cookies } = await auth.api.keepSession({
    ...{ body, headers },
    returnHeaders: true,
  })
  addCookies(responseHeaders, cookies)
  return row && isKept ? sessionOf(token, row, config) : null
}

/** Whether the session of these headers is still valid; does not renew it. */
export async function isSignedIn(
  { db, auth }: { db: Source; auth: Auth },
  headers: Headers,
): Promise<boolean> {
  const token = await sessionToken(auth, headers)
  const row = token && (await asSystem(db, (tx) => findSession(tx, token)))
  return row ? row.is_valid : false
}

/** Ends a session, so a copy of its cookie is worthless. [V7.4.1] */
export async function endSession(tx: Tx, { token }: Session): Promise<void> {
  await tx.deleteFrom('auth_sessions').where('token', '=', token).execute()
}

/** For an operator: ends the sessions of the account with this e-mail address, or all sessions (null). Returns how many; null for an unknown address. */
export async function endSessions(tx: Tx, email: string | null): Promise<number | null> {
  const users = tx
    .selectFrom('auth_users')
    .where('email', '=', email ?? '')
    .select('id')
  if (email !== null && !(await users.executeTakeFirst())) return null
  const sessions = tx.deleteFrom('auth_sessions').returning('user_id')
  const ended = await (email === null ? sessions : sessions.where('user_id', 'in', users)).execute()
  const counts = new Map<string, number>()
  for (const { user_id } of ended) counts.set(user_id, (counts.get(user_id) ?? 0) + 1)
  await record(
    tx,
    ...[...counts].map(
      ([subject, sessions]) =>
        ({ kind: 'account_signed_out', actor: null, subject, data: { sessions } }) as const,
    ),
  )
  return ended.length
}

/** Ends all sessions of a person but this one. Returns how many. */
export async function endOtherSessions(tx: Tx, personId: string, token: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth_sessions')
    .where('user_id', '=', personId)
    .where('token', '<>', token)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The token of the session cookie if its signature is valid. */
export async function sessionToken(auth: Auth, headers: Headers): Promise<string | null> {
  const { authCookies, secret } = await auth.$context
  const { name } = authCookies.sessionToken
  const cookies = await parseSigned(headers.get('cookie') ?? '', secret, name)
  return cookies[name] || null
}

function sessionOf(token: string, row: SessionRow, config: Config): Session | null {
  const viewer = viewerOf(row, config.adminsNeedFactor)
  return viewer && { token, viewer, row }
}

/** A session with its person's rights, even if it has expired. */
export async function findSession(tx: Tx, token: string) {
  const [row] = await sessionRows(tx, { token })
  return row
}

/** Neither unused for too long nor too old, by the database's clock, since those of several servers differ. [V7.3.2] */
export const isValid = sql<boolean>`auth_sessions.expires_at > clock_timestamp()
  and auth_sessions.created_at > clock_timestamp() - make_interval(secs => ${sql.lit(MAX_AGE_SECONDS)})`
/** Not due for renewal. */
const isRecent = sql<boolean>`auth_sessions.expires_at > clock_timestamp()
  + make_interval(secs => ${sql.lit(SESSION_SECONDS - RENEWAL_SECONDS)})`

/** The offices of the person `profiles`, and what their building says of powers; null for everybody but residents. Product 4.2 */
export const officesOf = [
  sql<
    Office[] | null
  >`(select array_agg(o.office order by o.office) from officers o where o.profile_id = profiles.id)`.as(
    'offices',
  ),
  sql<SaidPowers | null>`(select jsonb_object_agg(o.holder, o.powers) from office_powers o
    where o.building_id = profiles.building_id)`.as('said_powers'),
] as const

const sessionRows = statement((db, { token }: { token: string }) =>
  db
    .selectFrom('auth_sessions')
    .innerJoin('profiles', 'profiles.id', 'auth_sessions.user_id')
    .leftJoin('buildings', 'buildings.id', 'profiles.building_id')
    .where('auth_sessions.token', '=', token)
    .select([isValid.as('is_valid'), sql<boolean>`${isValid} and ${isRecent}`.as('is_fresh')])
    .select(['profiles.id', 'role', 'status', 'building_id', 'buildings.captain_id'])
    .select(['profiles.vendor_id', 'vendor_role'])
    .select(officesOf)
    // Nobody signs in for them any more; a session that began meanwhile is worthless.
    .where('status', '<>', 'removed')
    .select(
      sql<boolean | null>`case when role = 'admin' then
        (select two_factor_enabled from auth_users u where u.id = profiles.id) end`.as('has_factor'),
    ),
)

type Rights = Omit<SessionRow, 'is_valid' | 'is_fresh'>

/**
 * A pending person is not a resident yet. The captain is the person that the building names, and has all powers; others have those of their
 * offices and of every resident. An admin who still needs a second factor is `unsecured`. An owner of a vendor has all powers there. Null for a removed colleague.
 */
export function viewerOf(person: Rights, adminsNeedFactor: boolean): Viewer | null {
  const { id, role, status, building_id, captain_id, has_factor } = person
  const { vendor_id, vendor_role, offices, said_powers } = person
  if (status === 'removed') return null
  if (status === 'pending') return { kind: 'pending', id }
  if (role === 'admin') return { kind: adminsNeedFactor && !has_factor ? 'unsecured' : 'admin', id }
  if (vendor_id !== null && vendor_role === 'crew') return { kind: 'crew', id, vendor_id }
  if (vendor_id !== null)
    return { kind: 'vendor', id, vendor_id, powers: vendor_role === 'owner' ? VENDOR_POWERS : [] }
  if (building_id === null) return { kind: 'unassigned', id }
  const isCaptain = role === 'captain' && captain_id === id
  return {
    kind: 'resident',
    id,
    building_id,
    powers: isCaptain ? POWERS : powersOfResident(offices, said_powers),
  }
}

/** Adds the library's cookies to a response. */
export function addCookies(to: Headers, from: Headers): void {
  for (const cookie of from.getSetCookie()) to.append('set-cookie', cookie)
}
