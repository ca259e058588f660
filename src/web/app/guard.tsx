import { Navigate, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Screen } from '../feature.ts'
import { nextOf, signInAddress } from '../session/next.ts'
import { isSigningOut, type KnownViewer, knownViewer, useSession } from '../session/session.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { screenAt } from './screens.ts'

/** Where a viewer lands after sign-in, and from /dashboard. [6.home] */
export function homePath({
  role,
  kind,
}: Pick<KnownViewer, 'role' | 'kind'>):
  | '/admin/overview'
  | '/vendor/dashboard'
  | '/vendor/today'
  | '/home/dashboard' {
  if (kind === 'crew') return '/vendor/today'
  if (role === 'admin') return '/admin/overview'
  return role === 'contractor' ? '/vendor/dashboard' : '/home/dashboard'
}

// Few people see it.
const PendingNotice = lazyPart(() => import('./pending-notice.tsx'), 'PendingNotice')

type Admission = { go: string } | 'page' | 'pending notice'

/** The one screen of an admin who has to add a second factor first. */
const FACTOR_SETUP = '/admin/settings'

/**
 * What a viewer gets at a screen: the page, the pending notice, or another address.
 * [2.shell.9]
 */
export function admit(screen: Screen, viewer: KnownViewer | null): Admission {
  const { shownTo, power, component, crew } = screen
  if (shownTo === 'everyone') return 'page'
  if (shownTo === 'signed-out') return viewer ? { go: homePath(viewer) } : 'page'
  if (!viewer) return { go: '/login' } // [2.guard.1]
  if (viewer.kind === 'unsecured' && screen.path !== FACTOR_SETUP) return { go: FACTOR_SETUP }
  if (shownTo === 'signed-in') return component ? 'page' : { go: homePath(viewer) }
  if (!shownTo.includes(viewer.role)) return { go: '/' } // [2.guard.2]
  if (viewer.kind === 'crew' && !crew) return { go: '/vendor/today' }
  if (power && !viewer.powers.includes(power)) return { go: '/home/dashboard' } // [2.guard.3]
  return viewer.kind === 'pending' ? 'pending notice' : 'page'
}

/** Whether the queries of a screen may be asked for. Without a building, a resident's screens show none of them. */
export function mayPrefetch(screen: Screen, viewer: KnownViewer | null): boolean {
  return admit(screen, viewer) === 'page' && viewer?.kind !== 'unassigned'
}

type Here = { href: string; searchStr: string }

/**
 * Where a viewer goes on who is not admitted to a screen: to sign in and then back, or, past the sign-in, to the screen
 * that they were asked to sign in for. Only to a screen of ours that they may see. [2.guard.8]
 */
export function goOn(from: Screen, go: string, viewer: KnownViewer | null, here: Here): string {
  if (!viewer) return signInAddress(here.href)
  const next = typeof from.shownTo === 'string' && nextOf(here.searchStr)
  const screen = next && screenAt(next.pathname)
  if (!screen || typeof screen.shownTo === 'string') return go
  return typeof admit(screen, viewer) === 'object' ? go : screen.path + next.search + next.hash
}

/** A screen, for those who may see it. Decided again whenever the session changes. */
export function Guarded({ screen }: { screen: Screen }) {
  const viewer = knownViewer(useSession())
  const admission = admit(screen, viewer)
  if (typeof admission === 'object') return <Redirect from={screen} go={admission.go} viewer={viewer} />
  if (admission === 'pending notice')
    return (
      <Suspense fallback={<LoadingScreen />}>
        <PendingNotice />
      </Suspense>
    )
  return screen.component ? <screen.component /> : null
}

/** Decided once: as soon as the browser is on its way, its address is the next one. */
function Redirect({ from, go, viewer }: { from: Screen; go: string; viewer: KnownViewer | null }) {
  const { latestLocation } = useRouter()
  const [navigate] = useState(() => {
    // The session may end before the landing page is there.
    const address = isSigningOut() ? '/' : goOn(from, go, viewer, latestLocation)
    return <Navigate to="." href={address} replace />
  })
  return navigate
}
