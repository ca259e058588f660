import { Suspense } from 'react'
import { cityNow } from '../../city.ts'
import { useSession } from '../../session/session.ts'
import { actionsFor, type ShownVisit } from './visit.ts'
import { VisitMenu } from './visit-parts.ts'

/** The '···' of a visit's row. Renders nothing without an action. */
export function VisitActions({ visit }: { visit: ShownVisit }) {
  const actions = actionsFor(useSession(), visit, cityNow())
  return (
    <Suspense fallback={null}>
      <VisitMenu visit={visit} actions={actions} />
    </Suspense>
  )
}
