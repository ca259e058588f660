import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lookText } from '../../../domain/access/notes.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './look-list.module.css'

/** Who was shown the access notes, the last one first. Product 1.4 */
export function LookList() {
  const [page, setPage] = useState(1)
  // Nothing tells this screen of a look, so it asks whenever it is opened.
  const looks = useQuery(
    trpc.access.looks.queryOptions({ page }, { placeholderData: keepPreviousData, staleTime: 0 }),
  )
  if (looks.isPending) return <RowSkeletons count={1} label="Loading who looked…" />
  if (!looks.data)
    return (
      <LoadFailed
        reason={`Who looked could not be loaded. ${reasonOf(looks.error)}`}
        onRetry={() => looks.refetch()}
        busy={looks.isFetching}
      />
    )
  const { looks: shown, total, page_size } = looks.data
  if (total === 0) return <p className={classes.none}>No vendor has looked at them yet.</p>
  const today = cityToday()
  return (
    <>
      <ul className={classes.looks} aria-label="Who looked">
        {shown.map((look) => (
          <li key={look.id}>{lookText(look, { timeZone: CITY_TIME_ZONE, today })}</li>
        ))}
      </ul>
      <Pager
        page={page}
        total={total}
        pageSize={page_size}
        isBefore={looks.isPlaceholderData}
        onPage={setPage}
        label="Pages of who looked"
      />
    </>
  )
}
