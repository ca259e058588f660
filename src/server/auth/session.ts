import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { type QueryCreator, sql } from 'kysely'
import type { Viewer } from '../../domain/viewer.ts'
import type { Portal } from '../context.ts'
import { asSystem } from '../database/as-viewer.ts'
import type { Source, Tx } from '../database/pool.ts'
import type { DB } from '../database/schema.ts'
import { SharedReading } from '../database/shared-reading.ts'
import { statement } from '../database/statement.ts'
import { type Auth, PROLONG_SECONDS, SESSION_SECONDS } from './auth.ts'

/** A signed-in person as the rows say at this request: a removal or a new role takes effect with the next call. */
export type Session = {
  token: string
  viewer: Viewer
  profile: Profile
  /** The newest event by then, for who goes on reading; 0 for others, and before the first. */
  last_event: number | Promise<number>
}
export type Profile = Omit<Found, 'last_event' | keyof Said>
/** What the rows say of a session, in their own words, and when it began and ends by them. */
type Said = { words: string; created_at: Date; expires_at: Date }
export type Remembered = { session: Session; said: Said }

/** A session ends 30 days after its last use (auth.ts), and so long after its start however often it is used. */
const LONGEST_MS = 90 * 24 * 60 * 60 * 1000
const isOver = (createdAt: Date) => Date.now() - createdAt.getTime() > LONGEST_MS

/**
 * Who sends these headers, or null. Cookies that the library wants renewed are added to `responseHeaders`. Whoever goes on
 * reading says in what (`shared`).
 */
export async function readSession(
  { db, auth, sessions }: Pick<Portal, 'db' | 'auth' | 'sessions'>,
  headers: Headers,
  responseHeaders: Headers,
  shared?: SharedReading,
): Promise<Session | null> {
  const cookie = await cookieOf(auth, headers)
  const token = await signedToken(auth, cookie)
  if (!token) return null
  const reading = shared ?? new SharedReading(db)
  const found = await reading.asSystem((tx) => findSession(tx, token, shared ? withNewestEvent : alone))
  if (found && isFresh(found)) {
    const session = sessionOf(token, found)
    const { words, created_at, expires_at } = found
    sessions.set(headers.get('cookie') ?? '', { session, said: { words, created_at, expires_at } })
    return session
  }
  // Whatever else there is to do, the library does: it prolongs a session, ends one, and takes its cookie away.
  const answer = await auth.api.getSession({ headers, returnHeaders: true })
  if (answer.response && isOver(answer.response.session.createdAt)) {
    const { headers: ended } = await auth.api.signOut({ headers, returnHeaders: true })
    for (const cookie of ended.getSetCookie()) responseHeaders.append('set-cookie', cookie)
    return null
  }
  for (const cookie of answer.headers.getSetCookie()) responseHeaders.append('set-cookie', cookie)
  // The library reads cookies by its own rules: it may have meant another one.
  return found && answer.response?.session.token === token ? sessionOf(token, found) : null
}

/**
 * Who most likely sends this `Cookie` header: a request that only reads begins as them while the rows are asked. What it
 * read counts only once they have said the same (`confirmed`).
 */
export function guessSession(
  { sessions }: Pick<Portal, 'sessions'>,
  cookies: string,
  reading: SharedReading,
): { session: Session; confirmed: Promise<boolean> } | null {
  const known = sessions.get(cookies)
  if (!known) return null
  const { session, said } = known
  const looking = reading.asSystemBefore(session.viewer, (tx) => inWords(tx, session))
  const confirmed = looking.then(([now]) => now?.words === said.words && isFresh(said))
  confirmed.catch(() => undefined) // whoever waits for it is told
  const last_event = looking.then(
    ([now]) => Number(now?.last_event ?? 0),
    () => 0,
  )
  return { session: { ...session, last_event }, confirmed }
}

/** Whether the session of these headers still lasts, without prolonging it. */
export async function isSignedIn(
  { db, auth }: Pick<Portal, 'db' | 'auth'>,
  headers: Headers,
): Promise<boolean> {
  const token = await signedToken(auth, await cookieOf(auth, headers))
  const found = token && (await asSystem(db, (tx) => findSession(tx, token, alone)))
  return Boolean(found && found.expires_at.getTime() > Date.now() && !isOver(found.created_at))
}

