import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../domain/number.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { queryClient, trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { justMarked } from './just-marked.ts'
import { UNDO_MS, useComplete } from './use-complete.ts'
import classes from './vendor-visits.module.css'
import { type ShownVisit, VISIT_ACTIONS } from './visit.ts'
import { VisitRisk } from './visit-risk.tsx'

/**
 * A vendor's past visits that are not yet marked completed, and for a minute those that were just marked. Renders nothing
 * without any.
 */
export function ToComplete() {
  const { data: marked = [] } = useQuery(justMarked)
  const waiting = useQuery(trpc.visits.toComplete.queryOptions({ page: 1 }))
  if (waiting.isLoadingError) {
    return (
      <LoadFailed
        reason={reasonOf(waiting.error)}
        onRetry={() => waiting.refetch()}
        busy={waiting.isFetching}
      />
    )
  }
  if (!waiting.data) return null
  const { total, visits } = waiting.data
  const recent = marked.filter(({ id }) => !visits.some((visit) => visit.id === id))
  if (total === 0 && recent.length === 0) return null
  return (
    <section className={classes.waiting} aria-labelledby="to-mark-completed">
      <Title order={2} size="h3" id="to-mark-completed">
        To mark completed
      </Title>
      <ul className={classes.waitingVisits}>
        {recent.map((visit) => (
          <WaitingVisit key={visit.id} visit={visit} marked onDone={() => unmark(visit)} />
        ))}
        {visits.map((visit) => (
          <WaitingVisit key={visit.id} visit={visit} onDone={mark} />
        ))}
      </ul>
      {total > visits.length && (
        <p className={classes.more}>
          {formatNumber(total - visits.length)} more follow once these are marked.
        </p>
      )}
    </section>
  )
}

function mark(visit: ShownVisit): void {
  const marked_at = Date.now()
  queryClient.setQueryData(justMarked.queryKey, (all = []) => [...all, { ...visit, marked_at }])
  // Not when it was marked again since.
  setTimeout(() => unmark(visit, marked_at), UNDO_MS)
}

function unmark({ id }: ShownVisit, since?: number): void {
  queryClient.setQueryData(justMarked.queryKey, (all) =>
    all?.filter((visit) => visit.id !== id || (since !== undefined && visit.marked_at !== since)),
  )
}

type WaitingVisitProps = { visit: ShownVisit; marked?: boolean; onDone: (visit: ShownVisit) => void }

function WaitingVisit({ visit, marked = false, onDone }: WaitingVisitProps) {
  const { busy, complete, reopen } = useComplete(visit)
  const when = visitTime(visit, cityToday())
  const label = VISIT_ACTIONS[marked ? 'reopen' : 'complete']
  return (
    <li className={classes.waitingVisit}>
      <span className={classes.when}>{when}</span>
      <span className={classes.waitingService}>{visit.name}</span>
      <span className={classes.waitingAddress}>
        {visit.address}, {visit.city}, {visit.state}
      </span>
      {visit.missing.length > 0 ? (
        <div className={classes.risk}>
          <VisitRisk visit={visit} today={cityToday()} />
        </div>
      ) : (
        <Button
          size="sm"
          className={classes.action}
          variant={marked ? 'default' : 'filled'}
          loading={busy}
          onClick={() => void (marked ? reopen : complete)(() => onDone(visit))}
          aria-label={`${label}: ${visit.name} on ${when}`}
        >
          {label}
        </Button>
      )}
    </li>
  )
}
