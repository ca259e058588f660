import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../domain/number.ts'
import { visitTime } from '../../../domain/visits/messages.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useComplete } from './use-complete.ts'
import type { Visit } from './visit.ts'
import classes from './visits-to-complete.module.css'

/** A vendor's past visits that are not yet marked completed. Renders nothing without any. */
export function VisitsToComplete() {
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
  if (!waiting.data || waiting.data.total === 0) return null
  const { total, visits } = waiting.data
  return (
    <section className={classes.section} aria-labelledby="to-mark-completed">
      <Title order={2} size="h3" id="to-mark-completed">
        To mark completed
      </Title>
      <ul className={classes.list}>
        {visits.map((visit) => (
          <WaitingVisit key={visit.id} visit={visit} />
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

function WaitingVisit({ visit }: { visit: Visit }) {
  const { busy, complete } = useComplete(visit)
  const when = visitTime(visit, cityToday())
  return (
    <li className={classes.visit}>
      <span className={classes.when}>{when}</span>
      <span className={classes.service}>{visit.name}</span>
      <span className={classes.address}>
        {visit.address}, {visit.city}, {visit.state}
      </span>
      <Button
        size="sm"
        className={classes.action}
        loading={busy}
        onClick={complete}
        aria-label={`Mark completed: ${visit.name} on ${when}`}
      >
        Mark completed
      </Button>
    </li>
  )
}