/** Ends a session for good, whoever keeps a copy of its cookie. */
export async function endSession(db: Source, { token }: Session): Promise<void> {
  await asSystem(db, (tx) => tx.deleteFrom('auth_sessions').where('token', '=', token).execute())
}

/** Ends all sessions of the account with this e-mail address (null: of everybody). How many; null when nobody has it. */
export async function endSessions(tx: Tx, email: string | null): Promise<number | null> {
  const users = tx
    .selectFrom('auth_users')
    .where('email', '=', email ?? '')
    .select('id')
  if (email !== null && !(await users.executeTakeFirst())) return null
  const sessions = tx.deleteFrom('auth_sessions')
  const { numDeletedRows } = await (email === null
    ? sessions
    : sessions.where('user_id', 'in', users)
  ).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The session cookie as it was sent, or ''. */
async function cookieOf(auth: Auth, headers: Headers): Promise<string> {
  const { name } = (await auth.$context).authCookies.sessionToken
  return parse(headers.get('cookie') ?? '', name)[name] ?? ''
}

/** The token in a session cookie, when it is one that the portal gave out: it is signed as the library signs it. */
async function signedToken(auth: Auth, cookie: string): Promise<string | null> {
  const { secret } = await auth.$context
  const dot = cookie.lastIndexOf('.')
  const token = cookie.slice(0, Math.max(dot, 0))
  // As text: base64 can be written in many ways, and only the one that we gave out is ours.
  const given = Buffer.from(cookie.slice(dot + 1))
  const right = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  return token && given.length === right.length && timingSafeEqual(given, right) ? token : null
}

/** Nothing is to be done with it but to believe it. */
function isFresh({ created_at, expires_at }: Said): boolean {
  const prolonged = expires_at.getTime() - SESSION_SECONDS * 1000
  return prolonged + PROLONG_SECONDS * 1000 > Date.now() && !isOver(created_at)
}

type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>

function sessionOf(token: string, found: Found): Session {
  const profile = profileOf(found)
  return { token, viewer: viewerOf(profile), profile, last_event: Number(found.last_event ?? 0) }
}

function profileOf({ created_at, expires_at, last_event, words, ...profile }: Found): Profile {
  return profile
}

/** Who has this session, whether or not it still lasts. */
async function findSession(tx: Tx, token: string, look: typeof alone) {
  const [found] = await look(tx, { token })
  return found
}

const COLUMNS = [
  'auth_sessions.created_at',
  'auth_sessions.expires_at',
  'profiles.id',
  'profiles.email',
  'first_name',
  'last_name',
  'role',
  'status',
  'dog_photo_url',
  'building_id',
  'buildings.captain_id',
  'buildings.address',
  'buildings.city',
  'buildings.state',
  'buildings.zip_code',
] as const
const BUILDING_NAME = 'buildings.name'
/** All of it as one text: it is read and compared at once, where each column takes its time, and a date the most. */
const WORDS = sql<string>`row(${sql.join([...COLUMNS, BUILDING_NAME].map((name) => sql.ref(name)))})::text`

type Key = { token: string }
const sessionRows = (db: QueryCreator<DB>, { token }: Key) =>
  db
    .selectFrom('auth_sessions')
    .innerJoin('profiles', 'profiles.id', 'auth_sessions.user_id')
    .leftJoin('buildings', 'buildings.id', 'profiles.building_id')
    .where('auth_sessions.token', '=', token)
    .select(WORDS.as('words'))
const NEWEST = sql<number | null>`(select max(id) from events)`.as('last_event')

const inColumns = (newest: boolean) =>
  statement((db, key: Key) =>
    sessionRows(db, key)
      .select(COLUMNS)
      .select(`${BUILDING_NAME} as building_name`)
      .$if(newest, (query) => query.select(NEWEST)),
  )
const alone = inColumns(false)
const withNewestEvent = inColumns(true)
const inWords = statement((db, key: Key) => sessionRows(db, key).select(NEWEST))

/** Section 6: pending people are nobody's audience but their own; the captain is whom the building names. */
export function viewerOf(profile: Profile): Viewer {
  const { id, role, status, building_id, captain_id } = profile
  if (status === 'pending') return { kind: 'pending', id }
  if (role === 'admin') return { kind: 'admin', id }
  if (role === 'contractor') return { kind: 'vendor', id }
  if (building_id === null) return { kind: 'unassigned', id }
  return { kind: 'resident', id, building_id, captain: role === 'captain' && captain_id === id }
}
