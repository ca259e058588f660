import { Navigate } from '@tanstack/react-router'
import { useSession } from '../session.ts'
import { admit } from './admission.ts'
import { PendingNotice } from './pending-notice.tsx'
import type { AppRoute } from './routes.tsx'

/** A route's screen, for those who may see it. Decided anew whenever the session changes. */
export function Guarded({ route }: { route: AppRoute }) {
  const admission = admit(route, useSession())
  if (typeof admission === 'object') return <Navigate to={admission.go} replace />
  if (admission === 'pending notice') return <PendingNotice />
  return route.screen ? <route.screen /> : null
}
