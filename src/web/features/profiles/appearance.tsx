import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'

const AppearancePanel = lazyPart(() => import('./appearance-panel.tsx'), 'AppearancePanel')

/** The last panel of all settings, so it loads after them. */
export function Appearance() {
  return (
    <Suspense fallback={null}>
      <AppearancePanel />
    </Suspense>
  )
}
