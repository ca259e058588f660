import { Navigate } from '@tanstack/react-router'
import { isSigningOut, useSession } from '../session.ts'
import { admit } from './admission.ts'
import { PendingNotice } from './pending-notice.tsx'
import type { AppRoute } from './routes.tsx'

/** A route's screen, for those who may see it. Decided anew whenever the session changes. */
export function Guarded({ route }: { route: AppRoute }) {
  const admission = admit(route, useSession())
  if (typeof admission === 'object') {
    // The server may tell that the session has ended before the landing page is there.
    return <Navigate to={isSigningOut() ? '/' : admission.go} replace />
  }
  if (admission === 'pending notice') return <PendingNotice />
  return route.screen ? <route.screen /> : null
}
