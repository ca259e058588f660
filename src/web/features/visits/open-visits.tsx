import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import classes from './missed-visits.module.css'

type Props<V> = {
  /** The anchor of its heading. */
  id: string
  title: string
  /** What it lists, as in 'missed visits'. */
  of: string
  list: {
    data: { total: number; page_size: number; visits: V[] } | undefined
    error: unknown
    isLoadingError: boolean
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  page: number
  onPage: (page: number) => void
  /** The row of a visit. */
  children: (visit: V) => ReactNode
}

/** A page of visits about which something is open. Renders nothing without any. Product 1.5 */
export function OpenVisits<V>({ id, title, of, list, page, onPage, children }: Props<V>) {
  if (list.isLoadingError)
    return (
      <LoadFailed
        reason={`Your ${of} could not be loaded. ${reasonOf(list.error)}`}
        onRetry={() => list.refetch()}
        busy={list.isFetching}
      />
    )
  if (!list.data || list.data.total === 0) return null
  const { total, page_size, visits } = list.data
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      <ul className={classes.visits}>{visits.map(children)}</ul>
      <Pager
        page={page}
        total={total}
        pageSize={page_size}
        isBefore={list.isPlaceholderData}
        onPage={onPage}
        label={`Pages of ${of}`}
      />
    </section>
  )
}
