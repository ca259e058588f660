import { queryOptions, skipToken } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { queryClient, trpc } from '../../api.ts'

// Access notes that were shown on this phone. They stay readable without a network until their visit ends, for their person
// alone, like the stops of the day: session/kept.ts.

/** With the day of their visit. */
type ShownNotes = inferOutput<typeof trpc.access.look> & { scheduled_date: CalendarDate }

const NOTES_KEY = 'access notes'

/** What was shown for a visit: null once that is over, undefined before. Nothing fetches it: each look is recorded. */
export const shownNotes = (visit: string) =>
  queryOptions<ShownNotes | null>({
    queryKey: [NOTES_KEY, visit],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { kept: true },
  })

export function keepNotes(visit: string, notes: ShownNotes): void {
  queryClient.setQueryData(shownNotes(visit).queryKey, notes)
}

export function forgetNotes(visit: string): void {
  const { queryKey } = shownNotes(visit)
  if (queryClient.getQueryData(queryKey)) queryClient.setQueryData(queryKey, null)
}

// Also those of visits that are no stop of this person any more.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] === NOTES_KEY)
    return
  const today = queryClient.getQueryData(trpc.visits.today.queryKey())
  if (!today) return
  const stops = new Set<unknown>(today.stops.map(({ id }) => id))
  const kept = queryClient.getQueriesData<ShownNotes | null>({ queryKey: [NOTES_KEY] })
  for (const [[, visit], notes] of kept)
    if (notes && notes.scheduled_date <= today.date && !stops.has(visit)) forgetNotes(String(visit))
})
