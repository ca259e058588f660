import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.ts'
import { retryImport } from './retry-import.ts'

let loading: Promise<typeof import('./overlays.tsx')> | undefined
const load = () => {
  loading ??= retryImport(() => import('./overlays.tsx'))
  return loading
}
const Overlays = lazyPart<'Overlays', object>(load, 'Overlays')

let wanted = false
const subscribers = new Set<() => void>()

function want(): void {
  wanted = true
  for (const publish of subscribers) publish()
}

function subscribe(publish: () => void): () => void {
  subscribers.add(publish)
  return () => subscribers.delete(publish)
}

/** Runs when the browser is idle, or half a second later where it can't tell. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(work, 500)
  return () => clearTimeout(timer)
}

/** Loads the overlays when the first one is needed or, with `soon`, when the browser is idle. */
export function OverlayHost({ soon }: { soon: boolean }) {
  const mounted = useSyncExternalStore(
    subscribe,
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
