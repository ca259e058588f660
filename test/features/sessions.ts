import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { PASSWORD } from '../world.ts'

const owners = ['resident', 'unassigned', 'vendor', 'crew', 'admin', 'unsecured'] as const

export const sessions = {
  prepare: async ({ portal, idOf }) => {
    const row = { user_id: idOf('ned'), token: 'of another browser', expires_at: new Date('2099-01-01') }
    const { id } = await asSystem(portal.db, (tx) =>
      tx.insertInto('auth_sessions').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    return { session: id }
  },
  grow: async ({ portal, idOf }) => {
    const row = { user_id: idOf('ned'), token: 'of a third browser', expires_at: new Date('2099-01-01') }
    await asSystem(portal.db, (tx) => tx.insertInto('auth_sessions').values(row).execute())
  },
  events: { session_ended: { data: { sessions: 2 } }, account_signed_out: { data: { sessions: 2 } } },
  procedures: {
    list: { audiences: [...owners], by: 'ned', input: nothing },
    end: {
      audiences: [...owners],
      by: 'ned',
      input: (_, { session }) => ({ id: session, current_password: PASSWORD }),
      strangers: { id: ['maya', 'otto', 'curb', 'ada'] },
    },
    endOthers: { audiences: [...owners], by: 'ned', input: () => ({ current_password: PASSWORD }) },
  },
} satisfies FeatureCases<'sessions', { session: string }>
