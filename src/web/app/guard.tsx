import { Navigate } from '@tanstack/react-router'
import { homePath } from '../../domain/accounts/greeting.ts'
import type { Screen } from '../feature.ts'
import { isSigningOut, type KnownViewer, useSession } from '../session/session.ts'
import { PendingNotice } from './pending-notice.tsx'

export type Admission = { go: string } | 'page' | 'pending notice'

/**
 * What a viewer gets at a screen (section 2, route guard): the page, the pending notice, or another address.
 * [2.guard.1-3] [2.shell.9]
 */
export function admit(screen: Screen, viewer: KnownViewer | null): Admission {
  const { audience, power, component } = screen
  if (audience === 'everyone') return 'page'
  if (audience === 'signed-out') return viewer ? { go: homePath(viewer.role) } : 'page'
  if (!viewer) return { go: '/login' }
  if (audience === 'signed-in') return component ? 'page' : { go: homePath(viewer.role) }
  if (!audience.includes(viewer.role)) return { go: '/' }
  if (power && !viewer.powers.includes(power)) return { go: '/home/dashboard' }
  return viewer.kind === 'pending' ? 'pending notice' : 'page'
}

/** Whether the queries of a screen may be asked for. Without a building, a resident's screens show none of them. */
export function mayPrefetch(screen: Screen, viewer: KnownViewer | null): boolean {
  return admit(screen, viewer) === 'page' && viewer?.kind !== 'unassigned'
}

/** A screen, for those who may see it. Decided again whenever the session changes. */
export function Guarded({ screen }: { screen: Screen }) {
  const admission = admit(screen, useSession())
  if (typeof admission === 'object') {
    // The session may end before the landing page is there.
    return <Navigate to={isSigningOut() ? '/' : admission.go} replace />
  }
  if (admission === 'pending notice') return <PendingNotice />
  return screen.component ? <screen.component /> : null
}
