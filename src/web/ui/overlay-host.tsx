import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { patiently } from './patient-import.ts'

let loading: Promise<typeof import('./overlays.tsx')> | undefined
const load = () => {
  loading ??= patiently(() => import('./overlays.tsx')).catch((error) => {
    loading = undefined // the next who needs it tries anew
    throw error
  })
  return loading
}
const Overlays = lazy(async () => ({ default: (await load()).Overlays }))

let wanted = false
const hosts = new Set<() => void>()

function want(): void {
  wanted = true
  for (const tell of hosts) tell()
}

function follow(tell: () => void): () => void {
  hosts.add(tell)
  return () => hosts.delete(tell)
}

/** Once the browser has nothing to do for the person; where it doesn't tell, when a screen has had time to be drawn. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(work, 500)
  return () => clearTimeout(timer)
}

/** What can appear above a screen, when it is first asked for, or `soon`, while nobody waits for it. */
export function OverlayHost({ soon }: { soon: boolean }) {
  const mounted = useSyncExternalStore(
    follow,
    () => wanted,
    () => false,
  )
  useEffect(() => (soon ? whenIdle(() => void overlays()) : undefined), [soon])
  return <Suspense fallback={null}>{mounted && <Overlays />}</Suspense>
}

export function overlays(): ReturnType<typeof load> {
  want()
  return load()
}
