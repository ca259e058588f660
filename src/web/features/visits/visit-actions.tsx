import { Suspense } from 'react'
import { cityNow } from '../../city.ts'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { actionsFor, type ShownVisit } from './visit.ts'

// Loaded after the list: nobody opens it earlier.
const VisitMenu = lazyPart(() => import('./visit-menu.tsx'), 'VisitMenu')

/** The '···' of a visit's row. Renders nothing without an action. */
export function VisitActions({ visit }: { visit: ShownVisit }) {
  const actions = actionsFor(useSession(), visit, cityNow())
  return (
    <Suspense fallback={null}>
      <VisitMenu visit={visit} actions={actions} />
    </Suspense>
  )
}
