import { lazy, Suspense } from 'react'
import { cityNow } from '../city.ts'
import { useSession } from '../session.ts'
import { patiently } from '../ui/patient-import.ts'
import { actionsFor, type Visit } from './visit.ts'

// Fetched once the list is there: it is opened after the list was read.
const VisitMenu = lazy(async () => ({
  default: (await patiently(() => import('./visit-menu.tsx'))).VisitMenu,
}))

/** The '···' of a visit's row; nothing where this person can do nothing about it. */
export function VisitActions({ visit }: { visit: Visit }) {
  const actions = actionsFor(useSession(), visit, cityNow())
  return (
    <Suspense fallback={null}>
      <VisitMenu visit={visit} actions={actions} />
    </Suspense>
  )
}
