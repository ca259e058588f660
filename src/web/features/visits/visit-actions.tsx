import { Suspense } from 'react'
import { cityNow } from '../../city.ts'
import { useSession } from '../../session/session.ts'
import { itemsFor, type ShownVisit } from './visit.ts'
import { VisitMenu } from './visit-parts.ts'

/** The '···' of a visit's row. Renders nothing without an action. */
export function VisitActions({ visit }: { visit: ShownVisit }) {
  const items = itemsFor(useSession(), visit, cityNow())
  return (
    <Suspense fallback={null}>
      <VisitMenu visit={visit} items={items} />
    </Suspense>
  )
}
