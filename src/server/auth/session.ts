import type { Viewer } from '../../domain/viewer.ts'
import { asSystem } from '../database/as-viewer.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Auth } from './auth.ts'

/** A signed-in person as the rows say at this request: a removal or a new role takes effect with the next call. */
export type Session = { token: string; viewer: Viewer; profile: Profile }
export type Profile = NonNullable<Awaited<ReturnType<typeof readProfile>>>

/** A session ends 30 days after its last use (auth.ts), and so long after its start however often it is used. */
const LONGEST_MS = 90 * 24 * 60 * 60 * 1000
const isOver = ({ createdAt }: { createdAt: Date }) => Date.now() - createdAt.getTime() > LONGEST_MS

/** Who sends these headers, or null. Cookies that the library wants renewed are added to `responseHeaders`. */
export async function readSession(
  db: Db,
  auth: Auth,
  headers: Headers,
  responseHeaders: Headers,
): Promise<Session | null> {
  if (!headers.has('cookie')) return null
  const answer = await auth.api.getSession({ headers, returnHeaders: true })
  if (!answer.response) return null
  if (isOver(answer.response.session)) {
    const { headers: ended } = await auth.api.signOut({ headers, returnHeaders: true })
    for (const cookie of ended.getSetCookie()) responseHeaders.append('set-cookie', cookie)
    return null
  }
  for (const cookie of answer.headers.getSetCookie()) responseHeaders.append('set-cookie', cookie)
  const profile = await readProfile(db, answer.response.user.id)
  return profile ? { token: answer.response.session.token, viewer: viewerOf(profile), profile } : null
}

/** Whether the session of these headers still lasts, without prolonging it. */
export async function isSignedIn(auth: Auth, headers: Headers): Promise<boolean> {
  const answer = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return answer !== null && !isOver(answer.session)
}

/** Ends a session for good, whoever keeps a copy of its cookie. */
export async function endSession(db: Db, { token }: Session): Promise<void> {
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

function readProfile(db: Db, id: string) {
  return asSystem(db, (tx) =>
    tx
      .selectFrom('profiles')
      .leftJoin('buildings', 'buildings.id', 'profiles.building_id')
      .where('profiles.id', '=', id)
      .select([
        'profiles.id',
        'profiles.email',
        'first_name',
        'last_name',
        'role',
        'status',
        'dog_photo_url',
        'building_id',
      ])
      .select([
        'buildings.captain_id',
        'buildings.name as building_name',
        'buildings.address',
        'buildings.city',
      ])
      .select(['buildings.state', 'buildings.zip_code'])
      .executeTakeFirst(),
  )
}

/** Section 6: pending people are nobody's audience but their own; the captain is whom the building names. */
export function viewerOf(profile: Profile): Viewer {
  const { id, role, status, building_id, captain_id } = profile
  if (status === 'pending') return { kind: 'pending', id }
  if (role === 'admin') return { kind: 'admin', id }
  if (role === 'contractor') return { kind: 'vendor', id }
  if (building_id === null) return { kind: 'unassigned', id }
  return { kind: 'resident', id, building_id, captain: role === 'captain' && captain_id === id }
}
