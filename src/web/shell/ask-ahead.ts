import { queryClient } from '../api.ts'
import { expectedKind, type Session, sessionQuery } from '../session.ts'
import { pathOf, SCREEN_DATA } from './screen-data.ts'

/**
 * Asks for what the screen at this address shows while its code is on its way: the screen finds the answer, or waits for it.
 * Only for those who may see it, so that nobody is refused.
 */
export async function askAhead(pathname: string, search: string): Promise<void> {
  const path = pathOf(pathname)
  const data = SCREEN_DATA[path]
  if (!data) return
  const session = sessionQuery()
  const kind: Session['kind'] = path.startsWith('/vendor/') ? 'vendor' : 'resident'
  if (expectedKind() === undefined) await queryClient.prefetchQuery(session)
  if (expectedKind() !== kind) return
  // One call asks for these and for the session. When it fails, the session is asked for anew alone: a screen that is
  // broken must not take all of the portal with it.
  const retry = queryClient.getQueryData(session.queryKey) === undefined ? { retry: false } : {}
  for (const question of data(search)) void queryClient.prefetchQuery({ ...question, ...retry })
}
