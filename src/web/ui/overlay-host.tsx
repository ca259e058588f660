import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { patiently } from './patient-import.ts'

const load = () => patiently(() => import('./overlays.tsx'))
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

/** Loads what can appear above a screen when it is first asked for, or `soon`, while nobody waits for it. */
export function OverlayHost({ soon }: { soon: boolean }) {
  const mounted = useSyncExternalStore(
    follow,
    () => wanted,
    () => false,
  )
  useEffect(() => {
    if (soon) want()
  }, [soon])
  return <Suspense fallback={null}>{mounted && <Overlays />}</Suspense>
}

export function overlays(): ReturnType<typeof load> {
  want()
  return load()
}
