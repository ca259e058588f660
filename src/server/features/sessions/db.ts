import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import { isValid } from '../../session/session.ts'

/** The valid sessions of a person, the last used first. `last_seen` is renewed at most once a day. */
export function listSessions(tx: Tx, personId: string) {
  return tx
    .selectFrom('auth_sessions')
    .where('user_id', '=', personId)
    .where(isValid)
    .select(['id', 'token', 'user_agent', 'ip_address'])
    .select([isoText('auth_sessions', 'created_at')])
    .select(sql<string>`to_json(updated_at)`.as('last_seen'))
    .orderBy('auth_sessions.updated_at', 'desc')
    .limit(100)
    .execute()
}

/** Throws DomainError 'not_found' for a session of somebody else. */
export async function endSessionById(tx: Tx, personId: string, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth_sessions')
    .where('id', '=', id)
    .where('user_id', '=', personId)
    .executeTakeFirst()
  if (Number(numDeletedRows) === 0) throw new DomainError('not_found')
}
