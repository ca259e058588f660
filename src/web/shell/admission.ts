import { homePath } from '../../domain/accounts/greeting.ts'
import type { Session } from '../session.ts'
import type { AppRoute } from './routes.tsx'

export type Admission = { go: string } | 'page' | 'pending notice'

type Visitor = Pick<Session, 'role' | 'kind' | 'captain'>

/** What a visitor gets at a route (section 2, route guard): the page, the pending notice, or another address. */
export function admit({ audience, captainOnly, screen }: AppRoute, visitor: Visitor | null): Admission {
  if (audience === 'everyone') return 'page'
  if (audience === 'signed-out') return visitor ? { go: homePath(visitor.role) } : 'page'
  if (!visitor) return { go: '/login' }
  if (audience === 'signed-in') return screen ? 'page' : { go: homePath(visitor.role) }
  if (!audience.includes(visitor.role)) return { go: '/' }
  if (captainOnly && !visitor.captain) return { go: '/home/dashboard' }
  return visitor.kind === 'pending' ? 'pending notice' : 'page'
}
