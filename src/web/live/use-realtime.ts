import { useEffect } from 'react'
import { queryClient } from '../api.ts'
import { sessionQuery } from '../session/session.ts'
import { retryImport } from '../ui/retry-import.ts'

/** Keeps the screens up to date while the caller is mounted, for this signed-in person. */
export function useRealtime(person: string): void {
  useEffect(() => {
    let isMounted = true
    let stop: (() => void) | undefined
    // From when the page was loaded: its script follows later, so that the screen is there earlier.
    const from = queryClient.getQueryData(sessionQuery().queryKey)?.last_event ?? 0
    void retryImport(() => import('./realtime.ts')).then(({ followChanges }) => {
      if (isMounted) stop = followChanges(person, from)
    })
    return () => {
      isMounted = false
      stop?.()
    }
  }, [person])
}
